// Whether a workbook, an archive (ZIP), may be unpacked and parsed: its files are unpacked once, one after the other.
import {
  ArchiveFault,
  archiveEntries,
  entryContent,
  type ReadBytes,
} from '../../../../src/connector/files/zip-archive.ts';
import { hasLongToken, longestTokenBytes } from './long-tokens.ts';

/** The most bytes of all files of a workbook, unpacked. */
const unpackedLimitBytes = 256 * 1024 * 1024;
/** The most files of a workbook. */
const mostFiles = 10_000;

/** The files of a workbook that are parsed. */
const parsed = /\.(xml|rels)$/i;

/** The reason why a workbook is not read; undefined: it may be. */
export async function faultOfArchive(bytes: Buffer): Promise<string | undefined> {
  const read: ReadBytes = async (at, length) => bytes.subarray(at, at + length);
  try {
    let unpacked = 0;
    for (const entry of await archiveEntries(read, bytes.length, mostFiles)) {
      const content: Buffer[] = [];
      for await (const chunk of entryContent(read, entry, unpackedLimitBytes)) {
        unpacked += chunk.length;
        if (unpacked > unpackedLimitBytes) return `has more than ${unpackedLimitBytes} bytes when it is unpacked`;
        if (parsed.test(entry.name)) content.push(chunk);
      }
      if (hasLongToken(Buffer.concat(content)))
        return `has a text or a tag of more than ${longestTokenBytes} bytes in ${entry.name.slice(0, 100)}`;
    }
    return undefined;
  } catch (error) {
    if (error instanceof ArchiveFault) return error.message;
    throw error;
  }
}
