// The files of an object server: each object is a file with a metadata file beside it, both named by a hash of the key. Parts of
// multipart uploads are files too.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ObjectError } from './object-error.ts';

export interface StoredObject {
  readonly key: string;
  readonly file: string;
  readonly bytes: number;
  /** With quotes, as in HTTP. */
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** ISO 8601. A test may make it older. */
  modified: string;
}

export interface PendingUpload {
  readonly id: string;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly parts: Map<number, { file: string; bytes: number; md5: string }>;
  /** ISO 8601. A test may make it older, or empty: some servers do not report it. */
  initiated: string;
}

export interface ObjectStore {
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, PendingUpload>;
  /** A name for a file that is not an object yet. */
  temporary(): string;
  put(
    key: string,
    file: string,
    facts: Pick<StoredObject, 'bytes' | 'etag' | 'metadata'>,
    condition?: { readonly ifAbsent: boolean },
  ): Promise<StoredObject>;
  delete(key: string): Promise<void>;
}

export async function openObjectStore(root: string): Promise<ObjectStore> {
  const kept = path.join(root, 'objects');
  const pending = path.join(root, 'pending');
  await rm(pending, { recursive: true, force: true });
  for (const folder of [kept, pending]) mkdirSync(folder, { recursive: true });
  const objects = new Map<string, StoredObject>();
  for (const name of await readdir(kept)) {
    if (!name.endsWith('.json')) continue;
    const object = JSON.parse(await readFile(path.join(kept, name), 'utf8')) as StoredObject;
    objects.set(object.key, object);
  }
  const arriving = new Set<string>();
  const noteOf = (key: string) => path.join(kept, `${createHash('sha256').update(key).digest('hex')}.json`);

  return {
    objects,
    uploads: new Map(),
    temporary: () => path.join(pending, randomUUID()),
    async put(key, file, facts, { ifAbsent } = { ifAbsent: false }) {
      if (ifAbsent && objects.has(key)) throw new ObjectError(412, 'PreconditionFailed');
      if (ifAbsent && arriving.has(key)) throw new ObjectError(409, 'ConditionalRequestConflict');
      arriving.add(key);
      try {
        const former = objects.get(key);
        // A new file, so that open reads of the previous object continue.
        const object: StoredObject = {
          key,
          file: path.join(kept, randomUUID()),
          modified: new Date().toISOString(),
          ...facts,
        };
        await rename(file, object.file);
        await writeFile(`${object.file}.note`, JSON.stringify(object));
        await rename(`${object.file}.note`, noteOf(key));
        objects.set(key, object);
        if (former) await rm(former.file, { force: true });
        return object;
      } finally {
        arriving.delete(key);
      }
    },
    async delete(key) {
      const object = objects.get(key);
      if (!object) return;
      objects.delete(key);
      await rm(noteOf(key), { force: true });
      await rm(object.file, { force: true });
    },
  };
}
