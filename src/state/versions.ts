// Builds and the versions that they published. The newest version that is not replaced is the one in service.

import { randomUUID } from 'node:crypto';
import type { Gap } from '../connector/contract.ts';
import { type Database, json } from '../database/database.ts';
import { isUniqueViolation } from '../database/statement-error.ts';
import { recordVisibleChanges } from './actions/data-sync.ts';
import { type Finding, sanitizeFindings } from './findings.ts';
import { type Judgement, recordJudgements } from './held-back.ts';
import { type Lease, type Leased, leasable, leasing, underLease } from './leases.ts';
import { sanitizeGap, sanitizeText } from './sanitize-text.ts';
import { recordVisibleSignals } from './signals/signals.ts';

export type BuildStatus = 'Queued' | 'Running' | 'Published' | 'HeldBack' | 'Failed';

export interface Build {
  readonly build_id: string;
  readonly tenant: string;
  readonly status: BuildStatus;
  /** Sources whose losses and rejections the operator accepts. */
  readonly accepted_sources: readonly string[];
  /** Whether everything is computed and written again, without the files of the version in service. */
  readonly is_full: boolean;
  readonly version: number | null;
  readonly findings: readonly Finding[];
  readonly error: string | null;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** Failed attempts: leases that expired or that an error ended. */
  readonly failures: number;
}

export interface PublishedVersion {
  readonly version: number;
  /** The name of its folder. */
  readonly folder: string;
  readonly published_at: Date;
  readonly replaced_at: Date | null;
}

const buildColumns =
  'build_id, tenant, status, accepted_sources, is_full, version::float8 as version, findings, error, queued_at, started_at, ended_at, failures';

/** Request a build. While one waits, the request is merged into it, so many syncs result in one build. */
export async function requestBuild(
  database: Database,
  tenant: string,
  options: { acceptedSources?: readonly string[]; isFull?: boolean } = {},
): Promise<Build> {
  const [build] = await database.query<Build>(
    `insert into builds (build_id, tenant, status, accepted_sources, is_full) values ($1, $2, 'Queued', $3::text[], $4)
     on conflict (tenant) where status = 'Queued' do update
       set accepted_sources = array(select distinct unnest(builds.accepted_sources || excluded.accepted_sources)),
         is_full = builds.is_full or excluded.is_full
     returning ${buildColumns}`,
    [randomUUID(), tenant, options.acceptedSources ?? [], options.isFull ?? false],
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

/** The oldest build of a tenant that has not ended. */
export async function openBuild(database: Database, tenant: string): Promise<Build | undefined> {
  const [build] = await database.query<Build>(
    `select ${buildColumns} from builds where tenant = $1 and ended_at is null order by queued_at limit 1`,
    [tenant],
  );
  return build;
}

/**
 * Lease a build that waits, with all requests merged into it until now, or one whose lease expired. Each tenant runs one build
 * at a time: while another build runs, the answer is `later`.
 */
export async function leaseBuild(database: Database, buildId: string, leaseMs: number): Promise<Leased<Build>> {
  try {
    const [row] = await database.query<Build & { attempt: number }>(
      `update builds set status = 'Running', started_at = now(), ${leasing(leaseMs)}
       where build_id = $1 and ended_at is null and ${leasable} returning ${buildColumns}, attempt`,
      [buildId],
    );
    if (row) {
      const { attempt, ...record } = row;
      return { lease: { kind: 'build', id: buildId, attempt, ms: leaseMs }, record };
    }
  } catch (error) {
    if (isUniqueViolation(error, 'builds_one_running')) return 'later';
    throw error;
  }
  const build = await findBuild(database, buildId);
  return build?.ended_at === null ? 'later' : 'over';
}

/** Builds of a tenant that are reading landed files and writing versions, or may resume doing so. */
export async function runningBuilds(database: Database, tenant: string): Promise<string[]> {
  const rows = await database.query<{ build_id: string }>(
    `select build_id from builds where tenant = $1 and status = 'Running'`,
    [tenant],
  );
  return rows.map(row => row.build_id);
}

/** What a build found out, whether or not it made a version. */
export interface BuildResult {
  readonly tenant: string;
  readonly findings: readonly Finding[];
  /** One for each source that has newer data than the version before. */
  readonly judgements: readonly Judgement[];
}

/** End a build that made no version, because the whole version is held back. */
export async function holdBackBuild(database: Database, lease: Lease, result: BuildResult): Promise<void> {
  await underLease(database, lease, async transaction => {
    // Data is recorded as accepted only when a version with it is published, so only the rejections are recorded here.
    const heldBack = result.judgements.filter(({ findings }) => findings.length > 0);
    await recordJudgements(transaction, result.tenant, heldBack);
    await transaction.query(
      `update builds set status = 'HeldBack', findings = $2::jsonb, ended_at = now(), lease_until = null
       where build_id = $1`,
      [lease.id, json(sanitizeFindings(result.findings))],
    );
  });
}

export async function failBuild(database: Database, lease: Lease, error: string): Promise<void> {
  await underLease(database, lease, transaction =>
    transaction.query(
      `update builds set status = 'Failed', findings = '[]', error = $2, ended_at = now(), lease_until = null
       where build_id = $1`,
      [lease.id, sanitizeText(error)],
    ),
  );
}

/** The number of a tenant's next version. Numbers are never reused, not even those of removed versions. */
export async function nextVersionNumber(database: Database, tenant: string): Promise<number> {
  const [row] = await database.query<{ next: number }>(
    `select (coalesce(max(version), 0) + 1)::float8 as next from versions where tenant = $1`,
    [tenant],
  );
  return row!.next;
}

/** The gaps that a build found in what a read landed. */
export interface FoundGaps {
  readonly run_id: string;
  readonly type: string;
  readonly gaps: readonly Gap[];
}

export interface MadeVersion extends BuildResult {
  readonly version: number;
  readonly folder: string;
  /** One for every newest read that the version shows. Reads that are not named keep what was found before. */
  readonly found: readonly FoundGaps[];
}

/**
 * The swap: from this transaction's commit on, the version is the one in service.
 * @throws LeaseLost when another process has taken over the build; then nothing is swapped
 */
export async function publishVersion(database: Database, lease: Lease, made: MadeVersion): Promise<void> {
  const { tenant, version, folder, findings, judgements } = made;
  const found = made.found.map(read => ({ ...read, gaps: read.gaps.map(sanitizeGap) }));
  await underLease(database, lease, async transaction => {
    await transaction.query(`update versions set replaced_at = now() where tenant = $1 and replaced_at is null`, [
      tenant,
    ]);
    await transaction.query(`insert into versions (tenant, version, build_id, folder) values ($1, $2, $3, $4)`, [
      tenant,
      version,
      lease.id,
      folder,
    ]);
    await transaction.query(
      `update builds set status = 'Published', version = $2, findings = $3::jsonb, ended_at = now(), lease_until = null
       where build_id = $1`,
      [lease.id, version, json(sanitizeFindings(findings))],
    );
    await transaction.query(
      `update sync_reads set found = made.gaps
       from jsonb_to_recordset($1::jsonb) as made (run_id uuid, type text, gaps jsonb)
       where sync_reads.run_id = made.run_id and sync_reads.type = made.type and sync_reads.found <> made.gaps`,
      [JSON.stringify(found)],
    );
    await recordJudgements(transaction, tenant, judgements);
    await recordVisibleChanges(transaction, tenant, version);
    await recordVisibleSignals(transaction, tenant, version);
  });
}

/** Versions that can still be read, newest first; the first without `replaced_at` is in service. */
export async function readableVersions(database: Database, tenant: string): Promise<PublishedVersion[]> {
  return database.query<PublishedVersion>(
    `select version::float8 as version, folder, published_at, replaced_at from versions
     where tenant = $1 and removed_at is null order by version desc`,
    [tenant],
  );
}

/** Tenant → a text that changes whenever a version of the tenant is published or removed. */
export async function versionFingerprints(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ tenant: string; fingerprint: string }>(
    `select tenant, max(version)::text || '/' || count(*)::text as fingerprint from versions where removed_at is null group by tenant`,
  );
  return new Map(rows.map(row => [row.tenant, row.fingerprint]));
}

/** Mark versions that were replaced more than `keepMs` ago as removed, except those that an export still needs. */
export async function expireVersions(database: Database, tenant: string, keepMs: number): Promise<number> {
  const rows = await database.query(
    `update versions set removed_at = now()
     where tenant = $1 and removed_at is null and replaced_at < now() - $2 * interval '1 millisecond'
       and not exists (select from downloads where downloads.tenant = versions.tenant
         and versions.version in (downloads.version, downloads.since_version) and downloads.status = 'accepted')
     returning 1`,
    [tenant, keepMs],
  );
  return rows.length;
}
