// Runs the service's own SQL on a version for requests of the API. Clients choose a lookup and its parameters, never SQL, so the SQL
// is not checked. Lookups run in processes of the sandbox, so that one that takes too long or too much memory can be ended.
//
// A lookup is a statement of sql/lookups, or a folder of steps (prepared-lookup.ts). Nodes and searched objects are numbered in the order in
// which they are looked up: nodes by instance and type, searched objects by their words.
import os from 'node:os';
import path from 'node:path';
import { ServiceError } from '../errors.ts';
import { plainVisibility, type Visible } from '../resources/visibility/visible.ts';
import { Ended, type EndReason, RequestFailed } from '../sandbox/failures.ts';
import { createPool } from '../sandbox/pool.ts';
import { Overloaded } from '../sandbox/waiting-line.ts';
import { isShortage } from '../warehouse/disk-full.ts';
import { causeOfFailure } from '../warehouse/version/damage.ts';
import { warehouseFile } from '../warehouse/version/layout.ts';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import type { BetweenEdges, BetweenRequest } from './between.ts';
import type { LookupRequest, Refused, ScimRows, SelectedFacets, SelectedPage } from './lookup-process.ts';
import type { LookupValue } from './prepared-lookup.ts';
import type { PreviewedRisks, RiskPreviewRequest } from './risk-preview.ts';
import type { ScimSelection } from './scim/statements.ts';
import type { FacetSelection, PageSelection } from './selection.ts';

export interface LookupLimits {
  /** Lookups that run at once. */
  readonly processes: number;
  /** The time limit for one lookup. */
  readonly timeMs: number;
  /** The memory limit for one lookup. */
  readonly memoryBytes: number;
  /** Whether a process that has opened nothing is kept ready; default: true. */
  readonly keepsSpare?: boolean | undefined;
  /** The folder where lookups spill. It is emptied at the start. */
  readonly folder: string;
  onWarning(text: string): void;
}

/** For whom something is looked up, and in which version. */
export interface LookupOrigin {
  /** The client that asks. Processes are shared fairly among clients. */
  readonly clientId: string;
  /** The folder of the version to read. */
  readonly versionFolder: string;
  readonly visible: Visible;
}

export interface VersionLookup extends LookupOrigin {
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
  /** What lies between some subjects and objects in the graph of access, for each pair. @throws ServiceError as above */
  between(origin: LookupOrigin, request: BetweenRequest, signal: AbortSignal): Promise<BetweenEdges[]>;
  /** A page of a list. @throws ServiceError as above, and BAD_REQUEST for a regular expression that the engine does not take */
  page(origin: LookupOrigin, page: PageSelection, signal: AbortSignal): Promise<SelectedPage>;
  /** The facets of a list. @throws ServiceError as above */
  facets(origin: LookupOrigin, facets: FacetSelection, signal: AbortSignal): Promise<SelectedFacets>;
  /** The violations that a change would open and close. @throws ServiceError as above */
  riskPreview(origin: LookupOrigin, request: RiskPreviewRequest, signal: AbortSignal): Promise<PreviewedRisks>;
  /** A page of SCIM. @throws ServiceError as above */
  scim(origin: LookupOrigin, selection: ScimSelection, signal: AbortSignal): Promise<ScimRows>;
  close(): Promise<void>;
}

/** How many lookups may wait for a process: of all clients, and of one. */
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
    followsVersions: true,
  });
  async function run<Result>(origin: LookupOrigin, request: LookupRequest, name: string, signal: AbortSignal) {
    const { clientId, versionFolder, visible } = origin;
    const opening: VersionOpening = {
      file: warehouseFile(versionFolder),
      // A named lookup reads few rows, and so does the search between objects. DuckDB's threads use the CPU while they wait for each other, so a second one only costs.
      ...('name' in request || 'between' in request
        ? { threads: 1, quickPlans: 'of many rows' as const }
        : { threads: os.availableParallelism() }),
      memoryBytes: settings.memoryBytes,
      visible: plainVisibility(visible),
      usesLookupFiles: true,
    };
    try {
      return await pool.run<Result>({ owner: clientId, opening, request, timeMs: settings.timeMs, signal });
    } catch (error) {
      throw await unavailable(error, versionFolder, settings, name);
    }
  }
  return {
    rows: <Row>({ name, parameters, ...origin }: VersionLookup, signal: AbortSignal) =>
      run<Row[]>(origin, { name, parameters }, name, signal),
    between: (origin, between, signal) => run(origin, { between }, 'between objects', signal),
    page: async (origin, page, signal) =>
      accepted(await run<SelectedPage | Refused>(origin, { page }, 'of a list', signal)),
    facets: async (origin, facets, signal) =>
      accepted(await run<SelectedFacets | Refused>(origin, { facets }, 'of facets', signal)),
    riskPreview: (origin, riskPreview, signal) => run(origin, { riskPreview }, 'of risks', signal),
    scim: (origin, scim, signal) => run(origin, { scim }, 'of SCIM', signal),
    close: () => pool.close(),
  };
}

/** @throws ServiceError BAD_REQUEST when the engine refused filters */
function accepted<Result extends object>(result: Result | Refused): Result {
  if (!('problems' in result)) return result;
  const message = result.problems.map(({ path: place, message: why }) => `${place}: ${why}`).join('; ');
  throw new ServiceError('BAD_REQUEST', message, { details: { parameter: 'filter', problems: result.problems } });
}

/** Nobody waits for the answer: the client has left, or the service stops. */
const unwanted: readonly EndReason[] = ['cancelled', 'closed'];

async function unavailable(
  error: unknown,
  versionFolder: string,
  settings: LookupLimits,
  name: string,
): Promise<unknown> {
  if (error instanceof Overloaded)
    return new ServiceError('SERVICE_UNAVAILABLE', 'too many requests of this kind are waiting; try again soon');
  const isShort = error instanceof RequestFailed && isShortage(error);
  if (!isShort && !(error instanceof Ended)) return causeOfFailure(versionFolder, error);
  const reason = isShort ? 'memory' : (error as Ended).reason;
  if (!unwanted.includes(reason)) settings.onWarning(`lookup ${name} was ended: ${reason}`);
  const message =
    reason === 'time' || reason === 'memory'
      ? `the answer needed more ${reason} than one request may use; ask for a smaller part of it`
      : 'the request was ended from outside; it can be sent again';
  return new ServiceError('SERVICE_UNAVAILABLE', message, { cause: error });
}
