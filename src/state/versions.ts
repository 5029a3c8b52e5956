// Builds and the versions that they published. The newest version that is not replaced is the one in service.
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

export type BuildStatus = 'Queued' | 'Running' | 'Published' | 'HeldBack' | 'Failed';

/** Something that a build found in its data; one of severity `stop` holds the build back. */
export interface Finding {
  readonly check: string;
  readonly severity: 'stop' | 'warn';
  readonly message: string;
  readonly count: number;
}

export interface Build {
  readonly build_id: string;
  readonly tenant: string;
  readonly status: BuildStatus;
  readonly accept_loss: boolean;
  readonly version: number | null;
  readonly findings: readonly Finding[];
  readonly error: string | null;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

export interface PublishedVersion {
  readonly version: number;
  readonly published_at: Date;
  readonly replaced_at: Date | null;
}

const buildColumns =
  'build_id, tenant, status, accept_loss, version::float8 as version, findings, error, queued_at, started_at, ended_at';

/** Ask for a build; one that still waits is joined, so many syncs end in one build. */
export async function requestBuild(
  database: Database,
  tenant: string,
  options: { acceptLoss?: boolean } = {},
): Promise<Build> {
  const [build] = await database.query<Build>(
    `insert into builds (build_id, tenant, status, accept_loss) values ($1, $2, 'Queued', $3)
     on conflict (tenant) where status = 'Queued' do update set accept_loss = builds.accept_loss or excluded.accept_loss
     returning ${buildColumns}`,
    [randomUUID(), tenant, options.acceptLoss ?? false],
  );
  return build!;
}

export async function findBuild(database: Database, buildId: string): Promise<Build | undefined> {
  const [build] = await database.query<Build>(`select ${buildColumns} from builds where build_id = $1`, [buildId]);
  return build;
}

export async function latestBuild(database: Database, tenant: string): Promise<Build | undefined> {
  const [build] = await database.query<Build>(
    `select ${buildColumns} from builds where tenant = $1 order by queued_at desc limit 1`,
    [tenant],
  );
  return build;
}

/** Whether a build has been asked for and not been started. */
export async function buildWaits(database: Database, tenant: string): Promise<boolean> {
  const waiting = await database.query(`select 1 from builds where tenant = $1 and status = 'Queued'`, [tenant]);
  return waiting.length > 0;
}

/** Take the waiting build, with everything that was asked of it until now; undefined when there is none. */
export async function startBuild(database: Database, tenant: string): Promise<Build | undefined> {
  const [build] = await database.query<Build>(
    `update builds set status = 'Running', started_at = now() where tenant = $1 and status = 'Queued'
     returning ${buildColumns}`,
    [tenant],
  );
  return build;
}

/** Whether a build is reading landed files at this moment. */
export async function buildRuns(database: Database, tenant: string): Promise<boolean> {
  const running = await database.query(`select 1 from builds where tenant = $1 and status = 'Running'`, [tenant]);
  return running.length > 0;
}

/** Builds that a crash cut off never reached the swap: they end as failed, and a new one is asked for by the caller. */
export async function failInterruptedBuilds(database: Database, tenant: string): Promise<number> {
  const failed = await database.query(
    `update builds set status = 'Failed', ended_at = now(), error = 'The process ended during the build.'
     where tenant = $1 and status = 'Running' returning build_id`,
    [tenant],
  );
  return failed.length;
}

export async function endBuild(
  database: Database,
  buildId: string,
  end: { status: 'HeldBack' | 'Failed'; findings?: readonly Finding[]; error?: string },
): Promise<void> {
  await database.query(
    `update builds set status = $2, findings = $3::jsonb, error = $4, ended_at = now() where build_id = $1`,
    [buildId, end.status, JSON.stringify(end.findings ?? []), end.error ?? null],
  );
}

/** The number that the next version of a tenant gets. Numbers are never used twice, removed versions included. */
export async function nextVersionNumber(database: Database, tenant: string): Promise<number> {
  const [row] = await database.query<{ next: number }>(
    `select (coalesce(max(version), 0) + 1)::float8 as next from versions where tenant = $1`,
    [tenant],
  );
  return row!.next;
}

/** The swap: from this transaction's commit on, `version` is the one in service. */
export async function publishVersion(
  database: Database,
  build: Build,
  version: number,
  findings: readonly Finding[],
): Promise<void> {
  await database.transaction(async transaction => {
    await transaction.query(`update versions set replaced_at = now() where tenant = $1 and replaced_at is null`, [
      build.tenant,
    ]);
    await transaction.query(`insert into versions (tenant, version, build_id) values ($1, $2, $3)`, [
      build.tenant,
      version,
      build.build_id,
    ]);
    await transaction.query(
      `update builds set status = 'Published', version = $2, findings = $3::jsonb, ended_at = now() where build_id = $1`,
      [build.build_id, version, JSON.stringify(findings)],
    );
  });
}

/** Versions that can still be read, newest first; the first without `replaced_at` is in service. */
export async function readableVersions(database: Database, tenant: string): Promise<PublishedVersion[]> {
  return database.query<PublishedVersion>(
    `select version::float8 as version, published_at, replaced_at from versions
     where tenant = $1 and removed_at is null order by version desc`,
    [tenant],
  );
}

/** Mark versions that were replaced before `before` as removed; resolves to their numbers so that files can go too. */
export async function expireVersions(database: Database, tenant: string, before: Date): Promise<number[]> {
  const rows = await database.query<{ version: number }>(
    `update versions set removed_at = now()
     where tenant = $1 and removed_at is null and replaced_at < $2 returning version::float8 as version`,
    [tenant, before],
  );
  return rows.map(row => row.version);
}
