// Saved queries. A name is taken once in a tenant, whatever the case of its letters: the database's own constraint says
// so, however many ask at once. Every change leaves its entry in the audit log.
import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { isUniqueViolation } from '../database/statement-error.ts';
import { ServiceError } from '../errors.ts';
import { recordAudit } from './audit.ts';

/** A user or a client; the id is opaque and stable. */
export interface Principal {
  readonly type: string;
  readonly id: string;
}

/** As the interface shows it (specification, Saved query). */
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

/** What a person writes. Texts are well-formed Unicode; name and description hold no NUL. */
export interface SavedQueryText {
  readonly name: string;
  readonly query_string: string;
  readonly model: string;
  readonly description?: string | undefined;
}

/** The saved queries that a caller meets. */
export interface SavedQueryScope {
  readonly tenant: string;
  /** Those that this principal made and no others; undefined: all of the tenant. */
  readonly madeBy?: Principal | undefined;
}

/** The semantic model of a query that names none. */
export const defaultModel = 'service_identity';

/** Where a list goes on: after this name, as it is compared. */
export type SavedQueryPosition = string;

const columns = `query_id, name, query_string, model, description, created_by, last_modified_by, version, created_at,
  last_modified_at`;

/** A page ends once its texts are this long: two hundred of the longest would take some eighty megabytes. */
const pageBytes = 4 * 1024 * 1024;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A name as names are compared: equal for those that differ in case alone (ß and SS included), or in how an accent is
 * written. Both engines and every locale of a server agree, because the database has no part in it. Twice mapped, since
 * some letters meet in lowercase (K and the Kelvin sign) and others in uppercase (s and the long s).
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
 * By name without regard to case, after a position.
 * @returns at most `limit` queries, fewer when their texts are long, and the position to go on from while there are more
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

/** @throws ServiceError NOT_FOUND, for an id that is none whatever it looks like */
export async function getSavedQuery(database: Database, scope: SavedQueryScope, queryId: string): Promise<SavedQuery> {
  return recordOf(await rowOf(database, scope, queryId));
}

/**
 * Replace a saved query; what `text` leaves out is gone.
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
  // Also keeps from the database what it could not compare, such as NUL characters.
  const [row] = uuid.test(queryId)
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

/** The text of a query is long and may hold what JSON in the database cannot; its digest tells one text from another. */
function auditView({ name, model, description, version, query_string }: SavedQuery): Record<string, unknown> {
  const query_sha256 = createHash('sha256').update(query_string).digest('hex');
  return { name, model, version, query_sha256, ...(description !== undefined && { description }) };
}
