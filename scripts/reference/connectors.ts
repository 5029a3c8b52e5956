// docs/reference/connectors.md: the connectors and their settings, from their declarations.
import { connectors } from '../../connectors/index.ts';
import { page } from './markdown.ts';
import { settingsTable } from './settings.ts';

export function connectorsReference(): string {
  return page(
    '# Connectors',
    'A source in `rolecall.yaml` names one of these and gives its settings.',
    ...connectors.flatMap(({ type, title, description, settings }) => [
      `## ${title}: \`${type}\``,
      `${description} More: [connectors/${type}](../../connectors/${type}/README.md).`,
      settingsTable(settings),
    ]),
  );
}
