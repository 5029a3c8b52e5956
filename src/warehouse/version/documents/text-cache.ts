// Unpacked documents that were needed a moment ago. Clients that page through a list at the same time need the same ones, and so do
// neighbouring pages whose border is inside a block.

export interface TextCache {
  /** The text under a key. It is made when it is not there; simultaneous callers share it. Nobody may write to it. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
}

/** @param mostBytes limit for all texts together; those that were not used for the longest time are dropped first */
export function createTextCache(mostBytes: number): TextCache {
  /** In the order of their last use. */
  const texts = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, text: Buffer): void {
    if (text.length > mostBytes / 8) return;
    texts.set(key, text);
    bytes += text.length;
    for (const [oldest, dropped] of texts) {
      if (bytes <= mostBytes) return;
      texts.delete(oldest);
      bytes -= dropped.length;
    }
  }

  return {
    async get(key, make) {
      const known = texts.get(key);
      if (known) {
        texts.delete(key);
        texts.set(key, known);
        return known;
      }
      let made = making.get(key);
      if (!made) {
        made = make().finally(() => making.delete(key));
        making.set(key, made);
        made.then(text => keep(key, text)).catch(() => {});
      }
      return made;
    },
  };
}
