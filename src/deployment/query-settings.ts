// The limits of queries, from the configuration.
import type { Logger } from 'pino';
import type { Config } from '../config/config-file.ts';
import { mebibyte } from '../mebibytes.ts';
import type { RunnerSettings } from '../queries/runner.ts';
import type { Share } from '../sandbox/memory-shares.ts';

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
    complain: text => log.error({ output: text }, 'a query process complains'),
  };
}
