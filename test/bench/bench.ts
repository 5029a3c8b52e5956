// The context that every part of the bench gets.
import fs from 'node:fs';
import path from 'node:path';
import type { Extraction } from './service/extraction.ts';
import type { Line } from './table.ts';

export interface Bench {
  /** Temporary folder; removed when the bench ends. */
  readonly folder: string;
  /** The number of records of each type. */
  readonly rows: number;
  /** How often or how long a part measures: `full`, or in a trial run `least`, by default 1. */
  effort(full: number, least?: number): number;
  /** Add a line to the table. */
  report(line: Line): void;
  /** Add a note above the table, where machine and programs are described. */
  note(text: string): void;
  /** Report progress on stderr. */
  say(text: string): void;
  /** Say that a part is left out, and why. */
  skip(part: string, why: string): void;
  /** A folder with a deployment that has published a version of accounts and assignments, `rows` each; made when first asked for. */
  published(): Promise<string>;
  /** What it took to make that version. */
  extracted(): Promise<Extraction>;
}

/** The folder of the one version that a deployment has published. */
export function publishedVersion(deployment: string): string {
  const versions = path.join(deployment, 'data/tenants/main/versions');
  const [only, ...others] = fs.readdirSync(versions);
  if (only === undefined || others.length > 0)
    throw new Error(`${versions} holds ${others.length + (only ? 1 : 0)} versions, not one`);
  return path.join(versions, only);
}
