// Which sources are held back: their newest data look broken, so versions are made from their last good data.
import { type Database, json } from '../database/database.ts';
import { type Finding, sanitizeFindings } from './findings.ts';
import { heldBack, type LandedChain, landedChains } from './landed-chains.ts';

/** A source whose newest data are in no version. */
export interface HeldBackSource {
  readonly source_id: string;
  /** The newest run that is held back. */
  readonly run_id: string;
  /** Since when no newer run of the source was accepted. */
  readonly since: Date;
  readonly findings: readonly Finding[];
}

/** What a build decided about one source. */
export interface Judgement {
  readonly sourceId: string;
  /** The runs that its newest data consist of. */
  readonly runs: readonly { readonly runId: string; readonly position: number }[];
  /** Why they are held back; empty: versions are made from them. */
  readonly findings: readonly Finding[];
}

export async function heldBackSources(database: Database, tenant: string): Promise<HeldBackSource[]> {
  return database.query<HeldBackSource>(
    `select distinct on (source_id) source_id, run_id, held_back as findings,
       min(held_back_at) over (partition by source_id) as since
     from sync_runs join sources using (tenant, source_id)
     where tenant = $1 and held_back is not null and position > coalesce(accepted_position, 0)
     order by source_id, position desc`,
    [tenant],
  );
}

/** Source → position of the last run that versions are made from; null: not known. */
export async function acceptedPositions(database: Database, tenant: string): Promise<Map<string, number | null>> {
  const rows = await database.query<{ source_id: string; position: number | null }>(
    `select source_id, accepted_position::float8 as position from sources where tenant = $1`,
    [tenant],
  );
  return new Map(rows.map(row => [row.source_id, row.position]));
}

/** Record what a build decided about its sources, in the transaction that ends the build. */
export async function recordJudgements(
  transaction: Database,
  tenant: string,
  judgements: readonly Judgement[],
): Promise<void> {
  for (const { sourceId, runs, findings } of judgements) {
    const runIds = runs.map(run => run.runId);
    if (findings.length > 0) {
      await transaction.query(
        `update sync_runs set held_back = $3::jsonb, held_back_at = coalesce(held_back_at, now())
         from sources
         where sources.tenant = sync_runs.tenant and sources.source_id = sync_runs.source_id
           and sync_runs.tenant = $1 and run_id = any($2::uuid[]) and position > coalesce(accepted_position, 0)`,
        [tenant, runIds, json(sanitizeFindings(findings))],
      );
      continue;
    }
    await transaction.query(`update sources set accepted_position = $3::bigint where tenant = $1 and source_id = $2`, [
      tenant,
      sourceId,
      Math.max(...runs.map(run => run.position)),
    ]);
    await transaction.query(
      `update sync_runs set held_back = null, held_back_at = null where held_back is not null and run_id = any($1::uuid[])`,
      [runIds],
    );
  }
}

/** What was known of one type before the current run: the source's newest data, or its last good data while it is held back. */
export async function knownBefore(
  database: Database,
  tenant: string,
  sourceId: string,
  type: string,
): Promise<LandedChain | undefined> {
  const [known] = await landedChains(database, tenant, { until: 'known', sources: [sourceId], type });
  return known;
}

/** Whether a newer run of a source than its last accepted one is held back. */
export async function isHeldBack(database: Database, tenant: string, sourceId: string): Promise<boolean> {
  const [held] = await database.query(
    `select 1 from sources where tenant = $1 and source_id = $2 and ${heldBack} limit 1`,
    [tenant, sourceId],
  );
  return held !== undefined;
}
