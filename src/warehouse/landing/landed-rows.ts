// The rows of landed files: one for each object, from the newest read that has it.
import { landableFields, type Resource } from '../../resources/define.ts';
import { columnTypes } from '../columns.ts';
import { identifier, literal } from '../duckdb.ts';
import type { LocalChain } from './landed.ts';

/** A query for the rows of some chains of one type: the landed fields, and `objectMetadata` with the origin of each row. */
export function landedRows(resource: Resource, chains: readonly LocalChain[]): string {
  const columns = landedColumns(resource);
  const typed = Object.entries(columns).map(([name, type]) => `NULL::${type} AS ${identifier(name)}`);
  // The empty typed row set gives every column its name and type, also where older landed files lack the column.
  const parts = [`SELECT ${typed.join(', ')} WHERE false`];
  for (const chain of chains) {
    const files = chain.runs.flatMap(run => run.paths);
    if (files.length === 0) continue;
    const single = chain.runs.length === 1 && !chain.runs[0]!.duplicates;
    const list = `[${files.map(literal).join(', ')}]`;
    parts.push(
      single
        ? `SELECT * FROM read_parquet(${list}, union_by_name = true)`
        : `SELECT * EXCLUDE (filename, file_row_number)
           FROM read_parquet(${list}, union_by_name = true, filename = true, file_row_number = true)
           QUALIFY row_number() OVER (PARTITION BY "id" ORDER BY ${newestRunFirst(chain)}, filename, file_row_number) = 1`,
    );
  }
  return parts.join(' UNION ALL BY NAME ');
}

function newestRunFirst(chain: LocalChain): string {
  const whens = chain.runs.flatMap((run, index) =>
    run.paths.length === 0 ? [] : [`WHEN filename IN (${run.paths.map(literal).join(', ')}) THEN ${-index}`],
  );
  return `CASE ${whens.join(' ')} END`;
}

/** Column → DuckDB type of landed rows. */
export function landedColumns(resource: Resource): Record<string, string> {
  return columnTypes({ ...landableFields(resource), objectMetadata: resource.fields.objectMetadata! });
}
