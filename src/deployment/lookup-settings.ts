// The limits of lookups. They answer requests of the API in milliseconds, so they need little and are not configurable.
import os from 'node:os';
import type { Logger } from 'pino';
import type { LookupLimits } from '../lookups/lookups.ts';
import { mebibyte } from '../mebibytes.ts';

const timeMs = 10_000;
const memoryBytes = 256 * mebibyte;

export function lookupSettings(folder: string, log: Logger): LookupLimits {
  return {
    // A client that is limited to application instances needs a process of its own, so there are more than cores.
    processes: Math.max(2, os.availableParallelism()) + 2,
    timeMs,
    memoryBytes,
    folder,
    complain: text => log.error({ output: text }, 'a lookup process complains'),
  };
}
