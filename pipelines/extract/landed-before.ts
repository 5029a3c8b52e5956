// The values of one field that former runs of a source landed, for a connector that cannot read the field now, or that has to know
// what has changed.
import { resourceOf } from '../../src/resources/registry.ts';
import { knownBefore } from '../../src/state/held-back.ts';
import { type DuckDB, identifier, literal } from '../../src/warehouse/duckdb.ts';
import { borrowChains } from '../../src/warehouse/landing/landed.ts';
import { landedColumns, landedRows } from '../../src/warehouse/landing/landed-rows.ts';
import type { PipelineContext } from '../job/context.ts';

export interface LandedField {
  readonly sourceId: string;
  readonly type: string;
  readonly field: string;
  /** Local ids of the objects. Undefined: all. */
  readonly ids: readonly string[] | undefined;
}

/** @returns values by local id; objects without a value are left out */
export async function landedBefore(
  { database, storage, keys, tenant }: Pick<PipelineContext, 'database' | 'storage' | 'keys' | 'tenant'>,
  duckdb: DuckDB,
  { sourceId, type, field, ids }: LandedField,
): Promise<ReadonlyMap<string, unknown>> {
  const resource = resourceOf(type);
  if (!resource || !(field in resource.fields)) throw new Error(`there is no field ${type}.${field}`);
  // While the source is held back, changes are laid over its last good data.
  const known = await knownBefore(database, tenant, sourceId, type);
  using held = new DisposableStack();
  const local = await borrowChains(storage, keys, known ? [known] : [], held);
  const value = identifier(field);
  const chosen = ids ? ` AND "id" IN (SELECT unnest([${ids.map(literal).join(', ')}]::VARCHAR[]))` : '';
  const landed = `SELECT "id" AS id, ${value} AS value FROM (${landedRows(resource, local)}) AS landed
    WHERE ${value} IS NOT NULL${chosen}`;
  if (!/^(VARCHAR|BOOLEAN|JSON)$/.test(landedColumns(resource)[field]!)) {
    const rows = await duckdb.rows<{ id: string; value: unknown }>(landed);
    return new Map(rows.map(row => [row.id, row.value]));
  }
  const parts = await duckdb.rows<{ entries: string }>(
    `SELECT to_json(list({id: id, value: value}))::VARCHAR AS entries
     FROM (SELECT *, row_number() OVER () // ${entriesAtOnce} AS part FROM (${landed})) GROUP BY part`,
  );
  const values = new Map<string, unknown>();
  for (const { entries } of parts) for (const { id, value } of JSON.parse(entries)) values.set(id, value);
  return values;
}

/** How many values are fetched as one JSON text. Fetching them one by one takes several times as long. */
const entriesAtOnce = 10_000;
