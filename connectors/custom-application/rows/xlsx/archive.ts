// Whether an archive (ZIP) may be unpacked: its files are unpacked once without keeping them, up to a limit.
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

/** The reason why an archive is not unpacked; undefined: it may be. */
export async function faultOfArchive(bytes: Buffer): Promise<string | undefined> {
  const read: ReadBytes = async (at, length) => bytes.subarray(at, at + length);
  try {
    let unpacked = 0;
    for (const entry of await archiveEntries(read, bytes.length, mostFiles)) {
      for await (const chunk of entryContent(read, entry, unpackedLimitBytes)) {
        unpacked += chunk.length;
        if (unpacked > unpackedLimitBytes) return `has more than ${unpackedLimitBytes} bytes when it is unpacked`;
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof ArchiveFault) return error.message;
    throw error;
  }
}
