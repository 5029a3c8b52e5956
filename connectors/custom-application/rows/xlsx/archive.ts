// Whether a workbook, an archive (ZIP), may be unpacked and parsed: its files are unpacked once without keeping them.
import {
  ArchiveFault,
  archiveEntries,
  entryContent,
  type ReadBytes,
} from '../../../../src/connector/files/zip-archive.ts';

/** The most bytes of all files of a workbook, unpacked. */
const unpackedLimitBytes = 256 * 1024 * 1024;
/** The most files of a workbook. */
const mostFiles = 10_000;

/**
 * The most bytes of a text in a file of XML. The parser gets a sheet in pieces and looks through an unfinished text again with each of
 * them; on a slow machine its pieces become ever smaller, until its stack overflows. A cell of Excel has at most 32,767 characters.
 */
const longestTextBytes = 1024 * 1024;

/** The reason why a workbook is not read; undefined: it may be. */
export async function faultOfArchive(bytes: Buffer): Promise<string | undefined> {
  const read: ReadBytes = async (at, length) => bytes.subarray(at, at + length);
  try {
    let unpacked = 0;
    for (const entry of await archiveEntries(read, bytes.length, mostFiles)) {
      let textBytes = 0;
      for await (const chunk of entryContent(read, entry, unpackedLimitBytes)) {
        unpacked += chunk.length;
        if (unpacked > unpackedLimitBytes) return `has more than ${unpackedLimitBytes} bytes when it is unpacked`;
        if (!/\.xml$/i.test(entry.name)) continue;
        const tag = chunk.indexOf('<');
        if (textBytes + (tag < 0 ? chunk.length : tag) > longestTextBytes)
          return `has a text of more than ${longestTextBytes} bytes in ${entry.name.slice(0, 100)}`;
        textBytes = tag < 0 ? textBytes + chunk.length : chunk.length - chunk.lastIndexOf('<');
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof ArchiveFault) return error.message;
    throw error;
  }
}
