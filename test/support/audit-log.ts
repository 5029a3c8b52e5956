// The audit log as it is stored.
import type { Database } from '../../src/database/database.ts';
import type { AuditEntry } from '../../src/state/audit.ts';

/** The newest entries of a tenant (or of the deployment, with null), newest first. */
export async function listAudit(
  database: Database,
  tenant: string | null,
  limit = 100,
): Promise<(AuditEntry & { readonly at: Date })[]> {
  return database.query(
    `SELECT at, tenant, principal, action, target, outcome, details FROM audit_log
     WHERE tenant IS NOT DISTINCT FROM $1 ORDER BY audit_id DESC LIMIT $2`,
    [tenant, limit],
  );
}
