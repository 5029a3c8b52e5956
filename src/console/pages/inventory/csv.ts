// CSV (RFC 4180) in the form of the service's own results (docs/queries.md).

/** A spreadsheet would run a text that begins with one of these as a formula. An apostrophe in front is undone by removing the first one. */
const dangerous = /^[=+\-@\t\r\n＝＋－＠']/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = dangerous.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
