// Runs the service's own SQL on a version for requests of the API. Clients name a lookup and its parameters, never SQL, so nothing
// has to be checked; the processes are those of the sandbox because a lookup may be ended like a query.
import os from 'node:os';
import path from 'node:path';
import { ServiceError } from '../errors.ts';
import { Ended, RequestFailed } from '../sandbox/failures.ts';
import { createPool } from '../sandbox/pool.ts';
import { Overloaded } from '../sandbox/waiting-line.ts';
import { isShortage } from '../warehouse/disk-full.ts';
import { warehouseFile } from '../warehouse/version/layout.ts';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import type { Visible } from '../warehouse/version/version.ts';
import type { LookupRequest, LookupValue } from './lookup-process.ts';

export interface LookupLimits {
  /** Lookups that run at once. */
  readonly processes: number;
  /** The time limit for one lookup. */
  readonly timeMs: number;
  /** Per lookup. */
  readonly memoryBytes: number;
  /** The folder where lookups spill. It is emptied at the start. */
  readonly folder: string;
  complain(text: string): void;
}

export interface VersionLookup {
  /** The client that asks. Processes are shared fairly among clients. */
  readonly clientId: string;
  /** The folder of the version to read. */
  readonly versionFolder: string;
  readonly visible: Visible;
  /** The file `sql/lookups/<name>.sql`. */
  readonly name: string;
  /** A value for each `$name` of the file. */
  readonly parameters: Readonly<Record<string, LookupValue>>;
}

export interface Lookups {
  /**
   * All rows, each as an object by column name. They are held in memory whole, so a lookup limits how many there are.
   * @throws ServiceError SERVICE_UNAVAILABLE when too many lookups wait, or one took too long or too much memory
   */
  rows<Row>(lookup: VersionLookup, signal: AbortSignal): Promise<Row[]>;
  close(): Promise<void>;
}

/** Lookups that wait for a process, of all clients and of one. */
const waiting = 400;
const waitingOfClient = 200;

export function createLookups(settings: LookupLimits): Lookups {
  const pool = createPool({
    ...settings,
    entry: path.join(import.meta.dirname, 'lookup-process.ts'),
    waiting,
    waitingOfOwner: waitingOfClient,
    atWorkOfOwner: settings.processes,
    patienceMs: settings.timeMs,
  });
  const threads = os.availableParallelism();
  return {
    async rows<Row>({ clientId, versionFolder, visible, name, parameters }: VersionLookup, signal: AbortSignal) {
      const opening: VersionOpening = {
        file: warehouseFile(versionFolder),
        threads,
        memoryBytes: settings.memoryBytes,
        visible: visible ? [...visible].sort() : null,
      };
      const request: LookupRequest = { name, parameters };
      try {
        return await pool.run<Row[]>({ owner: clientId, opening, request, timeMs: settings.timeMs, signal });
      } catch (error) {
        throw unavailable(error, settings, name);
      }
    },
    close: () => pool.close(),
  };
}

function unavailable(error: unknown, settings: LookupLimits, name: string): unknown {
  if (error instanceof Overloaded)
    return new ServiceError('SERVICE_UNAVAILABLE', 'too many requests of this kind are waiting; try again soon');
  const isShort = error instanceof RequestFailed && isShortage(error);
  if (!isShort && !(error instanceof Ended)) return error;
  const reason = isShort ? 'memory' : (error as Ended).reason;
  settings.complain(`lookup ${name} was ended: ${reason}`);
  const message =
    reason === 'time' || reason === 'memory'
      ? `the answer needed more ${reason} than one request may use; ask for a smaller part of it`
      : 'the request was ended from outside; it can be sent again';
  return new ServiceError('SERVICE_UNAVAILABLE', message, { cause: error });
}
