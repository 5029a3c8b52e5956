// Inserts rows whose text may come from anybody: they are bound as one JSON value.
import type { Statements } from '../../duckdb.ts';

type Value = string | number | boolean | readonly string[] | undefined;

/** Insert rows by the names of their columns. All rows have the same names; undefined is NULL. */
export async function insertRows(
  duckdb: Statements,
  table: string,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const structure = Object.fromEntries(
    columns.map(name => [name, rows.some(row => Array.isArray(row[name])) ? ['VARCHAR'] : 'VARCHAR']),
  );
  await duckdb.run(
    `INSERT INTO ${table} BY NAME
     SELECT unnest(from_json($rows, '${JSON.stringify([structure])}'), max_depth := 2)`,
    { rows: JSON.stringify(rows) },
  );
}
