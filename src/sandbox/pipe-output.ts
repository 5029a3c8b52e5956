// Reads the named pipe of a process into buffers that are used again. A result can have gigabytes, and V8 collects all garbage
// whenever 64 MB were allocated outside its heap.
import { once } from 'node:events';
import net from 'node:net';
import { Readable, type Writable } from 'node:stream';

export interface PipeOutput {
  readonly output: Readable;
  /** Settles when the process has reported the end and the pipe is empty: until then, rows of two requests could mix. */
  readonly finished: Promise<void>;
}

/** What a pipe holds (pipe(7)), so what a read brings at most. */
const chunkBytes = 64 * 1024;
/** Less than this is copied, so that it does not occupy a whole buffer. */
const smallBytes = 16 * 1024;
/** Bytes of output that wait for the reader. */
const waitingBytes = 1024 * 1024;

/** The bytes that arrive through a pipe. The output ends when `result` resolves, and fails when it rejects. */
export function readPipe(
  descriptor: number,
  result: Promise<unknown>,
  maxBytes: number,
  onTooLong: () => void,
): PipeOutput {
  const free: Buffer[] = [];
  /** Chunk → the buffer that it lies in. */
  const buffers = new WeakMap<Buffer, Buffer>();
  let bytes = 0;

  function chunkOf(buffer: Buffer, length: number): Buffer {
    const read = buffer.subarray(0, length);
    if (length < smallBytes) {
      free.push(buffer);
      return Buffer.from(read);
    }
    buffers.set(read, buffer);
    return read;
  }

  const pipe = new net.Socket({
    fd: descriptor,
    writable: false,
    onread: {
      buffer: () => free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes),
      callback(length, buffer) {
        bytes += length;
        if (bytes <= maxBytes) return output.push(chunkOf(buffer as Buffer, length));
        onTooLong();
        return false;
      },
    },
  });
  const output = new Readable({ highWaterMark: waitingBytes, read: () => void pipe.resume() });
  output.pipe = reusingPipe(output, chunk => {
    const buffer = buffers.get(chunk);
    if (buffer) free.push(buffer);
  });
  pipe.once('end', () => {
    result.then(
      () => output.push(null),
      error => output.destroy(error),
    );
  });
  pipe.once('error', error => output.destroy(error));
  output.once('close', () => pipe.destroy());
  const finished = Promise.allSettled([result, once(pipe, 'close')]).then(() => {});
  return { output, finished };
}

/** A `pipe` that reports each chunk that the destination has taken. Nobody else may read the stream meanwhile. */
function reusingPipe(output: Readable, onTaken: (chunk: Buffer) => void): Readable['pipe'] {
  return <Destination extends NodeJS.WritableStream>(destination: Destination, { end = true } = {}): Destination => {
    const writable = destination as unknown as Writable;
    output.on('data', (chunk: Buffer) => {
      const isReady = writable.write(chunk, error => {
        if (!error) onTaken(chunk);
      });
      if (!isReady) output.pause();
    });
    writable.on('drain', () => output.resume());
    if (end) output.once('end', () => writable.end());
    return destination;
  };
}
