// Identifies the settings of a source, without its secrets. Reads may be incremental only as long as the settings stay the same.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { canonicalJson } from '../canonical-json.ts';
import type { Connector } from './contract.ts';
import { secretSettings } from './secret-settings.ts';

/**
 * The digest also depends on the release, because a new release may land more of objects that have not changed.
 * @param settings as the configuration file has them
 */
export function digestOfSettings({ type, settings: schema }: Connector, settings: unknown): string {
  const text = canonicalJson([manifest.version, type, withoutSecrets(schema, settings)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function withoutSecrets(schema: z.ZodType, settings: unknown): unknown {
  const left = structuredClone(settings);
  for (const { path } of secretSettings(schema, settings)) {
    const parent = path.slice(0, -1).reduce((value, name) => value[name] as Members, left as Members);
    delete parent[path.at(-1)!];
  }
  return left;
}

type Members = Record<string, unknown>;
