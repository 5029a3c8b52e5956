// The worker thread of a compressor: reads lines from a pipe, and writes their documents to a file as compressed blocks.
import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { crc32, deflateRawSync } from 'node:zlib';
import { lowerPriority } from '../../../niceness.ts';
import { packedSeparator } from '../../version/documents/documents-file.ts';
import { idBytes, newline, separator } from '../../version/documents/format.ts';
import { blockOptions } from '../../version/documents/gzip.ts';
import { type CompressAnswer, type CompressOrder, Numbers, type PieceOfFile } from './piece.ts';

/** How many documents a full block can have. Each number divides the usual page sizes, so that whole blocks fit into a page. */
const rowsOfBlock = [25, 50, 100, 200];
/** The first block decides for all: it gets the smallest of these numbers that makes it at least this many bytes large. */
const wantedBytes = 32 * 1024;
/** A block of large documents ends earlier. */
const mostBytes = 256 * 1024;
/** Level 1 is not faster here, and its blocks are larger. */
const level = 2;
const readBytes = 256 * 1024;
const writeBytes = 1024 * 1024;
const uuidLength = 36;
const numberLength = 8;
/** Gives threads that answer requests precedence. Only Linux has priorities per thread (sched(7)). */
const niceness = 5;

if (process.platform === 'linux') lowerPriority(niceness);
const port = parentPort!;
const send = (answer: CompressAnswer, transferred: ArrayBuffer[] = []) => port.postMessage(answer, transferred);

port.on('message', (order: CompressOrder) => {
  try {
    const pipe = fs.openSync(order.pipe, 'r');
    try {
      send({ kind: 'opened' });
      const piece = compress(pipe, order);
      const { rows: _rows, ...columns } = piece;
      send(
        { kind: 'done', piece },
        Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer),
      );
    } finally {
      fs.closeSync(pipe);
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    send({ kind: 'failed', message, code });
  }
});

function compress(pipe: number, order: CompressOrder): PieceOfFile {
  const ids = createIds();
  const numbers = new Numbers();
  const blocks = order.file && createBlocks(order.file);
  const textStart = uuidLength + (order.hasNumbers ? numberLength : 0);
  let rows = 0;
  for (const { bytes, start, end } of linesOf(pipe)) {
    if (end - start < textStart) throw new Error(`line ${rows + 1} of a statement does not begin with an id`);
    ids.add(bytes, start);
    if (order.hasNumbers) {
      const digits = bytes.toString('latin1', start + uuidLength, start + textStart);
      numbers.add(Number.parseInt(digits, 16));
    }
    blocks?.add(bytes, start + textStart, end);
    rows += 1;
  }
  const written = blocks?.finish() ?? noBlocks();
  return { rows, ...written, ids: ids.all(), numbers: numbers.all() };
}

/** The lines of a pipe. They are valid until the next one is taken. */
function* linesOf(pipe: number): Generator<{ bytes: Buffer; start: number; end: number }> {
  let buffer = Buffer.allocUnsafe(2 * readBytes);
  let filled = 0;
  for (;;) {
    if (buffer.length - filled < readBytes) buffer = Buffer.concat([buffer.subarray(0, filled)], buffer.length * 2);
    const read = fs.readSync(pipe, buffer, filled, readBytes, null);
    if (read === 0) break;
    const bytes = buffer.subarray(0, filled + read);
    let start = 0;
    for (let end = bytes.indexOf(newline, filled); end !== -1; end = bytes.indexOf(newline, start)) {
      yield { bytes, start, end };
      start = end + 1;
    }
    buffer.copyWithin(0, start, bytes.length);
    filled = bytes.length - start;
  }
  if (filled > 0) throw new Error('the last line of a statement is incomplete');
}

function createIds() {
  let ids = new Uint8Array(64 * 1024);
  let at = 0;
  return {
    /** @param start where the 36 characters of a UUID begin */
    add(bytes: Buffer, start: number): void {
      if (at + idBytes > ids.length) {
        const larger = new Uint8Array(ids.length * 2);
        larger.set(ids);
        ids = larger;
      }
      for (let from = start; from < start + uuidLength; from += 2) {
        // 8-4-4-4-12: each group has an even number of digits.
        if (bytes[from] === 0x2d) from += 1;
        ids[at++] = (digit(bytes[from]!) << 4) | digit(bytes[from + 1]!);
      }
    },
    all: () => ids.slice(0, at),
  };
}

/** The value of a lowercase hexadecimal digit. */
function digit(character: number): number {
  return character < 0x60 ? character - 0x30 : character - 0x57;
}

function noBlocks() {
  const none = () => new Numbers().all();
  return {
    offsets: new Float64Array(0),
    ...{ packedBytes: none(), packedCrcs: none(), bytes: none(), crcs: none(), rowsOfBlocks: none() },
  };
}

/** Compresses documents, and writes them in pieces of about a megabyte. */
function createBlocks({ descriptor, end }: NonNullable<CompressOrder['file']>) {
  const fileEnd = new BigInt64Array(end);
  const offsets: number[] = [];
  const packedBytes = new Numbers();
  const packedCrcs = new Numbers();
  const bytes = new Numbers();
  const crcs = new Numbers();
  const rowsOfBlocks = new Numbers();
  let text = Buffer.allocUnsafe(2 * mostBytes);
  let filled = 0;
  let rows = 0;
  let mostRows = rowsOfBlock.at(-1)!;
  let isMeasured = false;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let waitingBlocks = 0;

  function write(): void {
    if (waitingBytes === 0) return;
    const from = Number(Atomics.add(fileEnd, 0, BigInt(waitingBytes)));
    for (let block = offsets.length - waitingBlocks; block < offsets.length; block += 1) offsets[block]! += from;
    const whole = Buffer.concat(waiting);
    for (let at = 0; at < whole.length; ) at += fs.writeSync(descriptor, whole, at, whole.length - at, from + at);
    waiting = [];
    waitingBytes = 0;
    waitingBlocks = 0;
  }

  function endBlock(): void {
    const content = text.subarray(0, filled);
    const packed = deflateRawSync(content, { ...blockOptions, level, chunkSize: Math.max(1024, filled >> 1) });
    offsets.push(waitingBytes);
    packedBytes.add(packed.length);
    packedCrcs.add(crc32(packed));
    bytes.add(filled);
    crcs.add(crc32(content));
    rowsOfBlocks.add(rows);
    waiting.push(packed, packedSeparator);
    waitingBytes += packed.length + packedSeparator.length;
    waitingBlocks += 1;
    filled = 0;
    rows = 0;
    if (waitingBytes >= writeBytes) write();
  }

  return {
    add(line: Buffer, start: number, lineEnd: number): void {
      const size = lineEnd - start;
      if (rows > 0 && filled + size > mostBytes) endBlock();
      const needed = filled + separator.length + size;
      if (needed > text.length) text = Buffer.concat([text.subarray(0, filled)], needed * 2);
      if (rows > 0) filled += separator.copy(text, filled);
      filled += line.copy(text, filled, start, lineEnd);
      rows += 1;
      if (!isMeasured && rowsOfBlock.includes(rows) && filled >= wantedBytes) {
        mostRows = rows;
        isMeasured = true;
      }
      if (rows >= mostRows) endBlock();
    },
    finish() {
      if (rows > 0) endBlock();
      write();
      return {
        offsets: Float64Array.from(offsets),
        ...{ packedBytes: packedBytes.all(), packedCrcs: packedCrcs.all() },
        ...{ bytes: bytes.all(), crcs: crcs.all(), rowsOfBlocks: rowsOfBlocks.all() },
      };
    },
  };
}
