// Records where each line of a collection begins, so that a page is found without reading the lines before it.
import fs from 'node:fs';

const chunkBytes = 1024 * 1024;
/** Offsets that are written at once. */
const mostPending = 64 * 1024;
const newline = 0x0a;

/**
 * Find the lines of the files, as if the files were one. JSON text holds no raw newline, so every newline ends an item.
 */
export function writeOffsets(files: readonly string[], offsets: string): { rows: number; bytes: number }[] {
  const output = fs.openSync(offsets, 'w');
  // Most collections are small, and allocating memory costs a garbage collection even if the memory is never used.
  const mostBytes = Math.max(1, ...files.map(file => fs.statSync(file).size));
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, mostBytes));
  const starts = new Float64Array(Math.min(mostPending, mostBytes + 1));
  let pending = 0;
  let position = 0;
  const add = (start: number) => {
    if (pending === starts.length) flush();
    starts[pending++] = start;
  };
  const flush = () => {
    fs.writeSync(output, new Uint8Array(starts.buffer, 0, pending * 8));
    pending = 0;
  };
  try {
    add(0);
    const parts = files.map(file => {
      const from = position;
      let rows = 0;
      for (const read of chunksOf(file, chunk)) {
        for (let at = read.indexOf(newline); at !== -1; at = read.indexOf(newline, at + 1)) {
          add(position + at + 1);
          rows += 1;
        }
        position += read.length;
      }
      return { rows, bytes: position - from };
    });
    flush();
    return parts;
  } finally {
    fs.closeSync(output);
  }
}

/** A file's bytes, one chunk at a time. Every chunk uses the same buffer. */
function* chunksOf(file: string, chunk: Buffer): Generator<Buffer> {
  const input = fs.openSync(file, 'r');
  try {
    for (let read = fs.readSync(input, chunk); read > 0; read = fs.readSync(input, chunk))
      yield chunk.subarray(0, read);
  } finally {
    fs.closeSync(input);
  }
}
