// Memory for pages, used again and again. A page is some hundred kilobytes: memory that is new for each one costs more
// than filling it, and leaves as much for the garbage collector as the server sends.

export interface PageBuffers {
  /** A buffer of exactly this length; what it holds is not cleared. */
  take(bytes: number): Buffer;
  /** Give a taken buffer back. Nothing may read it any more, because the next page is written over it. */
  give(buffer: Buffer): void;
}

/** Smaller pages come from Node's own pool or cost little. */
const smallestBytes = 16 * 1024;
const defaultKeptBytes = 32 * 1024 * 1024;

/** What a buffer for so many bytes takes of memory. */
export function pageBufferBytes(bytes: number): number {
  return bytes < smallestBytes ? bytes : 2 ** Math.ceil(Math.log2(bytes));
}

/** @param keptBytes memory at most that waits to be used again */
export function createPageBuffers(keptBytes = defaultKeptBytes): PageBuffers {
  /** By size, which is a power of two. */
  const free = new Map<number, ArrayBuffer[]>();
  let freeBytes = 0;

  return {
    take(bytes) {
      if (bytes < smallestBytes) return Buffer.allocUnsafe(bytes);
      const size = pageBufferBytes(bytes);
      const found = free.get(size)?.pop();
      if (found) freeBytes -= size;
      return Buffer.from(found ?? Buffer.allocUnsafeSlow(size).buffer, 0, bytes);
    },
    give({ buffer, length }) {
      if (length < smallestBytes || freeBytes + buffer.byteLength > keptBytes) return;
      const size = buffer.byteLength;
      const same = free.get(size) ?? [];
      same.push(buffer as ArrayBuffer);
      free.set(size, same);
      freeBytes += size;
    },
  };
}
