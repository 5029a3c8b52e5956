// docs/reference/connectors.md: the connectors, what they read with which rights, and their settings, from their declarations.
import { connectors } from '../../connectors/index.ts';
import type { Connector, DeclaredReads } from '../../src/connector/contract.ts';
import { resources } from '../../src/resources/registry.ts';
import { page, table } from './markdown.ts';
import { settingsTable } from './settings.ts';

export function connectorsReference(): string {
  return page(
    '# Connectors',
    'A source in `rolecall.yaml` names one of these and gives its settings.',
    '## What each connector reads',
    readsTable(),
    '## What each connector can change',
    'Only in sources that have `writes: true` in `rolecall.yaml`. Every change is made by a job that can be undone. What is not in the table is answered with `OPERATION_NOT_SUPPORTED`.',
    changesTable(),
    ...connectors.flatMap(({ type, title, description, settings }) => [
      `## ${title}: \`${type}\``,
      `${description} More: [connectors/${type}](../../connectors/${type}/README.md).`,
      settingsTable(settings),
    ]),
  );
}

/** What each connector reads, one row for the types that it reads alike. */
function readsTable(): string {
  const rows = connectors.flatMap(({ type, declares = [] }: Connector) =>
    declares.map(declared => [
      `\`${type}\``,
      typesOf(declared),
      declared.incremental ? 'only what has changed, after the first read' : 'everything, each time',
      declared.rights,
    ]),
  );
  return table(['Connector', 'Types', 'Reads', 'Least rights in the source'], rows);
}

/** What each connector can change, one row for the operations that have the same effect. */
function changesTable(): string {
  const rows = connectors.flatMap(({ type, declaresActions = [] }: Connector) =>
    declaresActions.map(({ operations, effect, rights, limits }) => [
      `\`${type}\``,
      operations.map(operation => `\`${operation}\``).join(', '),
      effect,
      rights,
      limits ?? '–',
    ]),
  );
  return table(['Connector', 'Operations', 'Effect in the source', 'Least rights in the source', 'Limits'], rows);
}

function typesOf({ types }: DeclaredReads): string {
  const landable = resources.filter(({ madeBy }) => madeBy === 'connectors');
  if (landable.every(({ type }) => types.includes(type))) return 'every type';
  return types.map(type => `\`${type}\``).join(', ');
}
