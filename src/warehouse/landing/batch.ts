// A batch of records between two landed parts: what is counted and listed about them, apart from the rows themselves.
import type { Gap, Page, Rejection, SourceRecord } from '../../connector/contract.ts';
import type { RecordIntake } from './intake.ts';

export interface Batch {
  /** Becomes the time at which its rows were generated. */
  readonly startedAt: Date;
  rows: number;
  readonly rejected: Rejection[];
  readonly gaps: Gap[];
  /** Ids of objects that the source has deleted. */
  readonly removed: string[];
  /** The cursor of the latest page. */
  cursor: string | undefined;
  /** Where the next read can start: the latest value that a page gave. */
  next: string | undefined;
}

export function newBatch(): Batch {
  return { startedAt: new Date(), rows: 0, rejected: [], gaps: [], removed: [], cursor: undefined, next: undefined };
}

/**
 * Add a page to a batch.
 * @param append called with the JSON of each accepted record
 */
export function addPage(batch: Batch, page: Page, intake: RecordIntake, append: (json: string) => void): void {
  page.records.forEach((record, index) => {
    const taken = intake.accept(record);
    if ('json' in taken) {
      append(taken.json);
      batch.rows += 1;
    } else batch.rejected.push(rejectionOf(record, page.place?.(index), taken.reasons));
  });
  for (const rejection of page.rejected ?? []) batch.rejected.push(rejection);
  if (page.gaps) batch.gaps.push(...page.gaps);
  for (const id of page.removed ?? []) batch.removed.push(id);
  batch.cursor = page.cursor;
  batch.next = page.next ?? batch.next;
}

/** The rejection of a record that breaks the schema. Without an id, the object is unknown. */
function rejectionOf(record: SourceRecord, place: string | undefined, reasons: readonly string[]): Rejection {
  const id: unknown = record?.id;
  const known = typeof id === 'string' && id !== '';
  return { place: place ?? String(id), reasons, record, ...(known && { id }) };
}
