// Deletes the records of ended runs, builds and versions after some weeks, when nothing needs them any more. Otherwise the
// statements that find the runs of a version would become slower with every run.
import type { Database } from '../database/database.ts';

/** Rows that one statement deletes at most, so that none takes long. */
const mostAtOnce = 1_000;

/**
 * Delete what ended more than `keepMs` ago, oldest first. The newest run of each source, the newest build and the newest version
 * stay, because later positions, times and numbers depend on them.
 * @param needed ids of runs that versions are made of
 * @returns how many rows
 */
export async function forgetHistory(
  database: Database,
  tenant: string,
  needed: ReadonlySet<string>,
  keepMs: number,
): Promise<number> {
  const old = (column: string) => `${column} < now() - $2 * interval '1 millisecond'`;
  const runs = await database.query(
    `delete from sync_runs where run_id in (
       select run_id from sync_runs old where tenant = $1 and ${old('ended_at')} and run_id <> all($3::uuid[])
         and position < (select max(position) from sync_runs where tenant = $1 and source_id = old.source_id and not targeted)
       order by position limit ${mostAtOnce})
     returning 1`,
    [tenant, keepMs, [...needed]],
  );
  const versions = await database.query(
    `delete from versions where tenant = $1 and version in (
       select version from versions where tenant = $1 and ${old('removed_at')}
         and version < (select max(version) from versions where tenant = $1)
       order by version limit ${mostAtOnce})
     returning 1`,
    [tenant, keepMs],
  );
  const builds = await database.query(
    `delete from builds where build_id in (
       select build_id from builds old where tenant = $1 and ${old('ended_at')}
         and queued_at < (select max(queued_at) from builds where tenant = $1)
         and not exists (select from versions where build_id = old.build_id)
       order by queued_at limit ${mostAtOnce})
     returning 1`,
    [tenant, keepMs],
  );
  return runs.length + versions.length + builds.length;
}
