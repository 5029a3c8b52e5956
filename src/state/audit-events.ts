// Reads the audit log: filtered, newest first, one page at a time.

import type { Database } from '../database/database.ts';
import type { AuditEntry } from './audit.ts';

export interface AuditEvent extends AuditEntry {
  /** Orders the entries; text, because it is a 64-bit number. */
  readonly id: string;
  readonly at: Date;
}

export interface AuditFilter {
  readonly tenant: string;
  /** Also entries that concern the deployment instead of a tenant. Default: false. */
  readonly ofDeployment?: boolean;
  /** Only entries from this moment on. */
  readonly since?: Date | undefined;
  /** Only entries before this moment. */
  readonly before?: Date | undefined;
  readonly principal?: string | undefined;
  readonly action?: string | undefined;
}

/** @param after the page begins after the entry with this id; undefined: with the newest entry */
export async function listAuditEvents(
  database: Database,
  { tenant, ofDeployment = false, since, before, principal, action }: AuditFilter,
  pageSize: number,
  after: string | undefined,
): Promise<{ events: AuditEvent[]; next: string | undefined }> {
  const rows = await database.query<AuditEvent>(
    `SELECT audit_id::text AS id, at, tenant, principal, action, target, outcome, details FROM audit_log
     WHERE (tenant = $1 OR ($2::boolean AND tenant IS NULL))
       AND ($3::timestamptz IS NULL OR at >= $3) AND ($4::timestamptz IS NULL OR at < $4)
       AND ($5::text IS NULL OR principal = $5) AND ($6::text IS NULL OR action = $6)
       AND ($7::bigint IS NULL OR audit_id < $7)
     ORDER BY audit_id DESC LIMIT $8`,
    [
      tenant,
      ofDeployment,
      since ?? null,
      before ?? null,
      principal ?? null,
      action ?? null,
      after ?? null,
      pageSize + 1,
    ],
  );
  const events = rows.slice(0, pageSize);
  return { events, next: rows.length > pageSize ? events.at(-1)!.id : undefined };
}
