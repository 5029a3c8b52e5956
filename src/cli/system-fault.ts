// Faults of the machine in words, for errors that no part of the program has explained.

const faults: Readonly<Record<string, string>> = {
  EMFILE: 'this process has too many files open; raise the limit, for example with `ulimit -n 4096`',
  ENFILE: 'the machine has too many files open',
  ENOSPC: 'the disk is full; make space',
  EDQUOT: 'the quota of this user is used up; make space',
  EROFS: 'the file system can only be read',
  EIO: 'the disk fails to read or write',
};

/** A sentence about a fault of the machine; undefined for every other error. */
export function systemFault(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, path } = at as NodeJS.ErrnoException;
    const fault = faults[code ?? ''];
    if (fault !== undefined) return path === undefined ? fault : `${path}: ${fault}`;
  }
  return undefined;
}
