// The report of the bench: one line per target, with both sides of the comparison.

export interface Line {
  readonly what: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: string;
  readonly target: string;
  /** Undefined for a line that only informs. */
  readonly met?: boolean;
}

const columns = ['what', 'ours', 'peer', 'ratio', 'target', 'met'] as const;

/** The lines as a Markdown table, its columns aligned. */
export function markdownTable(lines: readonly Line[]): string {
  const rows = lines.map(line =>
    columns.map(column => {
      if (column !== 'met') return line[column];
      return line.met === undefined ? '' : line.met ? 'yes' : 'NO';
    }),
  );
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map(row => row[index]!.length)));
  const text = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |\n`;
  return text(columns) + text(widths.map(width => '-'.repeat(width))) + rows.map(text).join('');
}

export const seconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} s`;
export const times = (value: number) => `${value.toFixed(2)}×`;
export const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
export const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
export const rate = (value: number, unit: string) => `${Math.round(value).toLocaleString('en')} ${unit}/s`;

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The value below which the given part of the values lies, interpolated between two values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return below + (above - below) * (at - Math.floor(at));
}

/** The smallest value that at least `share` of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
}
