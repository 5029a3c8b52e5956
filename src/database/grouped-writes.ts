// Writes that are requested at about the same time become one statement, because each statement costs a commit.

/** Decides when the writes that wait are made. */
export interface WriteGroups {
  /**
   * @param write writes all items that wait at once; resolves to a result for each, in their order. When it rejects, the promise of
   *   each item rejects
   */
  grouped<Item, Result>(write: WriteAll<Item, Result>): (item: Item) => Promise<Result>;
  /** Call this when fewer writes can wait than before. */
  fewer(): void;
}

type WriteAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * A write waits until no further write can come, or for `longestWaitMs` milliseconds.
 * @param most how many writes can wait at the moment, of all kinds together
 */
export function createWriteGroups(most: () => number, longestWaitMs = 20): WriteGroups {
  const kinds: { count(): number; write(): Promise<void> }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = false;

  const waiting = () => kinds.reduce((sum, kind) => sum + kind.count(), 0);

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (writing) return;
    writing = true;
    for (const kind of kinds) if (kind.count() > 0) await kind.write();
    writing = false;
    schedule();
  }

  /** Called when a write has come, when others have been written, and when fewer can wait. */
  function schedule(): void {
    if (writing || waiting() === 0) return;
    if (waiting() >= most()) void writeAll();
    else timer ??= setTimeout(writeAll, longestWaitMs);
  }

  return {
    fewer: schedule,
    grouped<Item, Result>(write: WriteAll<Item, Result>) {
      let items: Waiting<Item, Result>[] = [];
      kinds.push({
        count: () => items.length,
        async write() {
          const group = items;
          items = [];
          try {
            const results = await write(group.map(({ item }) => item));
            for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
          } catch (error) {
            for (const { reject } of group) reject(error);
          }
        },
      });
      return (item: Item) =>
        new Promise<Result>((resolve, reject) => {
          items.push({ item, resolve, reject });
          schedule();
        });
    },
  };
}
