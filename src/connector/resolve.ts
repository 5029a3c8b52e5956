// Finds the connector of a configured source, and checks the source's settings with it.
import { OperatorError } from '../errors.ts';
import { knownKeys } from '../known-keys.ts';
import { nearestHint } from '../nearest.ts';
import type { Connector } from './contract.ts';

/** @throws OperatorError that names the source, the setting and the remedy */
export function resolveSource(
  connectors: readonly Connector[],
  source: { readonly id: string; readonly connector: string; readonly settings: Record<string, unknown> },
): { connector: Connector; settings: unknown } {
  const connector = connectors.find(candidate => candidate.type === source.connector);
  if (!connector) {
    const types = connectors.map(candidate => candidate.type);
    const hint = nearestHint(source.connector, types);
    throw new OperatorError(`source ${source.id}: there is no connector \`${source.connector}\`; ${hint}`);
  }
  const parsed = connector.settings.safeParse(source.settings);
  if (parsed.success) return { connector, settings: parsed.data };
  const problems = parsed.error.issues.flatMap(issue => {
    const place = ['settings', ...issue.path].join('.');
    if (issue.code === 'invalid_type' && isMissing(source.settings, issue.path)) return [`${place} is missing`];
    if (issue.code !== 'unrecognized_keys') return [`${place}: ${issue.message}`];
    const known = knownKeys(connector.settings, issue.path);
    return issue.keys.map(key => `${place}: unknown key \`${key}\`; ${nearestHint(key, known)}`);
  });
  throw new OperatorError(problems.map(problem => `source ${source.id}: ${problem}`).join('\n'));
}

function isMissing(settings: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
    settings,
  );
  return found === undefined;
}
