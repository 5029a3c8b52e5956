// CSV (RFC 4180) in the form of the service's own results (docs/queries.md). The console imports nothing of the service;
// test/console/same-csv.test.ts compares the two. By hand, because csv-stringify for browsers brings 80 kB with a copy of Buffer.

/** The rows of a table as a file. @param pages rows in their order */
export async function csvFile(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly unknown[])[]>,
): Promise<Blob> {
  const parts: Blob[] = [new Blob([csvLine(header)])];
  // A Blob may lie outside the memory of the page.
  for await (const rows of pages) parts.push(new Blob(rows.map(csvLine)));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** A spreadsheet would run a text that begins with one of these as a formula. An apostrophe in front is undone by removing the first one. */
const formula = /^[=+\-@\t\r\n＝＋－＠']/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? withoutFormula(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Numbers are not formulas. */
function withoutFormula(text: string): string {
  return formula.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}
