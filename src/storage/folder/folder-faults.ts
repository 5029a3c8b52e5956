// Explains errors of the file system for a storage in a folder.
import { codeOf, hasNoSpace } from '../local-files.ts';
import { StorageFault, StorageMissing } from '../storage.ts';

export function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
}

export function ignoreGone(error: unknown): undefined {
  if (isGone(error)) return undefined;
  throw error;
}

export function missing(key: string): (error: unknown) => never {
  return cause => {
    if (isGone(cause)) throw new StorageMissing(key, { cause });
    throw cause;
  };
}

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full; make space',
  EDQUOT: 'its quota is used up; make space',
  EACCES: 'this user may not write and read there; correct its owner or mode',
  EPERM: 'this user may not write and read there; correct its owner or mode',
  EROFS: 'it is mounted read-only; mount it so that it can be written',
  ESTALE: 'the share was mounted anew; restart this process',
  EIO: 'its disk or share gives errors; check it',
  EEXIST: 'it, or what lies above it, is a file; name a folder',
  ENOTDIR: 'it, or what lies above it, is a file; name a folder',
};

/** Run `work`, and turn known errors of the file system into a StorageFault about the folder `root`. */
export async function explained<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause) ?? '';
    const remedy = remedies[code];
    if (!remedy) throw cause;
    throw new StorageFault(`the folder ${root} cannot be used: ${remedy} (${code})`, {
      transient: hasNoSpace(cause) || ['EIO', 'ESTALE'].includes(code),
      cause,
    });
  }
}
