// Single objects of a bucket: write, inspect, read, list and remove them.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { type FileFacts, StorageCorrupt, StorageFault, StorageMissing } from '../storage.ts';
import { someAtOnce } from './at-once.ts';
import type { Bucket } from './bucket.ts';
import { isConditionFailed, isNoObject, isRangeBehindEnd, isWorthAnotherTry } from './bucket-faults.ts';

/** Concurrent removals. DeleteObjects is not used: it needs a Content-MD5 or CRC, and servers disagree about which. */
const removalsAtOnce = 8;

/** The size and hash that the server reports; no `sha256` for objects that Rolecall did not write. */
export interface ObjectFacts {
  readonly bytes: number;
  readonly sha256: string | undefined;
}

/** @throws StorageMissing */
export async function lookAt(bucket: Bucket, name: string, signal?: AbortSignal): Promise<ObjectFacts> {
  try {
    const input = { Bucket: bucket.name, Key: name };
    const found = await bucket.ask((client, options) => client.send(new HeadObjectCommand(input), options), signal);
    return { bytes: found.ContentLength ?? 0, sha256: found.Metadata?.['sha256'] };
  } catch (cause) {
    throw isNoObject(cause) ? new StorageMissing(keyOf(bucket, name), { cause }) : cause;
  }
}

/** Write a small object. @param condition 'new': fail when it exists; otherwise an existing object is replaced */
export async function putBytes(
  bucket: Bucket,
  name: string,
  bytes: Buffer,
  { sha256, condition, signal }: { sha256?: string; condition?: 'new'; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const input = {
    Bucket: bucket.name,
    Key: name,
    Body: bytes,
    ContentLength: bytes.length,
    Metadata: { sha256: sha256 ?? createHash('sha256').update(bytes).digest('hex') },
    ...(condition && { IfNoneMatch: '*' }),
  };
  await bucket.ask((client, options) => client.send(new PutObjectCommand(input), options), signal);
}

export interface OpenObject extends ObjectFacts {
  /** The bytes; can be read once. After a broken or stalled connection, reading resumes at the same position. */
  readonly chunks: AsyncGenerator<Buffer>;
  /** Abort the rest of the download. */
  close(): void;
}

/**
 * @param range inclusive
 * @throws StorageMissing; while reading, StorageCorrupt when the object was replaced meanwhile, or StorageFault
 */
export async function openObject(
  bucket: Bucket,
  name: string,
  { range, signal }: { range?: { start: number; end: number } | undefined; signal?: AbortSignal | undefined } = {},
): Promise<OpenObject> {
  const key = keyOf(bucket, name);
  const closing = new AbortController();
  const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  const get = (from: number, tag?: string) => (client: Parameters<Parameters<Bucket['ask']>[0]>[0], options: object) =>
    client.send(
      new GetObjectCommand({
        Bucket: bucket.name,
        Key: name,
        ...((range || from > 0) && { Range: `bytes=${from}-${range?.end ?? ''}` }),
        ...(tag && { IfMatch: tag }),
      }),
      options,
    );

  /** @throws StorageFault when a server sends another range than was requested */
  const comesFrom = (from: number, { ContentRange }: { ContentRange?: string | undefined }) => {
    if (!range && from === 0) return;
    const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(ContentRange ?? '') ?? [];
    if (Number(first) !== from || Number(last) > (range?.end ?? Infinity))
      throw new StorageFault(
        `the server of the bucket ${bucket.name} does not support range requests; use one that does`,
        {
          transient: false,
        },
      );
  };

  let at = range?.start ?? 0;
  let answer: Awaited<ReturnType<ReturnType<typeof get>>>;
  try {
    answer = await bucket.ask(get(at), stop);
  } catch (cause) {
    if (isRangeBehindEnd(cause)) return { bytes: 0, sha256: undefined, chunks: nothing(), close: () => {} };
    throw isNoObject(cause) ? new StorageMissing(key, { cause }) : cause;
  }
  comesFrom(at, answer);
  const tag = answer.ETag;
  const bytes = answer.ContentLength ?? 0;
  const end = at + bytes;

  async function* chunks(): AsyncGenerator<Buffer> {
    let body = answer.Body as Readable | undefined;
    let failures = 0;
    while (at < end || body) {
      try {
        if (!body) {
          const next = await bucket.once(get(at, tag), stop);
          body = next.Body as Readable;
          comesFrom(at, next);
        }
        for await (const chunk of body as AsyncIterable<Buffer>) {
          failures = 0;
          at += chunk.length;
          yield chunk;
        }
        body = undefined;
        if (at < end) throw new Error(`the answer ended ${end - at} bytes too early`);
      } catch (cause) {
        body?.destroy();
        body = undefined;
        stop.throwIfAborted();
        if (isConditionFailed(cause))
          throw new StorageCorrupt(key, 'it was replaced while it was being read', { cause });
        if (isNoObject(cause)) throw new StorageMissing(key, { cause });
        failures += 1;
        if (failures >= bucket.attempts || !isWorthAnotherTry(cause)) throw bucket.explain(cause);
        await bucket.pause(failures, stop);
      } finally {
        // Runs too when the reader stops early.
        body?.destroy();
      }
    }
  }

  return {
    bytes,
    sha256: answer.Metadata?.['sha256'],
    chunks: chunks(),
    close: () => {
      closing.abort(new Error('the reader stopped early'));
      (answer.Body as Readable | undefined)?.destroy();
    },
  };
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** The chunks of a whole object. The last chunk is held back until the hash is verified. @throws StorageCorrupt instead of it */
export async function* verified(key: string, { chunks, bytes, sha256 }: OpenObject): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let got = 0;
  let held: Buffer | undefined;
  for await (const chunk of chunks) {
    if (held) yield held;
    hash.update(chunk);
    got += chunk.length;
    held = chunk;
  }
  const fault = difference({ bytes: got, sha256: hash.digest('hex') }, { bytes, sha256 });
  if (fault) throw new StorageCorrupt(key, fault);
  if (held) yield held;
}

/** Read a small object as a whole and verify its size and hash. @throws StorageMissing, StorageCorrupt */
export async function getBytes(bucket: Bucket, name: string, signal?: AbortSignal): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const open = await openObject(bucket, name, { signal });
    const parts: Buffer[] = [];
    for await (const chunk of open.chunks) parts.push(chunk);
    const bytes = Buffer.concat(parts);
    const got = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const fault = difference(got, { bytes: open.bytes, sha256: open.sha256 });
    if (!fault) return bytes;
    if (attempt >= bucket.attempts || open.sha256 === undefined) throw new StorageCorrupt(keyOf(bucket, name), fault);
    await bucket.pause(attempt, signal);
  }
}

/** How the received content differs from the expected, in words; undefined when it does not. */
export function difference(got: FileFacts, expected: ObjectFacts): string | undefined {
  if (expected.sha256 === undefined) return 'it has no sha256, so Rolecall did not write it';
  if (got.bytes !== expected.bytes) return `it has ${got.bytes} bytes instead of ${expected.bytes}`;
  if (got.sha256 !== expected.sha256) return `its sha256 is ${got.sha256} instead of ${expected.sha256}`;
  return undefined;
}

export interface Listed {
  readonly name: string;
  readonly bytes: number;
  readonly modified: Date;
  /** Entity tag: another content has another one. */
  readonly tag: string | undefined;
}

/** All objects whose name begins with `prefix`. With `oneLevel`: those directly below it, and the prefixes of deeper ones. */
export async function* listObjects(
  bucket: Bucket,
  prefix: string,
  { oneLevel = false, signal }: { oneLevel?: boolean; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Listed | { readonly deeper: string }> {
  let token: string | undefined;
  do {
    const input = {
      Bucket: bucket.name,
      Prefix: prefix,
      ...(oneLevel && { Delimiter: '/' }),
      ...(token && { ContinuationToken: token }),
    };
    const page = await bucket.ask((client, options) => client.send(new ListObjectsV2Command(input), options), signal);
    for (const { Key, Size, LastModified, ETag: tag } of page.Contents ?? [])
      if (Key !== undefined) yield { name: Key, bytes: Size ?? 0, modified: LastModified ?? new Date(0), tag };
    for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix !== undefined) yield { deeper: Prefix };
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
}

/** Remove objects. Objects that do not exist are no error. */
export async function removeObjects(bucket: Bucket, names: readonly string[], signal?: AbortSignal): Promise<void> {
  await someAtOnce(names, removalsAtOnce, signal, async (name, stop) => {
    const input = { Bucket: bucket.name, Key: name };
    await bucket
      .ask((client, options) => client.send(new DeleteObjectCommand(input), options), stop)
      .catch(error => {
        if (!isNoObject(error)) throw error;
      });
  });
}

/** An object's name without the bucket's prefix, for messages. */
export function keyOf(bucket: Bucket, name: string): string {
  return name.slice(bucket.prefix.length);
}
