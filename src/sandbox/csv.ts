// CSV as DuckDB writes it: RFC 4180, UTF-8, a header row. Timestamps are ISO 8601 in UTC, nested values are JSON, and a
// cell that a spreadsheet would run as a formula is neutralised (OWASP, CSV Injection).
import { identifier, literal } from '../warehouse/duckdb.ts';

export interface CsvColumn {
  readonly name: string;
  /** As DuckDB names it. */
  readonly type: string;
}

/**
 * What a spreadsheet takes for the beginning of a formula: `=`, `+`, `-`, `@`, the same in full width, tab, carriage return, line
 * feed. And the apostrophe itself: every cell that begins with one was given it here, and the text is what follows.
 */
const quotedStarts = [..."=+-@\t\r\n\uff1d\uff0b\uff0d\uff20'"].map(character => character.charCodeAt(0));

/** The statement that writes a query's rows to a file or pipe. The query's own parameters stay placeholders. */
export function copyCsv(query: string, columns: readonly CsvColumn[], file: string): string {
  // Columns may share a name, so they are numbered first.
  const numbered = columns.map((_, index) => `c${index}`);
  const cells = columns.map(({ name, type }, index) => `${csvCell(numbered[index]!, type)} AS ${identifier(name)}`);
  return `COPY (SELECT ${cells.join(', ')} FROM (${query}\n) AS rows(${numbered.join(', ')}))
    TO ${literal(file)} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`;
}

/** What stands in a cell for a value of the type. */
function csvCell(expression: string, type: string): string {
  // What begins with a bracket or a quote is no formula. Each further mention of a nested value would cost its size in
  // vectors again.
  if (/\]$|^(STRUCT|MAP|UNION|VARIANT)\b/.test(type)) return `to_json(${expression})::VARCHAR`;
  if (type === 'JSON') return `${expression}::VARCHAR`;
  if (/^TIMESTAMP WITH TIME ZONE/.test(type)) return csvCell(`timezone('UTC', ${expression})`, 'TIMESTAMP');
  if (/^TIMESTAMP/.test(type)) return isoText(expression);
  // No cast that is not needed: what stands in a statement twice DuckDB computes first, in a pass of its own.
  if (type === 'VARCHAR') return neutralised(expression);
  if (/^ENUM\b/.test(type)) return neutralised(`${expression}::VARCHAR`);
  return expression;
}

/** A TIMESTAMP in UTC as ISO 8601. */
export function isoText(expression: string): string {
  return `replace(${expression}::VARCHAR, ' ', 'T') || 'Z'`;
}

/**
 * An apostrophe in front makes a cell a text. A number is no formula. Whether a text is a number is tried only where it may
 * matter, because a cast that fails is slow; and DuckDB makes a join of `IN`, one per column.
 */
function neutralised(text: string): string {
  const quoted = `CASE WHEN try_cast(${text} AS DOUBLE) IS NULL THEN '''' || ${text} ELSE ${text} END`;
  return `CASE WHEN list_contains([${quotedStarts.join(', ')}], ascii(${text})) THEN ${quoted} ELSE ${text} END`;
}
