// How much memory a deployment's queries, exports and builds may take, from its configuration and the machine.

import os from 'node:os';
import type { Config } from '../../config/config-file.ts';
import { mebibyte } from '../../mebibytes.ts';
import { availableMemory, type MemoryShares, shareMemory } from '../../sandbox/memory-shares.ts';

type Settings = Pick<Config, 'query' | 'export' | 'build' | 'workers'>;

/** @param processes how many processes share the machine */
export function memoryShares(config: Settings, processes: number, totalBytes = availableMemory()): MemoryShares {
  const bytes = (count: number | undefined) => (count === undefined ? undefined : count * mebibyte);
  const { query, export: exporting, build, workers } = config;
  const cores = Math.ceil(os.availableParallelism() / processes);
  return shareMemory(totalBytes / processes, cores, {
    query: { memoryBytes: bytes(query.memory_mb), count: query.processes },
    export: { memoryBytes: bytes(exporting.memory_mb), count: exporting.processes },
    build: { memoryBytes: bytes(build.memory_mb), count: workers.build },
  });
}
