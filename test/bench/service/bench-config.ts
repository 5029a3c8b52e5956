// The configuration of the service in the bench.
import fs from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { type Config, parseConfig } from '../../../src/config/config-file.ts';

export interface BenchSource {
  readonly id: string;
  readonly connector: string;
  readonly settings: Record<string, unknown>;
  readonly writes?: boolean;
}

/** So high that requests never reach the rate limit. */
const noRateLimit = { per_minute: 1_000_000_000, burst: 1_000_000_000 };

export function benchConfigText(sources: readonly BenchSource[]): string {
  return stringify({ data_dir: 'data', listen: { port: 0 }, rate_limit: noRateLimit, log_level: 'warn', sources });
}

/** {@link benchConfigText}, parsed as the service parses its file. */
export function benchConfig(folder: string, sources: readonly BenchSource[]): Config {
  return parseConfig(benchConfigText(sources), path.join(folder, 'rolecall.yaml'), {}, {});
}

/** In a trial run the state is a copy of the folder that BENCH_STATE names: to make one takes seconds. */
export function beginState(folder: string): void {
  const template = process.env['BENCH_STATE'];
  if (template !== undefined) fs.cpSync(template, path.join(folder, 'data/state'), { recursive: true });
}
