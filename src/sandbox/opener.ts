// Has a process open its version, and makes the version's files readable for it; those of an earlier version in a folder `earlier`.
import fs from 'node:fs';
import path from 'node:path';
import { tablesFolder } from '../warehouse/version/layout.ts';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import type { Channel } from './channel.ts';
import { findConfinement } from './confinement.ts';
import type { Lifetime } from './lifetime.ts';
import { letRead } from './sandbox-user.ts';

export interface Opener {
  /** Have the process open a version. Later calls return the result of the first one. */
  open(opening: VersionOpening): Promise<void>;
  /** The next call opens another version. The process keeps no file of the former one. */
  leave(): void;
}

/**
 * @param folder the folder of the process
 * @param reads folders of versions that the process may read. A folder that it may not read is added for the next processes
 */
export function createOpener(folder: string, reads: Set<string>, channel: Channel, lifetime: Lifetime): Opener {
  /** The confinement is fixed when the process starts, so folders that are added later do not count. */
  const mayRead = new Set(reads);
  let opened: Promise<void> | undefined;
  /** What was put into the folder. */
  const placed = new Set<string>();

  /**
   * Put the DuckDB file and the parts of its tables into the folder of the process. It opens them by paths that begin there, because
   * plans of queries show the paths of parts.
   * @param within the folder there in which they are put
   * @returns the path at which the process finds the DuckDB file
   */
  function makeReadable(file: string, within = ''): string {
    const place = path.join(folder, within);
    const ownUser = findConfinement().inForce.has('user');
    const version = path.dirname(file);
    const files = [path.basename(file), ...partsIn(version)];
    if (ownUser) for (const name of files) letRead(path.join(version, name));
    for (const name of within === '' ? files.map(topOf) : [within]) placed.add(name);
    if (within !== '') {
      fs.rmSync(place, { recursive: true, force: true });
      fs.mkdirSync(place);
      if (ownUser) letRead(place);
    }
    const found = path.join(within, path.basename(file));
    if (linkInto(place, version, files)) return found;
    const versions = path.dirname(version);
    if (ownUser) for (const name of [versions, version, ...foldersOf(version, files)]) letRead(name);
    if (!mayRead.has(versions)) {
      // The process that replaces this one may read the folder.
      reads.add(versions);
      lifetime.kill('unopened');
    }
    for (const name of new Set(files.map(topOf))) {
      fs.rmSync(path.join(place, name), { recursive: true, force: true });
      fs.symlinkSync(path.join(version, name), path.join(place, name));
    }
    return found;
  }

  function readable({ file, earlierFile, ...opening }: VersionOpening): VersionOpening {
    if (earlierFile === undefined) return { ...opening, file: makeReadable(file) };
    const found = makeReadable(file);
    return {
      ...opening,
      file: found,
      earlierFile: earlierFile === file ? found : makeReadable(earlierFile, 'earlier'),
    };
  }

  return {
    open(opening) {
      if (!opened) {
        opened = channel.send({ open: readable(opening) }).then(lifetime.markOpen);
        // A process that cannot open its version is useless.
        opened.catch(() => lifetime.kill('closed'));
      }
      return opened;
    },
    leave() {
      for (const name of placed) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
      placed.clear();
      opened = undefined;
      lifetime.markUnopened();
    },
  };
}

/** The uppermost folder of a relative path, or the file where it lies in none. */
const topOf = (file: string) => file.split(path.sep)[0]!;

/** The parts of a version's tables, by their paths in its folder. */
function partsIn(version: string): string[] {
  const tables = tablesFolder(version);
  if (!fs.existsSync(tables)) return [];
  return fs
    .readdirSync(tables, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(version, path.join(entry.parentPath, entry.name)));
}

/** The folders below `folder` in which files lie, the uppermost first. */
function foldersOf(folder: string, files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let above = path.dirname(file); above !== '.'; above = path.dirname(above)) folders.add(above);
  }
  return [...folders].sort().map(name => path.join(folder, name));
}

/**
 * Link files of a version into the folder of the process, so that the process needs to read no other folder.
 * @returns false where hard links are not possible, for example between file systems
 */
function linkInto(folder: string, version: string, files: readonly string[]): boolean {
  try {
    const ownUser = findConfinement().inForce.has('user');
    for (const made of foldersOf(folder, files)) {
      fs.mkdirSync(made);
      if (ownUser) letRead(made);
    }
    for (const file of files) fs.linkSync(path.join(version, file), path.join(folder, file));
    return true;
  } catch {
    return false;
  }
}
