// What builds, queries and exports may use: settings in rolecall.yaml.
import { z } from 'zod';
import { duration, timeLimit } from './setting-types.ts';

export const BuildLimits = z.strictObject({
  memory_mb: z.int().min(256).optional().describe('Memory that a build may use; default: a share of the machine’s'),
  threads: z.int().min(1).optional().describe('Threads that a build may use; default: one per core'),
});

export const QueryLimits = z.strictObject({
  time: timeLimit.prefault('30s').describe('Time limit for a query until its page, or the first byte of a stream'),
  lookup_time: timeLimit
    .prefault('10s')
    .describe('Time limit for what an answer of the API looks up besides its page, for example who reaches an object'),
  stream_time: timeLimit.prefault('10m').describe('How long a stream may take from its first byte to its last'),
  memory_mb: z.int().min(128).optional().describe('Memory of one query; default: a share of the machine’s'),
  disk_mb: z.int().min(1).default(1024).describe('How much temporary data one query may write to disk'),
  result_mb: z.int().min(1).default(4096).describe('The largest result of one query'),
  processes: z
    .int()
    .min(1)
    .optional()
    .describe('Queries that run at once; default: one per core, at least two, but fewer when memory is short'),
  client_processes: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Queries of one client that run at once; default: one less than `processes`, so that one is left for other clients',
    ),
  waiting: z.int().min(1).default(200).describe('Queries that may wait for a process; further ones get 503'),
  client_waiting: z
    .int()
    .min(1)
    .optional()
    .describe('Queries of one client that may wait for a process; default: a quarter of `waiting`'),
});

export const ExportLimits = z.strictObject({
  time: duration.prefault('10m').describe('How long an export may take'),
  memory_mb: z.int().min(128).optional().describe('Memory of one export; default: a share of the machine’s'),
  processes: z
    .int()
    .min(1)
    .optional()
    .describe('Exports that run at once; default: one per core, at least two, but fewer when memory is short'),
});
