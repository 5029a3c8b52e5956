// Tables in Markdown.
import { cellText } from './printable.ts';

export interface MarkdownColumn {
  readonly heading: string;
  /** Align to the right, for numbers. */
  readonly right?: boolean;
}

/** A table in GitHub's Markdown (https://github.github.com/gfm/#tables-extension-). */
export function markdownTable(columns: readonly MarkdownColumn[], rows: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown) => cellText(value).replaceAll(/[\\|<>`*[\]]|(?<!\w)_|_(?!\w)/g, found => `\\${found}`);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [
    line(columns.map(({ heading }) => cell(heading))),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map(row => line(columns.map((_column, index) => cell(row[index] ?? '')))),
  ].join('');
}
