// The files of an archive (ZIP), read within limits: the archive may be cut off, hostile, or none at all.
import { crc32, createInflateRaw } from 'node:zlib';

/** Reads bytes of the archive; fewer than asked for at its end. */
export type ReadBytes = (at: number, length: number) => Promise<Buffer>;

export interface ArchiveEntry {
  /** As the archive writes it, with `/` between folders. It is never a path to write to. */
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly isEncrypted: boolean;
  readonly checksum: number;
  /** Where its local header is. */
  readonly at: number;
}

/** An archive that cannot be read. The message follows the name of the archive or of the file in it: `is cut off`. */
export class ArchiveFault extends Error {}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const localLength = 30;
const longestComment = 0xffff;
const longestDirectory = 64 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const damaged = 'is cut off, or no archive (ZIP)';

/**
 * The entries of the central directory (APPNOTE.TXT of PKWARE, section 4.3.12).
 * @param size of the archive, in bytes
 * @throws ArchiveFault
 */
export async function archiveEntries(read: ReadBytes, size: number, mostFiles: number): Promise<ArchiveEntry[]> {
  const tailAt = Math.max(0, size - endLength - longestComment);
  const tail = await read(tailAt, size - tailAt);
  let end = tail.length - endLength;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new ArchiveFault(damaged);
  const count = tail.readUInt16LE(end + 10);
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count === 0xffff || start === 0xffffffff)
    throw new ArchiveFault('is larger than 4 GB (ZIP64), which is not read');
  if (count > mostFiles) throw new ArchiveFault(`holds ${count} files, and the limit is ${mostFiles}`);
  if (length > longestDirectory) throw new ArchiveFault(damaged);
  const directory = await read(start, length);
  const entries: ArchiveEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) throw new ArchiveFault(damaged);
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      checksum: directory.readUInt32LE(at + 16),
      at: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * The unpacked content of an entry, piece by piece. Its checksum is compared at the end.
 * @param most bytes of the content
 * @throws ArchiveFault
 */
export async function* entryContent(read: ReadBytes, entry: ArchiveEntry, most: number): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw new ArchiveFault('is encrypted');
  if (entry.method !== 0 && entry.method !== 8) throw new ArchiveFault(`is packed by method ${entry.method}`);
  let [length, checksum] = [0, 0];
  for await (const chunk of entry.method === 0 ? packedContent(read, entry) : inflated(packedContent(read, entry))) {
    length += chunk.length;
    if (length > most) throw new ArchiveFault(`has more than ${most} bytes when it is unpacked`);
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.checksum) throw new ArchiveFault('is damaged: its checksum is wrong');
}

async function* packedContent(read: ReadBytes, { at, packed }: ArchiveEntry): AsyncGenerator<Buffer> {
  const header = await read(at, localLength);
  if (header.length < localLength || header.readUInt32LE(0) !== localSignature) throw new ArchiveFault(damaged);
  let from = at + localLength + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let left = packed; left > 0; ) {
    const chunk = await read(from, Math.min(left, chunkBytes));
    if (chunk.length === 0) throw new ArchiveFault(damaged);
    yield chunk;
    from += chunk.length;
    left -= chunk.length;
  }
}

async function* inflated(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const fed = feed(packed, inflate);
  try {
    yield* inflate as AsyncIterable<Buffer>;
    await fed;
  } catch (error) {
    if (error instanceof ArchiveFault) throw error;
    throw new ArchiveFault('cannot be unpacked: it is damaged', { cause: error });
  } finally {
    inflate.destroy();
    await fed.catch(() => {});
  }
}

async function feed(packed: AsyncIterable<Buffer>, inflate: ReturnType<typeof createInflateRaw>): Promise<void> {
  try {
    for await (const chunk of packed) {
      if (inflate.destroyed) return;
      if (!inflate.write(chunk)) {
        await new Promise<void>(resolve => {
          inflate.once('drain', resolve);
          inflate.once('close', resolve);
        });
      }
    }
    inflate.end();
  } catch (error) {
    inflate.destroy(error as Error);
  }
}
