// Checks the identity of a storage. A folder whose share is not mounted, and a bucket with a wrong prefix, look empty: existing
// files would seem lost, and new ones would be written to the wrong place. In the storage of another deployment, every file
// that this one's state does not know would be removed. So a file in the storage holds an identity that state remembers. The two
// are compared before every change, and before a file counts as missing.
import { identityFile, type Storage, StorageFault, StorageMissing } from './storage.ts';

/** @param remember resolves to the identity in state; when state has none, it makes one and calls `put` with it first */
export function identifiedStorage(
  storage: Storage,
  remember: (put: (identity: string) => Promise<void>) => Promise<string>,
): Storage {
  // A share can be unmounted while a process runs. A bucket's identity does not change.
  const mayBecomeUnavailable = storage.place('tenants') !== undefined;
  let expected: string | undefined;
  let isKnown = false;

  async function put(identity: string): Promise<void> {
    const found = await storage.identity();
    if (found === undefined) await storage.setIdentity(identity);
    else if (found !== identity)
      throw refusal(storage, 'names another storage', 'if that deployment is gone, remove the file');
  }

  /** @throws StorageFault with `transient`: work continues once the right storage is available */
  async function identify(): Promise<void> {
    let found = await storage.identity();
    if (expected === undefined) {
      expected = await remember(put);
      found = await storage.identity();
    }
    isKnown = found === expected;
    if (!isKnown) throw mistaken(storage, found, expected);
  }

  async function identifyBeforeChange(): Promise<void> {
    if (mayBecomeUnavailable || !isKnown) await identify();
  }

  async function unlessMistaken(error: unknown): Promise<never> {
    if (error instanceof StorageMissing) await identify();
    throw error;
  }

  return {
    ...storage,
    async keepFile(key, file, signal) {
      await identifyBeforeChange();
      return await storage.keepFile(key, file, signal);
    },
    async keepFolder(key, folder, signal, sharing) {
      await identifyBeforeChange();
      await storage.keepFolder(key, folder, signal, sharing);
    },
    async keepContents(contents) {
      await identifyBeforeChange();
      await storage.keepContents(contents);
    },
    async expose(key, files) {
      await identifyBeforeChange();
      return await storage.expose(key, files);
    },
    borrowFile: (key, facts) => storage.borrowFile(key, facts).catch(unlessMistaken),
    borrowFolder: (key, only) => storage.borrowFolder(key, only).catch(unlessMistaken),
    read: (key, range) => storage.read(key, range).catch(unlessMistaken),
    async list(prefix) {
      const names = await storage.list(prefix);
      if (names.length === 0) await identify();
      return names;
    },
    async remove(key) {
      await identifyBeforeChange();
      await storage.remove(key);
    },
    async sweepUnfinished(olderThanMs) {
      await identifyBeforeChange();
      return await storage.sweepUnfinished(olderThanMs);
    },
    async check(signal) {
      await storage.check(signal);
      await identify();
    },
  };
}

/** The fault of a storage whose identity is missing or differs from the one in state. */
export function mistaken(storage: Storage, found: string | undefined, expected: string): StorageFault {
  const remedy = `if this is a copy of the right one, write ${expected} into the file`;
  return found === undefined
    ? refusal(
        storage,
        'is not there',
        `mount the share; ${remedy}; if the files are gone, restore a backup of the state with --without-files`,
      )
    : refusal(storage, 'names another storage', remedy);
}

function refusal(storage: Storage, what: string, remedy: string): StorageFault {
  return new StorageFault(
    `${storage.title} is not the storage of this deployment: ${identityFile} ${what}. Correct folder, bucket, endpoint or prefix; ${remedy}`,
    { transient: true },
  );
}
