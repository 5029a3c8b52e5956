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

/** A cell and what ends it. The end is needed: the text may go on in the next piece. It holds for cells of many megabytes, too. */
const endedCell = /("[^"]*(?:""[^"]*)*"|(?!")[^,\r\n]*)(,|\r\n)/y;

/**
 * A CSV file that was written elsewhere, with some of its cells emptied. All others stay as they are.
 * @param pieces the text of the file in pieces of any length; its lines end in CR LF
 * @param emptied the columns to empty in a row. @param row column → its cell as it is written
 */
export async function withEmptiedCells(
  pieces: ReadableStream<string>,
  emptied: (row: ReadonlyMap<string, string>) => Iterable<string>,
): Promise<Blob> {
  const parts: Blob[] = [];
  let header: readonly string[] | undefined;
  const line = (cells: readonly string[]) => {
    if (header === undefined) header = cells;
    else {
      const row = new Map(header.map((column, index) => [column, cells[index]!]));
      for (const column of emptied(row)) if (row.has(column)) row.set(column, '');
      return `${[...row.values()].join(',')}\r\n`;
    }
    return `${cells.join(',')}\r\n`;
  };
  let rest = '';
  const reader = pieces.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    rest += piece.value;
    const lines: string[] = [];
    let cells: string[] = [];
    let done = 0;
    endedCell.lastIndex = 0;
    for (let match = endedCell.exec(rest); match; match = endedCell.exec(rest)) {
      cells.push(match[1]!);
      if (match[2] === ',') continue;
      lines.push(line(cells));
      cells = [];
      done = endedCell.lastIndex;
    }
    rest = rest.slice(done);
    parts.push(new Blob(lines));
  }
  return new Blob([...parts, rest], { type: 'text/csv;charset=utf-8' });
}
