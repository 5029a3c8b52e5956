// Rows as CSV (RFC 4180), as the service writes it: in UTF-8, with a header row, and safe to open in a spreadsheet.

import { withoutFormula } from '../csv-formula.ts';

/** One row. Objects are JSON, times ISO 8601 in UTC; null and undefined are empty cells. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string' ? withoutFormula(value) : value instanceof Date ? value.toISOString() : plain(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
