// The SQL files under sql/: a header comment and a body, by name.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../sql');

export interface SqlFile {
  /** Below sql/: `building/enrich/010_persons.sql`. */
  readonly name: string;
  /** The lines of the comment block at the top, without their dashes. */
  readonly header: readonly string[];
  /** What comes after the header. */
  readonly body: string;
  /** The whole file. */
  readonly text: string;
}

/** All SQL files of a folder under sql/, by name. A folder that does not exist has none. */
export function sqlFiles(folder: string): SqlFile[] {
  const full = path.join(root, folder);
  if (!fs.existsSync(full)) return [];
  return fs
    .readdirSync(full)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => sqlFile(`${folder}/${name}`));
}

export function sqlFile(name: string): SqlFile {
  return parseSqlFile(name, fs.readFileSync(path.join(root, name), 'utf8'));
}

/** Cut the text of a file into its header of comments and its body. */
export function parseSqlFile(name: string, text: string): SqlFile {
  const block = /^(?:--.*\n)*/.exec(text)![0];
  const lines = block.split('\n').slice(0, -1);
  const header = lines.map(line => line.replace(/^-- ?/, ''));
  return { name, header, body: text.slice(block.length).trim(), text };
}

/** @throws Error naming the file, when its body is not one SELECT */
export function requireSelect({ name, body }: SqlFile): void {
  if (!/^(SELECT|WITH|FROM)\b/.test(body) || /;\s*(\n|$)/.test(body)) {
    throw new Error(`sql/${name}: after the header comes one SELECT, without a semicolon`);
  }
}

/** The folders of the SQL that makes rows. */
const madeBy = [
  'building/model',
  'building/enrich',
  'building/analytics',
  'building/impersonation',
  'building/risks/prepare',
  'building/risks/rules',
  'building/risks/violations',
  'building/risks/fields',
];

let version: string | undefined;

/** The version of the SQL that makes rows, served as `enrichmentVersion`: a digest of the files' text. */
export function enrichmentVersion(): string {
  if (!version) {
    const digest = createHash('sha256');
    for (const file of madeBy.flatMap(sqlFiles)) digest.update(file.name).update(file.text);
    version = digest.digest('hex').slice(0, 12);
  }
  return version;
}
