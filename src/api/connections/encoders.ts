// Compression with limits: an encoder takes megabytes, and too many at once would take all of the machine.
import os from 'node:os';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import pLimit from 'p-limit';

export type Encoding = 'zstd' | 'br' | 'gzip';

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

/** Compression levels. */
const quickly = { zstd: 1, br: 4, gzip: 4 } as const;
const well = { zstd: 19, br: 9, gzip: 9 } as const;
/** Streams at once. A stream keeps its encoder until its client has received the whole answer. */
const mostStreams = 32;
const mostWaiting = 64;

const zstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress);
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

export function createEncoders(): Encoders {
  const turns = pLimit(Math.max(2, os.availableParallelism()));
  let streams = 0;

  const compressed = (encoding: Encoding, bytes: Buffer, levels: typeof quickly | typeof well): Promise<Buffer> =>
    turns(() => {
      if (encoding === 'zstd') return zstd(bytes, zstdOptions(levels.zstd));
      return encoding === 'br' ? brotli(bytes, brotliOptions(levels.br)) : gzip(bytes, { level: levels.gzip });
    });

  return {
    compressWell: (encoding, bytes) => compressed(encoding, bytes, well),
    compress: async (encoding, bytes) =>
      turns.pendingCount < mostWaiting ? compressed(encoding, bytes, quickly) : undefined,
    hasStream: () => streams < mostStreams,
    stream(encoding) {
      if (streams >= mostStreams) return undefined;
      streams += 1;
      const encoder = createStream(encoding);
      encoder.once('close', () => {
        streams -= 1;
      });
      return encoder;
    },
  };
}

function createStream(encoding: Encoding): Transform {
  if (encoding === 'zstd') return zlib.createZstdCompress(zstdOptions(quickly.zstd));
  if (encoding === 'br') return zlib.createBrotliCompress(brotliOptions(quickly.br));
  return zlib.createGzip({ level: quickly.gzip });
}

function zstdOptions(level: number): zlib.ZstdOptions {
  return { params: { [constants.ZSTD_c_compressionLevel]: level } };
}

function brotliOptions(quality: number): zlib.BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
