// Runs exports on a version, each in a process that can be killed: chooses the process, limits its time, explains failures.
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PlainVisibility } from '../resources/visibility/visible.ts';
import { Ended, RequestFailed } from '../sandbox/failures.ts';
import { createPool, type PoolRequest } from '../sandbox/pool.ts';
import { Overloaded } from '../sandbox/waiting-line.ts';
import { StorageCorrupt } from '../storage/storage.ts';
import { causeOfFailure } from '../warehouse/version/damage.ts';
import { warehouseFile } from '../warehouse/version/layout.ts';
import type { ExportOpening, ExportProcessRequest, ExportRequest, Written } from './export-process.ts';
import { ExportFailed, type FailureCode } from './failures.ts';
import type { ExportProblem, Filter } from './filters.ts';
import type { StateRows } from './state-tables.ts';

export interface ExporterSettings {
  /** Exports that run at once. */
  readonly processes: number;
  /** Time limit for an export. */
  readonly timeMs: number;
  /** Per export. */
  readonly memoryBytes: number;
  /** Whether a process that has opened nothing is kept ready; default: true. */
  readonly keepsSpare?: boolean | undefined;
  /** The folder to which processes spill; emptied at the start. */
  readonly scratch: string;
  /** The only folder to which files are written; absolute. */
  readonly folder: string;
  onWarning(text: string): void;
}

/** Who exports from which version, and what is visible (null: all). */
export interface ExportOrigin {
  /** The client. Processes are shared fairly among waiting clients. */
  readonly owner: string;
  readonly versionFolder: string;
  /** Of the earlier version, for a context that compares two. */
  readonly earlierFolder?: string | undefined;
  readonly visible: PlainVisibility | null;
  /** Rows of state that the context reads; absent: none. */
  readonly state?: StateRows;
}

/** @throws ExportFailed; Overloaded when too many exports wait */
export interface Exporter {
  readonly processes: number;
  /** Find the problems in the regular expressions of filters. */
  check(origin: ExportOrigin, filters: readonly Filter[], signal: AbortSignal): Promise<ExportProblem[]>;
  /** Write a whole file, which is not synced to disk. A failure may leave an incomplete file. */
  write(origin: ExportOrigin, request: ExportRequest, file: string, signal: AbortSignal): Promise<Written>;
  /** Resolves at the first byte. The stream fails when the export is aborted. */
  stream(origin: ExportOrigin, request: ExportRequest, signal: AbortSignal): Promise<Readable>;
  /** Start a process in advance, so that the first export need not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

/** Exports that wait for a process, of all clients and of one. */
const waiting = 100;
const waitingOfOwner = 25;

export function createExporter(settings: ExporterSettings): Exporter {
  const pool = createPool({
    processes: settings.processes,
    folder: settings.scratch,
    onWarning: settings.onWarning,
    writes: [settings.folder],
    entry: path.join(import.meta.dirname, 'export-process.ts'),
    memoryBytes: settings.memoryBytes,
    keepsSpare: settings.keepsSpare,
    waiting,
    waitingOfOwner,
    // Export jobs occupy a place in the queue while they wait here, so a limit per client would delay other clients' jobs.
    atWorkOfOwner: settings.processes,
    patienceMs: settings.timeMs,
    followsVersions: true,
  });
  const work = (
    { owner, versionFolder, earlierFolder, visible }: ExportOrigin,
    request: ExportProcessRequest,
    signal: AbortSignal,
  ): PoolRequest => {
    const opening: ExportOpening = {
      file: warehouseFile(versionFolder),
      ...(earlierFolder !== undefined && { earlierFile: warehouseFile(earlierFolder) }),
      folder: settings.folder,
      // Several threads buffer some hundred thousand rows each to keep the order. A stream uses one thread, which writes as
      // it reads.
      threads: 'write' in request ? os.availableParallelism() : 1,
      memoryBytes: settings.memoryBytes,
      visible,
    };
    return { owner, opening, request, timeMs: settings.timeMs, streamTimeMs: settings.timeMs, signal };
  };
  return {
    processes: settings.processes,
    check: (origin, filters, signal) =>
      failing(origin, pool.run<ExportProblem[]>(work(origin, { check: filters }, signal))),
    write: (origin, request, file, signal) =>
      failing(origin, pool.run<Written>(work(origin, { write: request, state: origin.state ?? {}, file }, signal))),
    stream: async (origin, request, signal) =>
      (await failing(origin, pool.stream(work(origin, { stream: request, state: origin.state ?? {} }, signal)))).output,
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}

/** @throws Overloaded, ExportFailed, and StorageCorrupt when files of the version are damaged */
async function failing<Result>({ versionFolder }: ExportOrigin, working: Promise<Result>): Promise<Result> {
  try {
    return await working;
  } catch (error) {
    if (error instanceof Overloaded) throw error;
    const code = codeOf(error);
    const cause = code === 'EXPORT_FAILED' ? await causeOfFailure(versionFolder, error) : error;
    throw cause instanceof StorageCorrupt ? cause : new ExportFailed(code, { cause });
  }
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof RequestFailed) return (error.details as FailureCode | undefined) ?? 'EXPORT_FAILED';
  if (!(error instanceof Ended)) return 'EXPORT_FAILED';
  return error.reason === 'time' || error.reason === 'memory' ? 'EXPORT_TOO_LARGE' : 'EXPORT_INTERRUPTED';
}
