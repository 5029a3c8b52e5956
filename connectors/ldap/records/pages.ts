// Collects records into pages of a read.
import type { Gap, Page, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { recordsPerPage } from '../limits.ts';

export interface PageUnderWay {
  add(record: SourceRecord, place: string): void;
  reject(rejection: Rejection): void;
  note(gaps: readonly Gap[]): void;
  readonly isFull: boolean;
  readonly isEmpty: boolean;
  /** The page, and begin the next one. */
  take(): Page;
}

export function createPage(): PageUnderWay {
  let records: SourceRecord[] = [];
  let places: string[] = [];
  let rejected: Rejection[] = [];
  let gaps: Gap[] = [];
  return {
    add(record, place) {
      records.push(record);
      places.push(place);
    },
    reject: rejection => rejected.push(rejection),
    note: found => gaps.push(...found),
    get isFull() {
      return records.length + rejected.length + gaps.length >= recordsPerPage;
    },
    get isEmpty() {
      return records.length + rejected.length + gaps.length === 0;
    },
    take() {
      const origins = places;
      const page: Page = {
        records,
        place: index => origins[index]!,
        ...(gaps.length > 0 && { gaps }),
        ...(rejected.length > 0 && { rejected }),
      };
      records = [];
      places = [];
      rejected = [];
      gaps = [];
      return page;
    },
  };
}
