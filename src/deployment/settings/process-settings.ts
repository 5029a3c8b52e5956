// The limits of queries and exports, from the configuration, and those of lookups.
import os from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../../config/config-file.ts';
import type { ExporterSettings } from '../../exports/exporter.ts';
import type { LookupLimits } from '../../lookups/lookups.ts';
import { mebibyte } from '../../mebibytes.ts';
import type { RunnerSettings } from '../../queries/runner.ts';
import type { Share } from '../../sandbox/memory-shares.ts';

export function querySettings({ query }: Config, share: Share, folder: string, log: Logger): RunnerSettings {
  return {
    processes: share.count,
    processesOfClient: query.client_processes ?? Math.max(1, share.count - 1),
    waiting: query.waiting,
    waitingOfClient: query.client_waiting ?? Math.ceil(query.waiting / 4),
    timeMs: query.time,
    streamTimeMs: query.stream_time,
    memoryBytes: share.memoryBytes,
    diskBytes: query.disk_mb * mebibyte,
    resultBytes: query.result_mb * mebibyte,
    folder,
    onWarning: text => log.error({ output: text }, 'a query process warns'),
  };
}

/** Lookups answer requests of the API in milliseconds, so they need little. */
export function lookupSettings({ query }: Config, folder: string, log: Logger): LookupLimits {
  return {
    // A client that is limited to application instances needs a process of its own, so there are more processes than cores.
    processes: Math.max(2, os.availableParallelism()) + 2,
    timeMs: query.lookup_time,
    memoryBytes: 256 * mebibyte,
    folder,
    onWarning: text => log.error({ output: text }, 'a lookup process warns'),
  };
}

/** @param places `folder`: where files are written; `scratch`: where processes spill */
export function exportSettings(
  { export: configured }: Config,
  share: Share,
  places: Pick<ExporterSettings, 'folder' | 'scratch' | 'onWarning'>,
): ExporterSettings {
  return {
    processes: share.count,
    timeMs: configured.time,
    memoryBytes: share.memoryBytes,
    ...places,
  };
}
