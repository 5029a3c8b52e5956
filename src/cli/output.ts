// How results are shown: aligned columns on a terminal, one JSON object a line in a pipe.
import process from 'node:process';

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Print rows; `view` picks and names the columns that a person sees, a pipe gets the whole objects. */
export function printRows<Row>(rows: readonly Row[], view: (row: Row) => Record<string, unknown>): void {
  if (!isTerminal()) {
    for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
    return;
  }
  if (rows.length > 0) process.stdout.write(formatTable(rows.map(view)));
}

/** Columns as wide as their longest cell, under a heading. */
export function formatTable(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = rows.map(row => names.map(name => cellText(row[name])));
  const widths = names.map((name, index) => Math.max(name.length, ...cells.map(row => row[index]!.length)));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => text.padEnd(widths[index]!))
      .join('  ')
      .trimEnd();
  return `${[line(names.map(name => name.toUpperCase())), ...cells.map(line)].join('\n')}\n`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  // Control characters from a source must not steer the terminal.
  return String(value).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '�');
}

/** A number with thousands apart: 1 234 567. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
