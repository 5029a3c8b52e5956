// Finds the connector of a configured source, and checks the source's settings with it.
import { z } from 'zod';
import { OperatorError } from '../errors.ts';
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
  const known = connector.settings instanceof z.ZodObject ? Object.keys(connector.settings.shape) : [];
  const problems = parsed.error.issues.flatMap(issue => {
    if (issue.code !== 'unrecognized_keys') return [`settings.${issue.path.join('.')}: ${issue.message}`];
    return issue.keys.map(key => {
      return `settings: unknown key \`${key}\`; ${nearestHint(key, known)}`;
    });
  });
  throw new OperatorError(problems.map(problem => `source ${source.id}: ${problem}`).join('\n'));
}
