// Rows as CSV (RFC 4180), as the service writes it: in UTF-8, with a header row, and safe to open in a spreadsheet.

/** What begins a formula, and the apostrophe that makes such a text harmless (src/warehouse/csv.ts). */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20']/;

/** One row. Objects are JSON, times ISO 8601 in UTC; null and undefined are empty cells. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? harmless(value) : value instanceof Date ? value.toISOString() : plain(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function harmless(text: string): string {
  return formula.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}
