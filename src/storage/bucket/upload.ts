// Uploads a local file as an object: in one request, or in parts when it is large. At most four parts are in memory at a
// time (bucket.ts), for any size and number of files.
import fs from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mebibyte } from '../../mebibytes.ts';
import { fileFacts } from '../local-files.ts';
import { type FileFacts, StorageFault } from '../storage.ts';
import { someAtOnce } from './at-once.ts';
import type { Bucket } from './bucket.ts';
import { isNoUpload } from './bucket-faults.ts';
import { keyOf, lookAt, putBytes } from './objects.ts';

/** S3 accepts up to 10,000 parts of 5 MiB to 5 GiB each. */
const smallestPart = 8 * mebibyte;
const mostParts = 10_000;
const partsAtOnce = 3;
/** Time limit for aborting an upload after a failure. The sweep aborts the ones that remain. */
const abortMs = 10_000;

/**
 * Upload a file as the object `name`, as a whole or not at all.
 * @param known its size and hash, if they were computed before
 * @throws Error when the file changes meanwhile
 */
export async function uploadFile(
  bucket: Bucket,
  name: string,
  file: string,
  signal?: AbortSignal,
  known?: FileFacts,
): Promise<FileFacts> {
  await using handle = await fs.open(file, 'r');
  const before = await handle.stat();
  // When the facts are not known, the file is read twice: S3 accepts the metadata, which hold the hash, only before the content.
  const facts = known ?? (await fileFacts(file, signal));
  if (facts.bytes <= smallestPart)
    await bucket.holdingPart(async () => {
      const bytes = await readExactly(handle, 0, facts.bytes);
      await putBytes(bucket, name, bytes, { sha256: facts.sha256, signal });
    });
  else await uploadParts(bucket, name, handle, facts, signal);
  const after = await handle.stat();
  if (after.size !== facts.bytes || after.mtimeMs !== before.mtimeMs)
    throw new Error(`${file} changed while it was uploaded to the bucket as ${keyOf(bucket, name)}`);
  return facts;
}

async function uploadParts(
  bucket: Bucket,
  name: string,
  handle: fs.FileHandle,
  facts: FileFacts,
  signal?: AbortSignal,
): Promise<void> {
  const object = { Bucket: bucket.name, Key: name };
  const input = { ...object, Metadata: { sha256: facts.sha256 } };
  signal?.throwIfAborted();
  // Not aborted by the signal: without the id from the response, the upload could not be aborted.
  const { UploadId } = await bucket.ask((client, options) =>
    client.send(new CreateMultipartUploadCommand(input), options),
  );
  if (!UploadId)
    throw new StorageFault(
      `the bucket ${bucket.name} started an upload of ${keyOf(bucket, name)} without an upload id; check that endpoint is an S3 server`,
      { transient: false },
    );
  const upload = { ...object, UploadId };
  try {
    const parts = await sendParts(bucket, upload, handle, facts.bytes, signal);
    await bucket
      .ask(
        (client, options) =>
          client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), options),
        signal,
      )
      .catch(async error => {
        // An earlier attempt whose response was lost may have completed the upload. Then the object exists.
        if (!isNoUpload(error) || (await lookAt(bucket, name, signal)).sha256 !== facts.sha256) throw error;
      });
  } catch (error) {
    await bucket
      .once(
        (client, options) => client.send(new AbortMultipartUploadCommand(upload), options),
        AbortSignal.timeout(abortMs),
      )
      .catch(() => {});
    throw error;
  }
}

/** Resolves or rejects only when no part is being sent any more. */
async function sendParts(
  bucket: Bucket,
  upload: { Bucket: string; Key: string; UploadId: string },
  handle: fs.FileHandle,
  bytes: number,
  signal?: AbortSignal,
): Promise<{ PartNumber: number; ETag: string }[]> {
  const partBytes = Math.max(smallestPart, Math.ceil(bytes / mostParts / mebibyte) * mebibyte);
  const parts: { PartNumber: number; ETag: string }[] = [];
  const count = Math.ceil(bytes / partBytes);
  const numbers = Array.from({ length: count }, (_, number) => number);
  await someAtOnce(numbers, partsAtOnce, signal, (number, stop) =>
    bucket.holdingPart(async () => {
      stop.throwIfAborted();
      const from = number * partBytes;
      const body = await readExactly(handle, from, Math.min(partBytes, bytes - from));
      const input = { ...upload, PartNumber: number + 1, Body: body, ContentLength: body.length };
      const { ETag } = await bucket.ask((client, options) => client.send(new UploadPartCommand(input), options), stop);
      parts[number] = { PartNumber: number + 1, ETag: ETag ?? '' };
    }),
  );
  return parts;
}

async function readExactly(handle: fs.FileHandle, from: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(buffer, at, bytes - at, from + at);
    if (bytesRead === 0) throw new Error(`the file ended ${bytes - at} bytes too early; it was written to meanwhile`);
    at += bytesRead;
  }
  return buffer;
}
