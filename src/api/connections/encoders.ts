// Compression with limits: an encoder takes megabytes, and too many at once would take all of the machine.
import os from 'node:os';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import pLimit from 'p-limit';

export type Encoding = 'br' | 'gzip';

export interface Encoders {
  /** Compress as much as possible, after waiting for a free encoder. For data that is compressed once and sent often. */
  compressWell(encoding: Encoding, bytes: Buffer): Promise<Buffer>;
  /** Compress fast; undefined when too many compressions wait for an encoder already. */
  compress(encoding: Encoding, bytes: Buffer): Promise<Buffer | undefined>;
  /** Whether there is a free encoder for a stream. */
  hasStream(): boolean;
  /** An encoder for a stream, to be used at once; undefined when too many are in use. */
  stream(encoding: Encoding): Transform | undefined;
}

/** Compression level of both encodings, from 1 to 9. */
const quickly = 4;
const well = 9;
/** Streams at once. A stream keeps its encoder until its client has received the whole answer. */
const mostStreams = 32;
const mostWaiting = 64;

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

export function createEncoders(): Encoders {
  const turns = pLimit(Math.max(2, os.availableParallelism()));
  let streams = 0;

  const compressed = (encoding: Encoding, bytes: Buffer, quality: number): Promise<Buffer> =>
    turns(() => (encoding === 'br' ? brotli(bytes, brotliOptions(quality)) : gzip(bytes, { level: quality })));

  return {
    compressWell: (encoding, bytes) => compressed(encoding, bytes, well),
    compress: async (encoding, bytes) =>
      turns.pendingCount < mostWaiting ? compressed(encoding, bytes, quickly) : undefined,
    hasStream: () => streams < mostStreams,
    stream(encoding) {
      if (streams >= mostStreams) return undefined;
      streams += 1;
      const encoder =
        encoding === 'br' ? zlib.createBrotliCompress(brotliOptions(quickly)) : zlib.createGzip({ level: quickly });
      encoder.once('close', () => {
        streams -= 1;
      });
      return encoder;
    },
  };
}

function brotliOptions(quality: number): zlib.BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
