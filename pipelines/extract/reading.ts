// The context of a run, and of one read in it.
import type { Read } from '../../src/connector/contract.ts';
import type { JobRun } from '../../src/jobs/queue.ts';
import type { LandedChain } from '../../src/state/landed-chains.ts';
import type { Lease } from '../../src/state/leases.ts';
import type { SyncRead } from '../../src/state/reads.ts';
import type { SyncRun } from '../../src/state/runs.ts';
import type { DuckDB } from '../../src/warehouse/duckdb.ts';
import type { LandedCounts, LandingEnd } from '../../src/warehouse/landing/land.ts';
import type { ConfiguredSource, PipelineContext } from '../job/context.ts';
import type { Gaps } from './gaps.ts';

/** A run that this process works on. */
export interface Extraction {
  readonly context: PipelineContext;
  readonly run: SyncRun;
  readonly lease: Lease;
  readonly source: ConfiguredSource;
  readonly signal: AbortSignal;
  readonly emit: JobRun['emit'];
}

export interface Reading extends Extraction {
  readonly duckdb: DuckDB;
  readonly read: Read<unknown>;
  /** The read's line in the ledger from a former attempt. */
  readonly known: SyncRead | undefined;
  readonly client: unknown;
  /** Where batches are written before they go to the storage. */
  readonly folder: string;
}

/** What a read landed before it ended or failed. */
export interface LandedRead extends LandedCounts, LandingEnd {
  readonly gaps: Gaps;
  /** It failed before its end, so any object may be missing. */
  readonly broke: boolean;
  /** The newest run that the changes are laid over, when the read may bring only changes. */
  readonly basePosition: number | undefined;
  /** Absent: nobody has asked yet, or it may have changed since. */
  readonly before?: KnownBefore | undefined;
}

/** What was known of the type before the run; no chain: nothing. */
export interface KnownBefore {
  readonly chain: LandedChain | undefined;
}

/** Files of a read with ids of objects. */
export interface IdFiles {
  readonly rejected: readonly string[];
  readonly removed: readonly string[];
}
