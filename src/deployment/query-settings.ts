// The limits of queries, from the configuration.
import os from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config/config-file.ts';
import type { RunnerSettings } from '../queries/runner.ts';

export function querySettings({ query }: Config, folder: string, log: Logger): RunnerSettings {
  const mebibyte = 1024 ** 2;
  return {
    processes: query.processes ?? Math.max(2, os.availableParallelism()),
    timeMs: query.time,
    streamTimeMs: query.stream_time,
    memoryBytes: query.memory_mb === undefined ? os.totalmem() / 4 : query.memory_mb * mebibyte,
    diskBytes: query.disk_mb * mebibyte,
    resultBytes: query.result_mb * mebibyte,
    folder,
    complain: text => log.error({ output: text }, 'a query process complains'),
  };
}
