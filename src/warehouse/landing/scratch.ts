// The accepted records of a batch as newline-delimited JSON: in memory while the batch grows, then in a scratch file.
//
// There are two buffers and two files, used in turn: DuckDB reads one file while the next batch grows in the other buffer.
import fs from 'node:fs';
import path from 'node:path';

export interface Scratch {
  append(json: string): void;
  /** Whether the batch has reached its size. */
  isFull(): boolean;
  /** The batch, as it is written. */
  content(): Uint8Array[];
  /**
   * Write the batch to its file and begin the next batch. The file is overwritten two batches later.
   * @returns the path of the file
   */
  write(): string;
  /** Delete the files. */
  remove(): void;
}

const firstBufferBytes = 256 * 1024;
/** A buffer has this much more than a batch, so that the last record of a batch usually fits. */
const spareBytes = 1024 * 1024;

export function createScratch(folder: string, batchBytes: number): Scratch {
  const files = [0, 1].map(i => path.join(folder, `batch-${i}.ndjson`));
  const buffers: Buffer[] = [];
  let side = 0;
  let bytes = 0;
  /** Records that did not fit into the buffer, and all later ones of the batch. */
  let overflow: string[] = [];

  /**
   * The buffer of the batch, with room for this many bytes unless that is more than a buffer may have. It grows in steps, because most
   * reads are small, and allocating memory costs a garbage collection even if the memory is never used.
   */
  function bufferFor(needed: number): Buffer {
    const former = buffers[side] ?? Buffer.alloc(0);
    const maxBytes = batchBytes + spareBytes;
    if (needed <= former.length || former.length === maxBytes) return former;
    const grown = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * former.length, firstBufferBytes)));
    former.copy(grown, 0, 0, bytes);
    buffers[side] = grown;
    return grown;
  }

  return {
    append(json) {
      // A UTF-16 unit takes three bytes of UTF-8 at most.
      const needed = bytes + json.length * 3 + 1;
      const buffer = bufferFor(needed);
      if (needed > buffer.length || overflow.length > 0) {
        overflow.push(json);
        return;
      }
      bytes += buffer.write(json, bytes);
      buffer[bytes++] = 0x0a;
    },
    isFull: () => bytes >= batchBytes || overflow.length > 0,
    content: () => [bufferFor(0).subarray(0, bytes), ...overflow.map(json => Buffer.from(`${json}\n`))],
    write() {
      const file = files[side]!;
      overwrite(file, bufferFor(0).subarray(0, bytes), overflow);
      side = 1 - side;
      bytes = 0;
      overflow = [];
      return file;
    },
    remove() {
      for (const file of files) fs.rmSync(file, { force: true });
    },
  };
}

/** Overwriting a file in place reuses its pages, which is several times faster than creating a new file. */
function overwrite(file: string, bytes: Uint8Array, overflow: readonly string[]): void {
  const descriptor = fs.openSync(file, fs.constants.O_CREAT | fs.constants.O_WRONLY, 0o600);
  try {
    let length = 0;
    while (length < bytes.length) length += fs.writeSync(descriptor, bytes, length, bytes.length - length, length);
    for (const json of overflow) length += fs.writeSync(descriptor, `${json}\n`, length);
    fs.ftruncateSync(descriptor, length);
  } finally {
    fs.closeSync(descriptor);
  }
}
