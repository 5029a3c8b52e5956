// Has a process open its version, once, and makes the version's file readable for it.
import fs from 'node:fs';
import path from 'node:path';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import type { Channel } from './channel.ts';
import { findConfinement } from './confinement.ts';
import type { Lifetime } from './lifetime.ts';
import { letRead } from './sandbox-user.ts';

/**
 * The returned function has the process open a version. Later calls return the result of the first one.
 * @param folder the folder of the process
 * @param reads folders of versions that the process may read. A folder that it may not read is added for the next processes
 */
export function createOpener(
  folder: string,
  reads: Set<string>,
  channel: Channel,
  lifetime: Lifetime,
): (opening: VersionOpening) => Promise<void> {
  /** The confinement is fixed when the process starts, so folders that are added later do not count. */
  const mayRead = new Set(reads);
  let opened: Promise<void> | undefined;

  /** @returns the path at which the process finds the file */
  function makeReadable(file: string): string {
    const ownUser = findConfinement().inForce.has('user');
    if (ownUser) letRead(file);
    if (linkInto(folder, file)) return path.join(folder, path.basename(file));
    const versions = versionsOf(file);
    if (ownUser) [versions, path.dirname(file)].forEach(letRead);
    if (!mayRead.has(versions)) {
      // The process that replaces this one may read the folder.
      reads.add(versions);
      lifetime.kill('unopened');
    }
    return file;
  }

  return opening => {
    if (!opened) {
      opened = channel.send({ open: { ...opening, file: makeReadable(opening.file) } }).then(lifetime.markOpen);
      // A process that cannot open its version is useless.
      opened.catch(() => lifetime.kill('closed'));
    }
    return opened;
  };
}

/**
 * Link the file into the folder of the process, so that the process needs to read no other folder.
 * @returns false where hard links are not possible, for example between file systems
 */
function linkInto(folder: string, file: string): boolean {
  try {
    fs.linkSync(file, path.join(folder, path.basename(file)));
    return true;
  } catch {
    return false;
  }
}

/** The folder of all versions of a tenant. */
function versionsOf(file: string): string {
  return path.resolve(file, '../..');
}
