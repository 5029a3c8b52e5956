// Whether an archive (ZIP) may be unpacked: its files are unpacked once without keeping them, up to a limit.
import { createInflateRaw } from 'node:zlib';

/** The most bytes of all files of a workbook, unpacked. */
const unpackedLimitBytes = 256 * 1024 * 1024;
/** The most files of a workbook. */
const mostFiles = 10_000;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const longestComment = 0xffff;

interface ArchiveEntry {
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/** The reason why an archive is not unpacked; undefined: it may be. */
export async function faultOfArchive(bytes: Buffer): Promise<string | undefined> {
  const entries = entriesOf(bytes);
  if (typeof entries === 'string') return entries;
  let unpacked = 0;
  for (const { method, packed, at } of entries) {
    if (at + 30 > bytes.length) return 'is cut off, or no workbook';
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const content = bytes.subarray(start, start + packed);
    if (content.length < packed) return 'is cut off, or no workbook';
    if (method === 0) unpacked += packed;
    else if (method === 8) {
      const length = await inflatedLength(content, unpackedLimitBytes - unpacked);
      if (length === undefined) return 'holds a file that cannot be unpacked';
      unpacked += length;
    } else return 'is packed in a way that workbooks never are';
    if (unpacked > unpackedLimitBytes) return `has more than ${unpackedLimitBytes} bytes when it is unpacked`;
  }
  return undefined;
}

/** The files of the archive, from its central directory (APPNOTE.TXT of PKWARE, section 4.3.12). */
function entriesOf(bytes: Buffer): ArchiveEntry[] | string {
  const damaged = 'is cut off, or no workbook';
  let end = bytes.length - endLength;
  const first = Math.max(0, end - longestComment);
  while (end >= first && bytes.readUInt32LE(end) !== endSignature) end--;
  if (end < first) return damaged;
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostFiles) return `holds ${count} files, and the limit is ${mostFiles}`;
  const entries: ArchiveEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return damaged;
    const packed = bytes.readUInt32LE(at + 20);
    entries.push({ method: bytes.readUInt16LE(at + 10), packed, at: bytes.readUInt32LE(at + 42) });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Bytes of the unpacked content; more than `most` when it has more; undefined when it is damaged. */
async function inflatedLength(content: Buffer, most: number): Promise<number | undefined> {
  const inflate = createInflateRaw();
  inflate.end(content);
  let length = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) return length;
    }
  } catch {
    return undefined;
  } finally {
    inflate.destroy();
  }
  return length;
}
