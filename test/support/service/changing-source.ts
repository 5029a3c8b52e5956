// A source that can report what has changed, for tests.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { account } from '../../../src/resources/account.ts';
import { type Pages, sampleRecord } from '../scripted-source.ts';

/** A source with a log of its changes, which a read can start at any place of. */
export interface ChangingSource {
  readonly pages: Pages;
  /** `since` of each read so far. */
  readonly asked: (string | undefined)[];
  put(...indexes: readonly number[]): void;
  remove(...indexes: readonly number[]): void;
  /** The ids and names that the source has. */
  readonly now: ReadonlyMap<string, string>;
  /** Called before each page; may throw, or return what to add to the page. */
  onPage: (page: number, since: string | undefined) => Partial<Page> | undefined;
  /** The oldest place in the log that it still has. */
  oldest: number;
}

export function changingSource(pageSize = 7): ChangingSource {
  const log: { id: string; record?: SourceRecord }[] = [];
  const now = new Map<string, string>();
  const asked: (string | undefined)[] = [];
  const source: ChangingSource = {
    asked,
    now,
    oldest: 0,
    onPage: () => undefined,
    put(...indexes) {
      for (const index of indexes) {
        const record = { ...sampleRecord(account, index), name: `change ${log.length}` };
        log.push({ id: record.id, record });
        now.set(record.id, record.name);
      }
    },
    remove(...indexes) {
      for (const { id } of indexes.map(index => sampleRecord(account, index))) {
        log.push({ id });
        now.delete(id);
      }
    },
    *pages(cursor, _signal, since) {
      asked.push(since);
      const changesOnly = since !== undefined && Number(since) >= source.oldest;
      const newest = new Map(log.slice(changesOnly ? Number(since) : 0).map(entry => [entry.id, entry]));
      const entries = [...newest.values()];
      const next = String(log.length);
      let start = Number(cursor ?? 0);
      do {
        const some = entries.slice(start, start + pageSize);
        start += pageSize;
        const page = {
          records: some.flatMap(({ record }) => record ?? []),
          cursor: String(start),
          next,
          ...(changesOnly && { changesOnly, removed: some.filter(({ record }) => !record).map(({ id }) => id) }),
        };
        yield { ...page, ...source.onPage(start / pageSize, since) };
      } while (start < entries.length);
    },
  };
  return source;
}
