// The append-only record of what was done and what was refused. The database itself refuses changes to it.
import { type Database, json } from '../database/database.ts';

export interface AuditEntry {
  /** null: the entry concerns the deployment, or the tenant is not known. */
  readonly tenant: string | null;
  /** Who: a client id, or `operator` for the command line. */
  readonly principal: string;
  /** What, as `noun.verb`: `client.add`, `token.issue`. */
  readonly action: string;
  /** On what: an id. */
  readonly target?: string;
  /** `failed`: a source did not make a change that was accepted. */
  readonly outcome: 'done' | 'refused' | 'failed';
  /** Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The statement that appends entries, for a write of something else in the same statement. @param rows a query of the columns */
export const insertsAudit = (rows: string) =>
  `insert into audit_log (tenant, principal, action, target, outcome, details) ${rows}`;

/** Append one entry. Pass the transaction of the change itself, so that both are committed or neither is. */
export async function recordAudit(database: Database, entry: AuditEntry): Promise<void> {
  await recordAudits(database, [entry]);
}

/** Append entries, in their order, by one statement. */
export async function recordAudits(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(({ details = {}, ...entry }) => ({ ...entry, details }));
  await database.query(
    insertsAudit(`select tenant, principal, action, target, outcome, details from jsonb_to_recordset($1::jsonb)
      as given (tenant text, principal text, action text, target text, outcome text, details jsonb)`),
    [json(rows)],
  );
}
