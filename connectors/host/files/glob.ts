// glob(3) below the root: the files that a pattern such as `/etc/ssh/sshd_config.d/*.conf` names.
import type { Trouble } from '../findings.ts';
import { fitsPattern, hasWildcard } from '../sudoers/wildcards.ts';
import { isTrouble, listFolder, type Root } from './root.ts';

/**
 * The paths that a pattern with an absolute path may name, in the order of their names. A path without wildcards is returned
 * whether the file exists or not.
 * @param maxPaths At most so many paths of one folder level are followed.
 */
export async function pathsLike(root: Root, pattern: string, maxPaths: number, troubles: Trouble[]): Promise<string[]> {
  let paths = [''];
  let isWritten = true;
  for (const part of pattern.split('/').filter(text => text !== '')) {
    if (!hasWildcard(part)) {
      paths = paths.map(path => `${path}/${part}`);
      continue;
    }
    const next: string[] = [];
    for (const path of paths) {
      const names = await listFolder(root, path === '' ? '/' : path);
      if (!names) continue;
      // A pattern also fits files that are no folders: glob(3) leaves these out.
      if (isTrouble(names)) troubles.push(...(isWritten || !names.nothingThere ? [names] : []));
      else for (const name of names.content) if (isMatch(name, part)) next.push(`${path}/${name}`);
    }
    if (next.length > maxPaths) {
      troubles.push({ reason: 'failed', subject: pattern, message: `The pattern names more than ${maxPaths} files` });
    }
    paths = next.slice(0, maxPaths);
    isWritten = false;
  }
  return paths;
}

/** A wildcard does not match a dot at the start of a name. */
function isMatch(name: string, pattern: string): boolean {
  return fitsPattern(name, pattern) && (!name.startsWith('.') || pattern.startsWith('.'));
}
