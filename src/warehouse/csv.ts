// CSV written by DuckDB: RFC 4180, UTF-8, a header row. Timestamps are ISO 8601 in UTC, and nested values are JSON. A cell that
// a spreadsheet would run as a formula is neutralised.
import { formulaStarts, withoutFormula } from '../csv-formula.ts';
import { identifier, isoText, literal } from './duckdb.ts';

export interface CsvColumn {
  readonly name: string;
  /** The name of its DuckDB type. */
  readonly type: string;
}

const formulaCodes = formulaStarts.map(character => character.charCodeAt(0));

/** The statement that writes a query's rows to a file or pipe. The query's own parameters stay placeholders. */
export function copyCsv(query: string, columns: readonly CsvColumn[], file: string): string {
  // Columns may share a name, so they are numbered first.
  const numbered = columns.map((_, index) => `c${index}`);
  const cells = columns.map(
    // The author of a saved query chooses the names of columns.
    ({ name, type }, index) => `${csvCell(numbered[index]!, type)} AS ${identifier(withoutFormula(name))}`,
  );
  return `COPY (SELECT ${cells.join(', ')} FROM (${query}\n) AS rows(${numbered.join(', ')}))
    TO ${literal(file)} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`;
}

/** The text of a value in a CSV cell. */
function csvCell(expression: string, type: string): string {
  // Text that begins with a bracket or quote is no formula. Each further use of the expression would copy the nested value again.
  if (/\]$|^(STRUCT|MAP|UNION|VARIANT)\b/.test(type)) return `to_json(${expression})::VARCHAR`;
  if (type === 'JSON') return `${expression}::VARCHAR`;
  if (/^TIMESTAMP WITH TIME ZONE/.test(type)) return csvCell(`timezone('UTC', ${expression})`, 'TIMESTAMP');
  if (/^TIMESTAMP/.test(type)) return isoText(expression);
  // No unnecessary cast: DuckDB computes an expression that occurs twice in a separate pass first.
  if (type === 'VARCHAR') return neutralised(expression);
  if (/^ENUM\b/.test(type)) return neutralised(`${expression}::VARCHAR`);
  return expression;
}

/**
 * As `withoutFormula`, in SQL. The cast that tests for a number runs only for texts that
 * begin like a formula, because a cast that fails is slow. `list_contains` is used because DuckDB would turn `IN` into a join for
 * each column.
 */
function neutralised(text: string): string {
  const quoted = `CASE WHEN try_cast(${text} AS DOUBLE) IS NULL THEN '''' || ${text} ELSE ${text} END`;
  return `CASE WHEN list_contains([${formulaCodes.join(', ')}], ascii(${text})) THEN ${quoted} ELSE ${text} END`;
}
