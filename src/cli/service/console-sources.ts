// Whether the built console is up to date with its sources. A program that was installed has no sources: its console came with it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { consoleFolder } from '../../api/console/console-files.ts';

const root = path.join(import.meta.dirname, '../../..');
const sources = ['src/console', 'clients/typescript', 'scripts/build-console.ts', 'package-lock.json'];

/** The file in the built console with the digest of its sources. */
export const digestFile = 'sources.sha256';

/** Digest of everything that decides what the built console is; undefined when this program has no sources of it. */
export function consoleDigest(): string | undefined {
  if (!fs.existsSync(path.join(root, 'scripts/build-console.ts'))) return undefined;
  const digest = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    digest.update(`${file}\0`).update(
      createHash('sha256')
        .update(fs.readFileSync(path.join(root, file)))
        .digest(),
    );
  }
  return digest.digest('hex');
}

/** Whether the console has to be built: it is missing, or was built from other sources. */
export function consoleIsOld(digest = consoleDigest()): boolean {
  if (digest === undefined) return false;
  const built = path.join(consoleFolder, digestFile);
  return !fs.existsSync(built) || fs.readFileSync(built, 'utf8') !== digest;
}

function filesIn(place: string): string[] {
  const found = path.join(root, place);
  if (fs.statSync(found).isFile()) return [place];
  return fs
    .readdirSync(found, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
