// The context that every part of the bench gets.
import type { Line } from './table.ts';

export interface Bench {
  /** Temporary folder; removed when the bench ends. */
  readonly folder: string;
  /** The number of records of each type. */
  readonly rows: number;
  /** Add a line to the table. */
  report(line: Line): void;
  /** Add a note above the table, where machine and programs are described. */
  note(text: string): void;
  /** Report progress on stderr. */
  say(text: string): void;
  /** A folder with a deployment that has published `rows` accounts and `rows` assignments; made on the first call. */
  published(): Promise<string>;
}
