// The files of a source in a bucket, for its connector: faults of the bucket become those of the source.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BucketFolder, BucketFolderSettings } from '../../src/connector/contract.ts';
import { SourceError } from '../../src/connector/contract.ts';
import { SourceUnavailable } from '../../src/connector/transient.ts';
import { openFolderOfObjects } from '../../src/storage/bucket/folder-of-objects.ts';
import { StorageFault } from '../../src/storage/storage.ts';

/**
 * @param place where files are copied to; undefined: a folder that is removed when the source is closed
 * @throws SourceUnavailable, SourceError
 */
export async function openBucketFolder(
  { name: bucket, ...settings }: BucketFolderSettings,
  place: string | undefined,
  signal: AbortSignal,
): Promise<BucketFolder> {
  const of = createHash('sha256').update(JSON.stringify([bucket, settings.endpoint, settings.prefix]));
  const copies = place
    ? path.join(place, of.digest('hex').slice(0, 16))
    : await fs.mkdtemp(path.join(os.tmpdir(), 'rolecall-source-'));
  const objects = await openFolderOfObjects({ bucket, ...settings }, copies, signal).catch(asFaultOfSource);
  return {
    folder: objects.folder,
    ignored: objects.ignored,
    fetch: file => objects.fetch(file).catch(asFaultOfSource),
    async close() {
      objects.close();
      if (place === undefined) await fs.rm(copies, { recursive: true, force: true });
    },
  };
}

function asFaultOfSource(error: unknown): never {
  if (!(error instanceof Error) || !['StorageFault', 'StorageMissing', 'StorageCorrupt'].includes(error.name))
    throw error;
  const isTransient = !(error instanceof StorageFault) || error.transient;
  if (isTransient) throw new SourceUnavailable(error.message, { cause: error });
  throw new SourceError([{ severity: 'error', place: 'settings.bucket', message: error.message }]);
}
