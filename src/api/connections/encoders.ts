// Compression with a bound: an encoder takes megabytes, and many at once would take all of the machine.
import os from 'node:os';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

export interface Encoders {
  /** The whole as small as it gets, once it is its turn. For what is made once and used often. */
  compressWell(encoding: Encoding, bytes: Buffer): Promise<Buffer>;
  /** The whole, compressed fast; undefined when too much waits for an encoder already. */
  compress(encoding: Encoding, bytes: Buffer): Promise<Buffer | undefined>;
  /** Whether a stream can have an encoder. */
  hasStream(): boolean;
  /** An encoder for a stream, to be used at once; undefined when there are too many. */
  stream(encoding: Encoding): Transform | undefined;
}

/** Of both encodings, from 1 to 9. */
const quickly = 4;
const well = 9;
/** Until they end, which is when their clients have taken all of it. */
const mostStreams = 32;
const mostWaiting = 64;

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

export function createEncoders(): Encoders {
  const mostAtWork = Math.max(2, os.availableParallelism());
  const waiting: (() => void)[] = [];
  let atWork = 0;
  let streams = 0;

  async function turn(): Promise<void> {
    if (atWork < mostAtWork) atWork += 1;
    // Whoever ends hands the turn over.
    else await new Promise<void>(resolve => waiting.push(resolve));
  }

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }

  async function compressed(encoding: Encoding, bytes: Buffer, quality: number): Promise<Buffer> {
    await turn();
    try {
      return await (encoding === 'br' ? brotli(bytes, brotliOptions(quality)) : gzip(bytes, { level: quality }));
    } finally {
      end();
    }
  }

  return {
    compressWell: (encoding, bytes) => compressed(encoding, bytes, well),
    compress: async (encoding, bytes) =>
      waiting.length < mostWaiting ? compressed(encoding, bytes, quickly) : undefined,
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
