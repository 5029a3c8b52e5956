// Unpacked documents that were needed a moment ago. Clients that page through a list at the same time need the same ones, and so do
// neighbouring pages whose border is inside a block.
import { freeBuffer } from './free-buffer.ts';

/** A text that others may be reading too. */
export interface SharedText {
  /** Nobody may write to it. */
  readonly text: Buffer;
  /** Call this when the text is no longer needed. Nothing may read it afterwards. Otherwise the garbage collector frees it later. */
  release(): void;
}

export interface TextCache {
  /** The text under a key. It is made when it is not there; simultaneous callers share it. */
  get(key: string, make: () => Promise<Buffer>): Promise<SharedText>;
}

interface Entry {
  readonly made: Promise<Buffer>;
  /** How many callers have asked for the text and not released it. */
  readers: number;
  /** The text while it is kept for others. */
  kept?: Buffer;
}

/** @param mostBytes limit for all kept texts together; those that were not used for the longest time are dropped first */
export function createTextCache(mostBytes: number): TextCache {
  /** In the order of their last use. */
  const entries = new Map<string, Entry & { kept: Buffer }>();
  const making = new Map<string, Entry>();
  let bytes = 0;

  function begin(key: string, make: () => Promise<Buffer>): Entry {
    const entry: Entry = { made: make(), readers: 0 };
    making.set(key, entry);
    // This handler runs before those of all callers, so a caller that comes later finds the text in `entries`, or makes it again.
    entry.made.then(
      text => {
        making.delete(key);
        keep(key, entry, text);
      },
      () => making.delete(key),
    );
    return entry;
  }

  function keep(key: string, entry: Entry, text: Buffer): void {
    if (text.length > mostBytes / 8) return;
    entries.set(key, Object.assign(entry, { kept: text }));
    bytes += text.length;
    for (const [oldest, dropped] of entries) {
      if (bytes <= mostBytes) return;
      entries.delete(oldest);
      bytes -= dropped.kept.length;
      if (dropped.readers === 0) freeBuffer(dropped.kept);
      delete (dropped as Entry).kept;
    }
  }

  function use(key: string): Entry | undefined {
    const known = entries.get(key);
    if (!known) return making.get(key);
    entries.delete(key);
    entries.set(key, known);
    return known;
  }

  return {
    async get(key, make) {
      const entry = use(key) ?? begin(key, make);
      // Counted before the text is there, so that nobody frees it in between.
      entry.readers += 1;
      const text = await entry.made;
      return {
        text,
        release() {
          entry.readers -= 1;
          if (entry.readers === 0 && entry.kept === undefined) freeBuffer(text);
        },
      };
    },
  };
}
