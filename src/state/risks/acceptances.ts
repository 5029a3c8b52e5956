// Violations of the service's own risk rules that clients have accepted. The next version shows what changed here, so each change
// requests a build.
import type { Database } from '../../database/database.ts';
import { recordAudit } from '../audit.ts';
import { sanitizeText } from '../sanitize-text.ts';
import { type Build, requestBuild } from '../versions.ts';

export interface RiskAcceptance {
  readonly violation_id: string;
  readonly reason: string;
  readonly until: Date;
  /** The id of a principal. */
  readonly accepted_by: string;
  readonly accepted_at: Date;
}

/** A change of acceptances, with the build of the first version that shows it. */
export interface AcceptanceChange {
  readonly acceptance: RiskAcceptance;
  readonly build: Build;
}

const columns = 'violation_id, reason, until, accepted_by, accepted_at';

/** The acceptances that hold now, as a build takes them. */
export async function acceptedViolations(
  database: Database,
  tenant: string,
): Promise<{ violation: string; reason: string; until: Date }[]> {
  return database.query(
    `select violation_id as violation, reason, until from risk_acceptances where tenant = $1 and until > now() order by violation_id`,
    [tenant],
  );
}

/** Accept a violation. This replaces an earlier acceptance of it. */
export async function acceptViolation(
  database: Database,
  tenant: string,
  { violationId, reason, until, principal }: { violationId: string; reason: string; until: Date; principal: string },
): Promise<AcceptanceChange> {
  return database.transaction(async transaction => {
    const [acceptance] = await transaction.query<RiskAcceptance>(
      `insert into risk_acceptances (tenant, violation_id, reason, until, accepted_by) values ($1, $2, $3, $4, $5)
       on conflict (tenant, violation_id) do update set reason = excluded.reason, until = excluded.until,
         accepted_by = excluded.accepted_by, accepted_at = now()
       returning ${columns}`,
      [tenant, violationId, sanitizeText(reason), until, principal],
    );
    const details = { reason: acceptance!.reason, until: until.toISOString() };
    const entry = { tenant, principal, action: 'riskViolation.accept', target: violationId, details };
    await recordAudit(transaction, { ...entry, outcome: 'done' });
    return { acceptance: acceptance!, build: await requestBuild(transaction, tenant) };
  });
}

/** End an acceptance before its date. Undefined when there is none. */
export async function withdrawAcceptance(
  database: Database,
  tenant: string,
  { violationId, principal }: { violationId: string; principal: string },
): Promise<AcceptanceChange | undefined> {
  return database.transaction(async transaction => {
    const [acceptance] = await transaction.query<RiskAcceptance>(
      `delete from risk_acceptances where tenant = $1 and violation_id = $2 returning ${columns}`,
      [tenant, violationId],
    );
    if (!acceptance) return undefined;
    const entry = { tenant, principal, action: 'riskViolation.withdrawAcceptance', target: violationId };
    await recordAudit(transaction, { ...entry, outcome: 'done' });
    return { acceptance, build: await requestBuild(transaction, tenant) };
  });
}

/** Delete the acceptances that have ended. @returns the build that opens their violations again; undefined when none has ended */
export async function endAcceptances(database: Database, tenant: string): Promise<Build | undefined> {
  return database.transaction(async transaction => {
    const ended = await transaction.query(
      'delete from risk_acceptances where tenant = $1 and until <= now() returning violation_id',
      [tenant],
    );
    return ended.length > 0 ? requestBuild(transaction, tenant) : undefined;
  });
}
