// The work of an action job on its sources, and how long it waits after a fault of one of them.
import type { CallFailed, SourceClient } from '../../src/actions/source-client.ts';
import type { ActionJob } from '../../src/state/actions/jobs.ts';
import type { PipelineContext } from '../job/context.ts';
import type { Held } from '../job/leased.ts';

/** The open clients of a job's sources. */
export interface Clients {
  /**
   * A client of a source; each is opened once.
   * @param number from 0 on, below `changesAtOnce` of the connector
   * @throws CallFailed when the source cannot be opened
   */
  of(sourceId: string, number?: number): Promise<SourceClient>;
  close(): Promise<void>;
}

export interface SourceWork {
  readonly context: PipelineContext;
  readonly held: Held<ActionJob>;
  readonly clients: Clients;
}

/** Limits for transient faults. */
export const faultLimits = {
  /** Tries of one record. */
  mostTries: 3,
  /** Faults of a source in a row, on any record, after which all of its records fail. */
  mostFaults: 6,
  /** The same, when the source cannot even be opened. */
  mostFailedOpenings: 3,
};

const firstDelayMs = 1_000;
const longestDelayMs = 600_000;
/** A job waits when a source asks it to, until this long after its acceptance. Later requests to wait count as faults. */
const longestPatienceMs = 24 * 3_600_000;

/**
 * How long to wait after a transient fault, and whether it counts as a try. A delay that the source asks for does not count,
 * because the job waits until the rate limit of the source is over.
 */
export function delayOf(
  { retryAfterMs }: CallFailed,
  { created_at: createdAt }: ActionJob,
  tries = 0,
): { readonly delayMs: number; readonly counts: boolean } {
  if (retryAfterMs !== undefined) {
    return {
      delayMs: Math.ceil(Math.min(Math.max(retryAfterMs, 0), longestDelayMs)),
      counts: Date.now() - createdAt.getTime() > longestPatienceMs,
    };
  }
  return { delayMs: Math.round(firstDelayMs * 4 ** tries * (0.75 + Math.random() / 2)), counts: true };
}

/** The failure reason when the configuration was changed after the job had been accepted. */
export function noLongerWritable(sourceId: string): string {
  return `source ${sourceId} is no longer configured, or no longer configured for writes`;
}
