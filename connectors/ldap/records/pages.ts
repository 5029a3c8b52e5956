// Collects records into pages of a read.
import type { Gap, Page, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { recordsPerPage } from '../limits.ts';

export interface PageUnderWay {
  add(record: SourceRecord, place: string): void;
  reject(rejection: Rejection): void;
  note(gaps: readonly Gap[]): void;
  /** Note a gap that many records have, the first time only. */
  noteOnce(gap: Gap): void;
  remove(ids: readonly string[]): void;
  readonly isFull: boolean;
  /** Return the page, and begin the next one. */
  take(): Page;
}

/** @param always what each page says of the whole read */
export function createPage(always: {
  readonly next: string | undefined;
  readonly changesOnly?: boolean;
}): PageUnderWay {
  const { next, changesOnly } = always;
  let records: SourceRecord[] = [];
  let places: string[] = [];
  let rejected: Rejection[] = [];
  let gaps: Gap[] = [];
  let removed: string[] = [];
  const once = new Set<string>();
  return {
    add(record, place) {
      records.push(record);
      places.push(place);
    },
    reject: rejection => rejected.push(rejection),
    note: found => gaps.push(...found),
    noteOnce(gap) {
      if (once.has(gap.subject)) return;
      once.add(gap.subject);
      gaps.push(gap);
    },
    remove(ids) {
      removed = removed.concat(ids);
    },
    get isFull() {
      return records.length + rejected.length + gaps.length >= recordsPerPage;
    },
    take() {
      const origins = places;
      const page: Page = {
        records,
        place: index => origins[index]!,
        ...(next !== undefined && { next }),
        ...(changesOnly && { changesOnly }),
        ...(removed.length > 0 && { removed }),
        ...(gaps.length > 0 && { gaps }),
        ...(rejected.length > 0 && { rejected }),
      };
      records = [];
      places = [];
      rejected = [];
      gaps = [];
      removed = [];
      return page;
    },
  };
}
