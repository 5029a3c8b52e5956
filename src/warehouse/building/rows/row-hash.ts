// The hash of a row, by which rows of two versions are compared.
import { createHash } from 'node:crypto';
import type { Resource } from '../../../resources/define.ts';
import { columnTypes, shapeOf } from '../../columns.ts';
import { identifier } from '../../duckdb.ts';
import { lineExpression } from '../document.ts';

/**
 * The SQL expression of a row's hash. It covers everything except the time at which the row was made, which may differ although
 * nothing else does.
 */
export function rowHash(resource: Resource): string {
  const hashed = Object.entries(resource.fields).map(([name, field]) => {
    const column = identifier(name);
    if (name === 'serviceObjectMetadata') return `${column}."enrichmentVersion"`;
    // DuckDB hashes an empty list like an absent one.
    return shapeOf(field).kind === 'list' ? `${column}, ${column} IS NULL` : column;
  });
  return `hash(${hashed.join(', ')})`;
}

/** The number of the rules by which parts are made. A change of them raises it, so that no part made by the previous rules is taken over. */
const rulesOfParts = 2;

/**
 * Hashes can be compared when they are of the same kind: the same version of DuckDB made them from the same columns. A part with hashes
 * of another kind is written again, and so are its documents. So the form of the documents is part of the kind, too.
 */
export function hashKind(resource: Resource, engine: string): string {
  const text = JSON.stringify([
    rulesOfParts,
    engine,
    columnTypes(resource.fields),
    rowHash(resource),
    lineExpression(resource, `''`),
  ]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Rows with their hashes. A row that did not change keeps the time at which it was made. @param previous where the previous rows come
 * from, to be used after FROM
 */
export function hashedRows(resource: Resource, rows: string, previous?: string): string {
  const hashed = `SELECT *, ${rowHash(resource)} AS row_hash FROM (${rows})`;
  if (previous === undefined) return hashed;
  return `SELECT is_now.* REPLACE (
      {'enrichmentVersion': is_now."serviceObjectMetadata"."enrichmentVersion",
       'generatedTime': coalesce(was.made_at, is_now."serviceObjectMetadata"."generatedTime")} AS "serviceObjectMetadata")
    FROM (${hashed}) AS is_now
    LEFT JOIN (
      SELECT "globalId", row_hash, "serviceObjectMetadata"."generatedTime" AS made_at FROM ${previous}
    ) AS was USING ("globalId", row_hash)`;
}
