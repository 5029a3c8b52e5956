// How far the scheduled reports of a tenant are: which scheduled moment was dealt with, and what was delivered last.
import type { Database } from '../../database/database.ts';
import { sanitizeText } from '../sanitize-text.ts';

export interface DueReport {
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** SHA-256 of what was delivered last; null: nothing was. */
  readonly sha256: string | null;
}

/** A report begins with the first scheduled moment after this is first called. */
export async function recordReports(database: Database, tenant: string, names: readonly string[]): Promise<void> {
  await database.query(`insert into reports (tenant, name) select $1, unnest($2::text[]) on conflict do nothing`, [
    tenant,
    names,
  ]);
}

/**
 * Begin the report of a scheduled moment.
 * @param aloneMs no other process begins it within this time
 * @returns undefined when the moment was dealt with, or another process has begun
 */
export async function beginReport(
  database: Database,
  tenant: string,
  name: string,
  dueAt: Date,
  aloneMs: number,
): Promise<DueReport | undefined> {
  const [begun] = await database.query<DueReport>(
    `update reports set attempts = attempts + 1, next_at = now() + $4 * interval '1 millisecond'
     where tenant = $1 and name = $2 and due_at < $3 and next_at <= now() returning attempts, sha256`,
    [tenant, name, dueAt, aloneMs],
  );
  return begun;
}

/** The moment was dealt with. @param end absent sha256: nothing new was delivered; error: it was given up */
export async function endReport(
  database: Database,
  tenant: string,
  name: string,
  dueAt: Date,
  end: { readonly sha256?: string; readonly error?: string },
): Promise<void> {
  await database.query(
    `update reports set due_at = $3, next_at = now(), attempts = 0, sha256 = coalesce($4, sha256), error = $5
     where tenant = $1 and name = $2`,
    [tenant, name, dueAt, end.sha256, end.error === undefined ? null : sanitizeText(end.error)],
  );
}

/** The attempt failed; it is repeated after the delay. */
export async function delayReport(
  database: Database,
  tenant: string,
  name: string,
  error: string,
  delayMs: number,
): Promise<void> {
  await database.query(
    `update reports set error = $3, next_at = now() + $4 * interval '1 millisecond' where tenant = $1 and name = $2`,
    [tenant, name, sanitizeText(error), delayMs],
  );
}
