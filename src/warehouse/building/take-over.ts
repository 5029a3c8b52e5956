// Takes files of the previous version over into the version that is made.
import fs from 'node:fs';
import path from 'node:path';

/** The error codes of a file system that has no hard links, or allows no further link to a file. */
const withoutLinks = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS']);

/** Make a hard link to a file; a copy where the file system has none. */
export function takeOverFile(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  try {
    fs.linkSync(from, to);
  } catch (error) {
    if (!withoutLinks.has((error as NodeJS.ErrnoException).code!)) throw error;
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
  }
}
