// What every part of the bench is given.
import type { Line } from './table.ts';

export interface Bench {
  /** Temporary folder; removed when the bench ends. */
  readonly folder: string;
  /** Records of each type. */
  readonly rows: number;
  /** Add a line to the table. */
  report(line: Line): void;
  /** Add to what is said of the machine and its programs above the table. */
  note(text: string): void;
  /** Say on stderr what is going on. */
  say(text: string): void;
  /** A folder with a deployment that has published a version of accounts and assignments, `rows` each; made when first asked for. */
  published(): Promise<string>;
}
