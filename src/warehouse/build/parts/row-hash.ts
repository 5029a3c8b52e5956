// The hash of a row, by which rows of two versions are compared.
import { createHash } from 'node:crypto';
import type { Resource } from '../../../resources/define.ts';
import { columnTypes, shapeOf } from '../../columns.ts';
import { identifier } from '../../duckdb.ts';

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

/** Hashes can be compared when they are of the same kind: made by the same DuckDB of the same columns. */
export function hashKind(resource: Resource, engine: string): string {
  const text = JSON.stringify([engine, columnTypes(resource.fields), rowHash(resource)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
