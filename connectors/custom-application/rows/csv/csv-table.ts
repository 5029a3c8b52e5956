// The rows of a CSV file.
import { type Problem, SourceError } from '../../../../src/connector/contract.ts';
import type { FileOptions } from '../../description/config.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import type { Row, RowTable } from '../row-table.ts';
import { hasSpreadsheetMarks } from './cells.ts';
import { type CsvFile, csvFileAt, dataRows, laterHeader, missingColumns, raggedness } from './csv-file.ts';
import type { CsvRow } from './csv-rows.ts';
import type { RowPosition } from './row-splitter.ts';

/**
 * @param name what messages call the file
 * @throws SourceError with every missing column, or the error of the system with its `code`
 */
export async function openCsvTable(
  path: string,
  name: string,
  options: FileOptions,
  uses: readonly ColumnUse[],
): Promise<RowTable> {
  const file = await csvFileAt(path, name, options);
  const missing = missingColumns(file, uses);
  if (missing.length > 0) {
    const later = await laterHeader(file, uses);
    throw new SourceError(later ? [later] : missing);
  }
  return {
    name,
    fingerprint: file.fingerprint,
    column: column => file.header.indexOf(column),
    async *rows(from) {
      const position = from && ({ line: from.line, byte: from.byte ?? 0 } satisfies RowPosition);
      for await (const rows of dataRows(file, position)) yield { rows: rows.map(row => rowOf(file, row)) };
    },
    warnings: () => markedColumns(file),
  };
}

function rowOf(file: CsvFile, row: CsvRow): Row {
  const { cells, line, end, fault, faultKind, swallows } = row;
  const placed = { cells, line, end, place: `${file.name}:${line}` };
  if (fault !== undefined) return { ...placed, fault, ...(faultKind && { faultKind }), ...(swallows && { swallows }) };
  const ragged = raggedness(file, row);
  return ragged ? { ...placed, fault: ragged.message, faultKind: ragged.kind } : placed;
}

/** Columns whose cells have marks of a spreadsheet around their texts: nothing else is equal to these. */
async function markedColumns(file: CsvFile): Promise<Problem[]> {
  if (file.options.spreadsheetTexts !== undefined) return [];
  const first = new Map<number, { line: number; cell: string }>();
  for await (const rows of dataRows(file)) {
    for (const { cells, line } of rows) {
      for (const [index, cell] of cells.entries())
        if (!first.has(index) && hasSpreadsheetMarks(cell)) first.set(index, { line, cell });
    }
  }
  return [...first].map(([index, { line, cell }]) => ({
    severity: 'warning',
    place: `${file.name}:${line}`,
    message: `column \`${file.header[index] ?? index + 1}\` holds \`${cell.trim().slice(0, 60)}\`, with what makes a spreadsheet keep a text`,
    fix: 'set `spreadsheetTexts: true` of the file under `files`: it takes this off; `false` keeps it',
  }));
}
