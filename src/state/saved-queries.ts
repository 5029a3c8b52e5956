// Saved queries. A name is unique in its tenant, without regard to case. A constraint of the database enforces that, also for
// concurrent requests. Every change writes an entry to the audit log.

import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { isUniqueViolation } from '../database/statement-error.ts';
import { ServiceError } from '../errors.ts';
import { isUuid } from '../uuid.ts';
import { recordAudit } from './audit.ts';

/** A user or a client; the id is opaque and stable. */
export interface Principal {
  readonly type: string;
  readonly id: string;
}

/** A saved query as the API returns it (specification, Saved query). */
export interface SavedQuery {
  readonly query_id: string;
  readonly name: string;
  readonly query_string: string;
  readonly model: string;
  readonly description?: string;
  readonly created_by: Principal;
  readonly last_modified_by: Principal;
  readonly version: number;
  readonly created_at: Date;
  readonly last_modified_at: Date;
}

/** The parts that a user writes. Texts are well-formed Unicode; name and description hold no NUL. */
export interface SavedQueryText {
  readonly name: string;
  readonly query_string: string;
  readonly model: string;
  readonly description?: string | undefined;
}

/** The saved queries that a caller may see. */
export interface SavedQueryScope {
  readonly tenant: string;
  /** Only those that this principal created; undefined: all of the tenant. */
  readonly madeBy?: Principal | undefined;
}

/** Where a list continues: after the query with this {@link nameKey}. */
export type SavedQueryPosition = string;

const columns = `query_id, name, query_string, model, description, created_by, last_modified_by, version, created_at,
  last_modified_at`;

/** A page ends once its texts are this long. Two hundred of the longest would take about 80 MB. */
const pageBytes = 4 * 1024 * 1024;

/**
 * The key by which names are compared. Names that differ only in case (ß and SS included) or in the encoding of an accent have
 * the same key. It is computed here, so it does not depend on the database engine or the server's locale. It maps to lowercase
 * and then to uppercase, because some letters are equal only in lowercase (K and the Kelvin sign) and others only in uppercase
 * (s and the long s).
 */
export function nameKey(name: string): string {
  return name.normalize('NFD').toLowerCase().toUpperCase().normalize('NFC');
}

/** @throws ServiceError NAME_CONFLICT */
export async function createSavedQuery(
  database: Database,
  tenant: string,
  text: SavedQueryText,
  by: Principal,
): Promise<SavedQuery> {
  return refusingTakenName(text.name, () =>
    database.transaction(async transaction => {
      const [row] = await transaction.query<SavedQueryRow>(
        `INSERT INTO saved_queries
           (query_id, tenant, name, name_key, query_string, model, description, created_by, last_modified_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $8::jsonb) RETURNING ${columns}`,
        [randomUUID(), tenant, ...valuesOf(text), by],
      );
      const created = recordOf(row!);
      await audit(transaction, tenant, by, 'create', { after: created });
      return created;
    }),
  );
}

/**
 * List saved queries by name without regard to case, from a position on.
 * @returns at most `limit` queries, fewer when their texts are long; and the next position, undefined after the last query
 */
export async function listSavedQueries(
  database: Database,
  { tenant, madeBy }: SavedQueryScope,
  limit: number,
  after?: SavedQueryPosition,
): Promise<{ items: SavedQuery[]; next: SavedQueryPosition | undefined }> {
  const rows = await database.query<SavedQueryRow & { found: number }>(
    `WITH page AS (
       SELECT *, octet_length(query_string) AS bytes FROM saved_queries
       WHERE tenant = $1 AND ($2::text IS NULL OR name_key > $2 COLLATE "C") AND ($5::jsonb IS NULL OR created_by = $5)
       ORDER BY name_key LIMIT $3
     ), measured AS (
       SELECT *, sum(bytes) OVER (ORDER BY name_key) - bytes AS bytes_before, count(*) OVER () AS found FROM page
     )
     SELECT ${columns}, found FROM measured WHERE bytes_before < $4 ORDER BY name_key LIMIT $3 - 1`,
    [tenant, after, limit + 1, pageBytes, madeBy],
  );
  const last = rows.at(-1);
  return {
    items: rows.map(({ found, ...row }) => recordOf(row)),
    next: last && last.found > rows.length ? nameKey(last.name) : undefined,
  };
}

/** @throws ServiceError NOT_FOUND, also when the id is not a UUID */
export async function getSavedQuery(database: Database, scope: SavedQueryScope, queryId: string): Promise<SavedQuery> {
  return recordOf(await rowOf(database, scope, queryId));
}

/** A saved query of the tenant, whoever created it, by its name without regard to case; undefined when there is none. */
export async function findSavedQuery(
  database: Database,
  tenant: string,
  name: string,
): Promise<SavedQuery | undefined> {
  const [row] = await database.query<SavedQueryRow>(
    `SELECT ${columns} FROM saved_queries WHERE tenant = $1 AND name_key = $2`,
    [tenant, nameKey(name)],
  );
  return row && recordOf(row);
}

/**
 * Replace a saved query. Fields that `text` leaves out are removed.
 * @param version the version that the change is based on
 * @throws ServiceError NOT_FOUND, NAME_CONFLICT, or VERSION_CONFLICT with `details.current_version`
 */
export async function updateSavedQuery(
  database: Database,
  scope: SavedQueryScope,
  queryId: string,
  text: SavedQueryText,
  version: number,
  by: Principal,
): Promise<SavedQuery> {
  return refusingTakenName(text.name, () =>
    database.transaction(async transaction => {
      const before = recordOf(await rowOf(transaction, scope, queryId, 'FOR UPDATE'));
      if (before.version !== version) {
        throw new ServiceError(
          'VERSION_CONFLICT',
          `the saved query is at version ${before.version}, and the update is based on ${version}; read it again`,
          { details: { current_version: before.version } },
        );
      }
      const [row] = await transaction.query<SavedQueryRow>(
        `UPDATE saved_queries SET name = $2, name_key = $3, query_string = $4, model = $5, description = $6,
           last_modified_by = $7::jsonb, version = version + 1, last_modified_at = now()
         WHERE query_id = $1 RETURNING ${columns}`,
        [queryId, ...valuesOf(text), by],
      );
      const after = recordOf(row!);
      await audit(transaction, scope.tenant, by, 'update', { before, after });
      return after;
    }),
  );
}

/** @throws ServiceError NOT_FOUND */
export async function deleteSavedQuery(
  database: Database,
  scope: SavedQueryScope,
  queryId: string,
  by: Principal,
): Promise<void> {
  await database.transaction(async transaction => {
    const before = recordOf(await rowOf(transaction, scope, queryId, 'FOR UPDATE'));
    await transaction.query('DELETE FROM saved_queries WHERE query_id = $1', [queryId]);
    await audit(transaction, scope.tenant, by, 'delete', { before });
  });
}

interface SavedQueryRow extends Omit<SavedQuery, 'query_string' | 'description'> {
  readonly query_string: Buffer;
  readonly description: string | null;
}

function recordOf({ query_string, description, ...row }: SavedQueryRow): SavedQuery {
  return { ...row, query_string: query_string.toString('utf8'), ...(description !== null && { description }) };
}

function valuesOf({ name, query_string, model, description }: SavedQueryText): unknown[] {
  return [name, nameKey(name), Buffer.from(query_string), model, description];
}

async function rowOf(
  database: Database,
  { tenant, madeBy }: SavedQueryScope,
  queryId: string,
  lock = '',
): Promise<SavedQueryRow> {
  // Only UUIDs are looked up, so the database never gets text that it cannot compare, such as NUL characters.
  const [row] = isUuid(queryId)
    ? await database.query<SavedQueryRow>(
        `SELECT ${columns} FROM saved_queries
         WHERE tenant = $1 AND query_id = $2 AND ($3::jsonb IS NULL OR created_by = $3) ${lock}`,
        [tenant, queryId, madeBy],
      )
    : [];
  if (!row) {
    const shown = JSON.stringify(queryId.slice(0, 60));
    throw new ServiceError('NOT_FOUND', `query_id: there is no saved query ${shown}`);
  }
  return row;
}

async function refusingTakenName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_queries_name')) throw error;
    throw new ServiceError(
      'NAME_CONFLICT',
      `name: there is a saved query ${JSON.stringify(name)} already; names are compared without regard to case`,
      { cause: error },
    );
  }
}

async function audit(
  transaction: Database,
  tenant: string,
  by: Principal,
  verb: 'create' | 'update' | 'delete',
  { before, after }: { before?: SavedQuery; after?: SavedQuery },
): Promise<void> {
  await recordAudit(transaction, {
    tenant,
    principal: by.id,
    action: `savedQuery.${verb}`,
    target: (after ?? before)!.query_id,
    outcome: 'done',
    details: { ...(before && { before: auditView(before) }), ...(after && { after: auditView(after) }) },
  });
}

/** A digest instead of the query's text, which may be long and may hold characters that JSON in the database cannot hold. */
function auditView({ name, model, description, version, query_string }: SavedQuery): Record<string, unknown> {
  const query_sha256 = createHash('sha256').update(query_string).digest('hex');
  return { name, model, version, query_sha256, ...(description !== undefined && { description }) };
}
