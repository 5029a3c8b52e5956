// Whether this user can use or create a folder. This is checked before anything is created, because Node's recursive mkdir never
// ends under /proc, and elsewhere its error names neither the cause nor the remedy.
import fs from 'node:fs';
import path from 'node:path';

/** File systems of the kernel, which keep no files (statfs(2), `f_type`). */
const withoutFiles: Readonly<Record<number, string>> = { 40864: '/proc', 1650812274: '/sys', 2613483: 'cgroups' };

/** Why this user cannot write to a folder, or cannot make it: a sentence. Undefined when nothing speaks against it. */
export function folderProblem(folder: string): string | undefined {
  const found = nearestExisting(folder);
  try {
    if (!fs.statSync(found).isDirectory()) return `${found} is a file, not a folder`;
    const system = withoutFiles[fs.statfsSync(found).type];
    if (system !== undefined) return `${system} keeps no files`;
    fs.accessSync(found, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') return `${found} is on a file system that is mounted read-only`;
    return `${found} cannot be written by this user (${code})`;
  }
}

/** The path itself, or the innermost of its parents that exists. */
function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || isThere(folder) ? folder : nearestExisting(parent);
}

function isThere(file: string): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch (error) {
    // With any other error, the path exists but may not be looked at. A file in place of a parent folder is found one level up.
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
