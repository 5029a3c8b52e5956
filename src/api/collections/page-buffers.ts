// Reusable memory for pages. A page is some hundred kilobytes: allocating that for each page costs more than filling it, and the
// garbage collector would have to free as many bytes as the server sends.

export interface PageBuffers {
  /** A buffer of exactly this length. Its old content is not cleared. */
  take(bytes: number): Buffer;
  /** Release a buffer. Nothing may read it afterwards, because the next page overwrites it. */
  give(buffer: Buffer): void;
}

/** Smaller pages come from the pool of Node.js or cost little. */
const smallestBytes = 16 * 1024;
const defaultKeptBytes = 16 * 1024 * 1024;

/** The memory that a buffer for this many bytes takes. */
export function pageBufferBytes(bytes: number): number {
  return bytes < smallestBytes ? bytes : 2 ** Math.ceil(Math.log2(bytes));
}

/** @param keptBytes limit for the memory of released buffers that are kept for reuse */
export function createPageBuffers(keptBytes = defaultKeptBytes): PageBuffers {
  /** Released buffers by size, which is a power of two. */
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
