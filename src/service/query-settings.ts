// What queries may use, from the configuration.
import os from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { RunnerSettings } from '../queries/runner.ts';

export function querySettings({ query }: Config, folder: string, log: Logger): RunnerSettings {
  const mebibyte = 1024 ** 2;
  const processes = query.processes ?? Math.max(2, os.availableParallelism());
  return {
    processes,
    processesOfClient: query.client_processes ?? Math.max(1, processes - 1),
    waiting: query.waiting,
    waitingOfClient: query.client_waiting ?? Math.ceil(query.waiting / 4),
    timeMs: query.time,
    streamTimeMs: query.stream_time,
    memoryBytes: query.memory_mb === undefined ? os.totalmem() / 4 : query.memory_mb * mebibyte,
    diskBytes: query.disk_mb * mebibyte,
    resultBytes: query.result_mb * mebibyte,
    folder,
    complain: text => log.error({ output: text }, 'a query process complains'),
  };
}
