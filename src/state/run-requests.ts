// The requests that a run sends to its source: how many, what the source still allows, and when the run should end.
import type { AnswerOfSource } from '../connector/contract.ts';
import type { Database } from '../database/database.ts';
import { type Lease, writeHeld } from './leases.ts';

/** What a source says of one of its limits. */
export interface StatedLimit {
  /** Scheme, host and port of the server that has the limit. */
  readonly origin: string;
  /** Name of the limit in the connector; empty where the server has one for all requests. */
  readonly name: string;
  /** Requests that it allows until `resetAt`. */
  readonly remaining: number;
  /** Requests that it allows between two resets; absent: the source does not say. */
  readonly allowed?: number;
  readonly resetAt: string;
}

export interface RunRequests {
  readonly sent: number;
  /** Those that the source has stated and that are not reset yet. */
  readonly limits: readonly StatedLimit[];
}

/** The limit of which the smallest share remains. */
export function tightestLimit(limits: readonly StatedLimit[]): StatedLimit | undefined {
  const share = ({ remaining, allowed }: StatedLimit) => remaining / (allowed || Math.max(remaining, 1));
  return limits.toSorted((one, other) => share(one) - share(other))[0];
}

export async function noteRequests(database: Database, lease: Lease, requests: RunRequests): Promise<void> {
  await writeHeld(
    database,
    lease,
    'update sync_runs set requests = $3::jsonb from held where sync_runs.run_id = held.run_id returning 1',
    [JSON.stringify(requests)],
  );
}

/**
 * What the source stated to its newest run, as far as it still holds. A client that is opened for changes, in any process, begins with it.
 * It is at most as old as the interval in which a run writes it, and the first answer to the client replaces it. Runs do not begin with
 * it: a run that was refused is tried again when the source wants, and a new one may have other credentials.
 */
export async function statedLimits(
  database: Database,
  { tenant, sourceId }: { readonly tenant: string; readonly sourceId: string },
): Promise<readonly Required<AnswerOfSource>[]> {
  const [run] = await database.query<{ requests: RunRequests }>(
    `select requests from sync_runs where tenant = $1 and source_id = $2 and requests is not null
     order by position desc limit 1`,
    [tenant, sourceId],
  );
  return (run?.requests.limits ?? []).flatMap(({ origin, name, remaining, allowed, resetAt }) => {
    const resetMs = Date.parse(resetAt) - Date.now();
    return resetMs > 0 ? [{ origin, limit: name, stated: { remaining, allowed, resetMs } }] : [];
  });
}

const isOfChanges = (run: string) =>
  `exists (select from sync_reads where sync_reads.run_id = ${run}.run_id and since is not null)`;

/**
 * SQL for when a run should end: the run before it of the same kind (full, or of changes) took a number of requests, and this one
 * sends them at the rate that it had so far. Null: not known, or it has sent more than the run before it.
 */
export const expectedEndColumn = `case when sync_runs.status = 'Running' then (
    select now() + (now() - sync_runs.started_at) * (before.sent / nullif((sync_runs.requests->>'sent')::float8, 0) - 1)
    from (select (previous.requests->>'sent')::float8 as sent from sync_runs as previous
      where previous.tenant = sync_runs.tenant and previous.source_id = sync_runs.source_id and previous.status = 'Landed'
        and previous.requests is not null and not previous.targeted and not sync_runs.targeted and ${isOfChanges('previous')} = ${isOfChanges('sync_runs')}
      order by previous.position desc limit 1) as before
    where before.sent > (sync_runs.requests->>'sent')::float8
  ) end`;
