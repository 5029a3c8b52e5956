// The values of one field that former runs of a source landed, for a connector that cannot read the field now.
import { resourceOf } from '../../src/resources/registry.ts';
import { landedChains } from '../../src/state/landed-chains.ts';
import { type DuckDB, identifier } from '../../src/warehouse/duckdb.ts';
import { borrowChains } from '../../src/warehouse/landing/landed.ts';
import { landedRows } from '../../src/warehouse/landing/landed-rows.ts';
import type { PipelineContext } from '../job/context.ts';

/** @returns values by local id; objects without a value are left out */
export async function landedBefore(
  { database, storage, keys, tenant }: Pick<PipelineContext, 'database' | 'storage' | 'keys' | 'tenant'>,
  duckdb: DuckDB,
  { sourceId, type, field }: { readonly sourceId: string; readonly type: string; readonly field: string },
): Promise<ReadonlyMap<string, unknown>> {
  const resource = resourceOf(type);
  if (!resource || !(field in resource.fields)) throw new Error(`there is no field ${type}.${field}`);
  const chains = await landedChains(database, tenant, { until: 'newest', sources: [sourceId], type });
  using held = new DisposableStack();
  const local = await borrowChains(storage, keys, chains, held);
  const value = identifier(field);
  const rows = await duckdb.rows<{ id: string; value: unknown }>(
    `SELECT "id" AS id, ${value} AS value FROM (${landedRows(resource, local)}) AS landed WHERE ${value} IS NOT NULL`,
  );
  return new Map(rows.map(row => [row.id, row.value]));
}
