// The COPY statement that writes an export. Each format has the same rows.
import { type CsvColumn, copyCsv } from '../warehouse/csv.ts';
import { identifier, isoText, literal } from '../warehouse/duckdb.ts';
import type { TableFormat } from './export-file.ts';

/** @param columns the columns of the query, with their DuckDB types */
export function copyStatement(query: string, columns: readonly CsvColumn[], format: TableFormat, file: string): string {
  switch (format) {
    case 'csv':
      return copyCsv(query, columns, file);
    case 'parquet':
      return `COPY (${query}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`;
    case 'jsonl': {
      const members = columns.map(({ name, type }) => {
        const column = identifier(name);
        return type === 'TIMESTAMP' ? `${isoText(column)} AS ${column}` : column;
      });
      return `COPY (SELECT ${members.join(', ')} FROM (${query}) AS rows) TO ${literal(file)} (FORMAT json)`;
    }
  }
}
