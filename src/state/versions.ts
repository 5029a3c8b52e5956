// Builds and the versions that they published. The newest version that is not replaced is the one in service.
import { randomUUID } from 'node:crypto';
import { type Claim, type Claimed, claimable, claiming, underClaim } from './claims.ts';
import { type Database, json } from './database.ts';
import { type Finding, toldFindings } from './findings.ts';
import { type Judgement, recordJudgements } from './held-back.ts';
import { isUniqueViolation } from './statement-error.ts';
import { toldText } from './told-text.ts';

export type BuildStatus = 'Queued' | 'Running' | 'Published' | 'HeldBack' | 'Failed';

export interface Build {
  readonly build_id: string;
  readonly tenant: string;
  readonly status: BuildStatus;
  /** Sources whose losses and rejections the operator accepts. */
  readonly accepted_sources: readonly string[];
  readonly version: number | null;
  readonly findings: readonly Finding[];
  readonly error: string | null;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** Claims that broke off. */
  readonly failures: number;
}

export interface PublishedVersion {
  readonly version: number;
  /** Name of its folder. */
  readonly folder: string;
  readonly published_at: Date;
  readonly replaced_at: Date | null;
}

const buildColumns =
  'build_id, tenant, status, accepted_sources, version::float8 as version, findings, error, queued_at, started_at, ended_at, failures';

/** Ask for a build; one that still waits is joined, so many syncs end in one build. */
export async function requestBuild(
  database: Database,
  tenant: string,
  options: { acceptedSources?: readonly string[] } = {},
): Promise<Build> {
  const [build] = await database.query<Build>(
    `insert into builds (build_id, tenant, status, accepted_sources) values ($1, $2, 'Queued', $3::text[])
     on conflict (tenant) where status = 'Queued' do update
       set accepted_sources = array(select distinct unnest(builds.accepted_sources || excluded.accepted_sources))
     returning ${buildColumns}`,
    [randomUUID(), tenant, options.acceptedSources ?? []],
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
 * Claim a build that waits, with everything that was asked of it until now, or one whose claim ran out. A tenant has one
 * build at work: while there is another one, the answer is `later`.
 */
export async function claimBuild(database: Database, buildId: string): Promise<Claimed<Build>> {
  try {
    const [row] = await database.query<Build & { attempt: number }>(
      `update builds set status = 'Running', started_at = now(), ${claiming}
       where build_id = $1 and ended_at is null and ${claimable} returning ${buildColumns}, attempt`,
      [buildId],
    );
    if (row) {
      const { attempt, ...record } = row;
      return { claim: { kind: 'build', id: buildId, attempt }, record };
    }
  } catch (error) {
    if (isUniqueViolation(error, 'builds_one_running')) return 'later';
    throw error;
  }
  const build = await findBuild(database, buildId);
  return build?.ended_at === null ? 'later' : 'over';
}

/** Builds of a tenant that read landed files and write versions at this moment, or may go on to. */
export async function runningBuilds(database: Database, tenant: string): Promise<string[]> {
  const rows = await database.query<{ build_id: string }>(
    `select build_id from builds where tenant = $1 and status = 'Running'`,
    [tenant],
  );
  return rows.map(row => row.build_id);
}

/** What a build found out, whether or not a version came of it. */
export interface BuildResult {
  readonly tenant: string;
  readonly findings: readonly Finding[];
  /** Of the sources that have newer data than the version before. */
  readonly judgements: readonly Judgement[];
}

/** End a build that no version came of, because the whole version is held back. */
export async function holdBackBuild(database: Database, claim: Claim, result: BuildResult): Promise<void> {
  await underClaim(database, claim, async transaction => {
    // What is accepted is accepted when a version with it is published.
    const heldBack = result.judgements.filter(({ findings }) => findings.length > 0);
    await recordJudgements(transaction, result.tenant, heldBack);
    await transaction.query(
      `update builds set status = 'HeldBack', findings = $2::jsonb, ended_at = now(), lease_until = null
       where build_id = $1`,
      [claim.id, json(toldFindings(result.findings))],
    );
  });
}

export async function failBuild(database: Database, claim: Claim, error: string): Promise<void> {
  await underClaim(database, claim, transaction =>
    transaction.query(
      `update builds set status = 'Failed', findings = '[]', error = $2, ended_at = now(), lease_until = null
       where build_id = $1`,
      [claim.id, toldText(error)],
    ),
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

/**
 * The swap: from this transaction's commit on, the version is the one in service.
 * @throws ClaimLost, and nothing is swapped, when another process has taken the build over
 */
export async function publishVersion(
  database: Database,
  claim: Claim,
  made: BuildResult & { readonly version: number; readonly folder: string },
): Promise<void> {
  const { tenant, version, folder, findings, judgements } = made;
  await underClaim(database, claim, async transaction => {
    await transaction.query(`update versions set replaced_at = now() where tenant = $1 and replaced_at is null`, [
      tenant,
    ]);
    await transaction.query(`insert into versions (tenant, version, build_id, folder) values ($1, $2, $3, $4)`, [
      tenant,
      version,
      claim.id,
      folder,
    ]);
    await transaction.query(
      `update builds set status = 'Published', version = $2, findings = $3::jsonb, ended_at = now(), lease_until = null
       where build_id = $1`,
      [claim.id, version, json(toldFindings(findings))],
    );
    await recordJudgements(transaction, tenant, judgements);
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

/** What changes whenever a version of a tenant is published or removed, by tenant. */
export async function versionMarks(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ tenant: string; mark: string }>(
    `select tenant, max(version)::text || '/' || count(*)::text as mark from versions where removed_at is null group by tenant`,
  );
  return new Map(rows.map(row => [row.tenant, row.mark]));
}

/** Mark versions that were replaced `keepMs` ago as removed, except those that an export is to be made of. */
export async function expireVersions(database: Database, tenant: string, keepMs: number): Promise<number> {
  const rows = await database.query(
    `update versions set removed_at = now()
     where tenant = $1 and removed_at is null and replaced_at < now() - $2 * interval '1 millisecond'
       and not exists (select from downloads where downloads.tenant = versions.tenant
         and downloads.version = versions.version and downloads.status = 'accepted')
     returning 1`,
    [tenant, keepMs],
  );
  return rows.length;
}
