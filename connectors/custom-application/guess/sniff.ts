// Finds out how a CSV file is written: encoding, delimiter, whether its last row ends.
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { FileOptions } from '../config.ts';
import { readRows } from '../csv/rows.ts';

/** Bytes at the beginning that are looked at. */
const looked = 256 * 1024;

const delimiters = [',', ';', '\t', '|'];

/** @throws the error of the system when the file cannot be read */
export async function sniff(file: string): Promise<FileOptions> {
  const { start, endsWithLine } = await ends(file);
  const utf16 = start.length > 1 && (start.readUInt16BE() === 0xfeff || start.readUInt16BE() === 0xfffe);
  // The last character may be cut.
  const isText = [0, 1, 2, 3].some(cut => isUtf8(start.subarray(0, start.length - cut)));
  const encoding = utf16 ? 'utf-16' : isText ? 'utf-8' : 'windows-1252';
  const common = { quote: '"', encoding, ...(!endsWithLine && { finalLineBreak: false }) } as const;
  let best: FileOptions = { ...common, delimiter: ',' };
  let most = 0;
  for (const delimiter of delimiters) {
    const columns = await evenColumns(file, { ...common, delimiter });
    if (columns > most) [best, most] = [{ ...common, delimiter }, columns];
  }
  return best;
}

/** The number of columns, when the first rows all have as many. */
async function evenColumns(file: string, options: FileOptions): Promise<number> {
  let columns = 0;
  for await (const rows of readRows(file, options)) {
    for (const { cells, fault } of rows) {
      if (fault !== undefined) continue;
      columns ||= cells.length;
      if (cells.length !== columns) return 0;
    }
    break;
  }
  return columns > 1 ? columns : 0;
}

async function ends(file: string): Promise<{ start: Buffer; endsWithLine: boolean }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(Math.min(size, looked));
    await handle.read(start, 0, start.length, 0);
    const last = Buffer.alloc(Math.min(size, 2));
    await handle.read(last, 0, last.length, size - last.length);
    return { start, endsWithLine: /[\r\n]/.test(last.toString('latin1')) };
  } finally {
    await handle.close();
  }
}
