// The requested exports: their status and what they wrote. Only the principal that requested an export can read it.

import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import type { PlainVisibility } from '../resources/visibility/visible.ts';
import { isUuid } from '../uuid.ts';
import { recordAudit } from './audit.ts';
import type { RecordOwner } from './clients/record-owner.ts';
import { type Lease, type Leased, leasable, leasing, underLease } from './leases.ts';

export interface ExportRecord {
  readonly export_id: string;
  readonly tenant: string;
  /** The client that requested it. */
  readonly client_id: string;
  readonly status: 'accepted' | 'completed' | 'failed';
  /** The request, as passed to `createExport`. */
  readonly request: unknown;
  /** What the client could see; null: all. */
  readonly visible: PlainVisibility | null;
  readonly version: number;
  /** The earlier version that is compared with it; null for contexts that compare none. */
  readonly since_version: number | null;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  /** What was written, as passed to `completeExport`. */
  readonly written: unknown;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  /** Failed attempts: leases that expired or that an error ended. */
  readonly failures: number;
  /** When this was read, by the database's clock. */
  readonly read_at: Date;
}

/** Who requests and reads exports. */
export interface ExportOwner extends RecordOwner {
  /** What the client may see; null: all. */
  readonly visible: PlainVisibility | null;
}

/** Exports of a tenant that may wait or run at once. */
const mostAccepted = 200;

const columns = `download_id as export_id, tenant, client_id, status, request, visible, person_data, version::float8 as version, since_version::float8 as since_version, error_code, error_message,
  written, created_at, ended_at, failures, now() as read_at`;

/** @throws ServiceError SERVICE_UNAVAILABLE when too many of the tenant's exports have not ended yet */
export async function createExport(
  database: Database,
  owner: ExportOwner,
  asked: { request: object; version: number; since?: number | undefined },
): Promise<ExportRecord> {
  const { tenant, clientId, principalId } = owner;
  return database.transaction(async transaction => {
    const [waiting] = await transaction.query<{ count: number }>(
      `select count(*) as count from downloads where tenant = $1 and status = 'accepted'`,
      [tenant],
    );
    if (waiting!.count >= mostAccepted) {
      throw new ServiceError('SERVICE_UNAVAILABLE', `${mostAccepted} exports are waiting already; try again later`);
    }
    const [row] = await transaction.query<ExportRow>(
      `insert into downloads (download_id, tenant, client_id, principal_id, request, visible, person_data, version, since_version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
      [
        randomUUID(),
        tenant,
        clientId,
        principalId,
        JSON.stringify(asked.request),
        ...visibilityColumns(owner),
        asked.version,
        asked.since ?? null,
      ],
    );
    await auditExport(transaction, owner, asked.request, asked.version, row!.export_id);
    return exportOf(row!);
  });
}

const longestAudited = 4000;

/** Record in the audit log who exported what, with which filters. @param exportId absent for a direct stream */
export async function auditExport(
  database: Database,
  { tenant, clientId, principalId }: RecordOwner,
  request: object,
  version: number,
  exportId?: string,
): Promise<void> {
  await recordAudit(database, {
    tenant,
    principal: principalId,
    action: exportId === undefined ? 'download.stream' : 'download.create',
    ...(exportId !== undefined && { target: exportId }),
    outcome: 'done',
    // As truncated text: a request may be long, and it may hold characters that JSON in the database cannot hold.
    details: { version, client: clientId, request: JSON.stringify(request).slice(0, longestAudited) },
  });
}

/** @throws ServiceError NOT_FOUND when the export does not exist or belongs to another principal, or the id is not a UUID */
export async function getExport(database: Database, owner: ExportOwner, exportId: string): Promise<ExportRecord> {
  const rows = isUuid(exportId)
    ? await database.query<ExportRow>(
        `select ${columns} from downloads
         where download_id = $1 and tenant = $2 and client_id = $3 and principal_id = $4
           and visible is not distinct from $5 and person_data = $6`,
        [exportId, owner.tenant, owner.clientId, owner.principalId, ...visibilityColumns(owner)],
      )
    : [];
  if (!rows[0]) throw noExport(exportId);
  return exportOf(rows[0]);
}

/** The place of an export in the list: when it was made, to the microsecond, and its id. */
export type ExportPosition = readonly [createdAt: string, exportId: string];

/** The exports of one owner, newest first. @param after the last export of the former page */
export async function listExports(
  database: Database,
  owner: ExportOwner,
  pageSize: number,
  after: ExportPosition | undefined,
): Promise<{ exports: ExportRecord[]; next: ExportPosition | undefined }> {
  const { tenant, clientId, principalId } = owner;
  const rows = await database.query<ExportRow & { made: string }>(
    `select ${columns}, created_at::text as made from downloads
     where tenant = $1 and client_id = $2 and principal_id = $3
       and ($4::text is null or (created_at, download_id) < ($4::timestamptz, $5::uuid))
     and visible is not distinct from $7 and person_data = $8
     order by created_at desc, download_id desc limit $6`,
    [tenant, clientId, principalId, after?.[0] ?? null, after?.[1] ?? null, pageSize + 1, ...visibilityColumns(owner)],
  );
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1)! : undefined;
  return { exports: shown.map(({ made, ...row }) => exportOf(row)), next: last && [last.made, last.export_id] };
}

/** An export of any owner: for its job, and for requests with a signed link. Undefined when it is not kept any more. */
export async function findExport(database: Database, exportId: string): Promise<ExportRecord | undefined> {
  if (!isUuid(exportId)) return undefined;
  const [row] = await database.query<ExportRow>(`select ${columns} from downloads where download_id = $1`, [exportId]);
  return row && exportOf(row);
}

function visibilityColumns({ visible }: ExportOwner): [readonly string[] | null, boolean] {
  return [visible?.instances ?? null, visible?.personData ?? false];
}

export function noExport(exportId: string): ServiceError {
  const shown = JSON.stringify(exportId.slice(0, 60));
  return new ServiceError('NOT_FOUND', `id: there is no export ${shown}; exports are kept for 24 hours`);
}

/** Lease an export that waits, or whose lease expired. */
export async function leaseExport(
  database: Database,
  exportId: string,
  leaseMs: number,
): Promise<Leased<ExportRecord>> {
  const [row] = await database.query<ExportRow & { attempt: number }>(
    `update downloads set ${leasing(leaseMs)}
     where download_id = $1 and status = 'accepted' and ${leasable} returning ${columns}, attempt`,
    [exportId],
  );
  if (row) {
    const { attempt, ...record } = row;
    return { lease: { kind: 'export', id: exportId, attempt, ms: leaseMs }, record: exportOf(record) };
  }
  const download = await findExport(database, exportId);
  return download?.status === 'accepted' ? 'later' : 'over';
}

export async function completeExport(database: Database, lease: Lease, written: object): Promise<void> {
  await underLease(database, lease, transaction =>
    transaction.query(
      `update downloads set status = 'completed', written = $2::jsonb, ended_at = now(), lease_until = null
       where download_id = $1`,
      [lease.id, written],
    ),
  );
}

export async function failExport(
  database: Database,
  lease: Lease,
  error: { code: string; message: string },
): Promise<void> {
  await underLease(database, lease, transaction =>
    transaction.query(
      `update downloads set status = 'failed', error_code = $2, error_message = $3, ended_at = now(), lease_until = null
       where download_id = $1`,
      [lease.id, error.code, error.message],
    ),
  );
}

/** Ids of exports that have not ended, oldest first. */
export async function acceptedExports(database: Database, tenant: string): Promise<string[]> {
  const rows = await database.query<{ download_id: string }>(
    `select download_id from downloads where tenant = $1 and status = 'accepted' order by created_at`,
    [tenant],
  );
  return rows.map(row => row.download_id);
}

/** Delete exports that ended more than `keepMs` ago. @returns ids of those that are still kept */
export async function expireExports(database: Database, tenant: string, keepMs: number): Promise<Set<string>> {
  await database.query(`delete from downloads where tenant = $1 and ended_at < now() - $2 * interval '1 millisecond'`, [
    tenant,
    keepMs,
  ]);
  const rows = await database.query<{ download_id: string }>(`select download_id from downloads where tenant = $1`, [
    tenant,
  ]);
  return new Set(rows.map(row => row.download_id));
}

interface ExportRow extends Omit<ExportRecord, 'request' | 'visible' | 'error'> {
  readonly request: string;
  readonly visible: readonly string[] | null;
  readonly person_data: boolean;
  readonly error_code: string | null;
  readonly error_message: string | null;
}

function exportOf(exported: ExportRow): ExportRecord {
  const { request, visible: instances, person_data: personData, error_code, error_message, ...row } = exported;
  const error = error_code === null ? undefined : { code: error_code, message: error_message! };
  return {
    ...row,
    request: JSON.parse(request),
    visible: instances && { tenant: row.tenant, instances, personData },
    error,
  };
}
