// The numbered statements under sql/, read in the order in which they run.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../sql');

export interface SqlFile {
  /** `build/enrich/010_persons.sql` */
  readonly name: string;
  /** The comment block at the top, without its dashes. */
  readonly header: string;
  readonly text: string;
}

/** All files of a folder under sql/, by name; an absent folder has none. */
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
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  const header = /^(?:--.*\n?)*/.exec(text)![0].replaceAll(/^-- ?/gm, '').trim();
  return { name, header, text };
}

let version: string | undefined;

/** Version of the SQL that makes rows: equal text, equal version (served as `enrichmentVersion`). */
export function enrichmentVersion(): string {
  if (!version) {
    const digest = createHash('sha256');
    for (const file of ['build/model', 'build/enrich', 'build/analytics', 'build/risks'].flatMap(sqlFiles))
      digest.update(file.name).update(file.text);
    version = digest.digest('hex').slice(0, 12);
  }
  return version;
}
