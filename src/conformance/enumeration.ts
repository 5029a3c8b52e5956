// One full read of a type, as the pipeline would make it, and the rules for what it yields.
import type { Page, Read } from '../connector/contract.ts';
import { resourceOf } from '../resources/registry.ts';
import { createIntake } from '../warehouse/landing/intake.ts';
import type { Secrecy } from './secrecy.ts';
import type { Opened } from './subject.ts';

/** Faults of one kind that are reported one by one. */
const mostShown = 5;

export interface Enumeration {
  readonly read: Read<unknown>;
  /** Local id → number of its page. */
  readonly pageOf: ReadonlyMap<string, number>;
  /** The cursor after each page. */
  readonly cursors: readonly (string | undefined)[];
  /** Where the next read can start. */
  readonly next: string | undefined;
  /** Whether it brought only changes, as its first page says. */
  readonly changesOnly: boolean;
  /** Local ids of objects that it reports as removed. */
  readonly removed: readonly string[];
  /** Whether a gap or a rejection says that records may be missing. */
  readonly isPartial: boolean;
  readonly faults: readonly string[];
}

export interface EnumerationOptions {
  readonly secrecy: Secrecy;
  readonly cursor?: string;
  readonly since?: string;
}

/** Read all pages of one type, and note what breaks a rule. @throws what the read throws */
export async function enumerate(
  opened: Opened,
  read: Read<unknown>,
  { secrecy, cursor, since }: EnumerationOptions,
): Promise<Enumeration> {
  const type = read.lands;
  const pageOf = new Map<string, number>();
  const cursors: (string | undefined)[] = [];
  const faults = createFaults(type);
  const seen = new Set<string>(cursor === undefined ? [] : [cursor]);
  const intake = createIntake(resourceOf(type)!);
  let next: string | undefined;
  let changesOnly: boolean | undefined;
  const removed: string[] = [];
  let isPartial = false;
  for await (const page of opened.pages(read, cursor, since)) {
    const number = cursors.length;
    cursors.push(page.cursor);
    next = page.next ?? next;
    changesOnly ??= page.changesOnly ?? false;
    removed.push(...(page.removed ?? []));
    if (page.cursor !== undefined) {
      if (seen.has(page.cursor)) {
        throw new Error(
          `${type}: the page token ${JSON.stringify(page.cursor.slice(0, 80))} comes twice, so the read would never end`,
        );
      }
      seen.add(page.cursor);
    }
    for (const [index, record] of page.records.entries()) {
      const place = page.place?.(index) ?? record.id;
      if (pageOf.has(record.id)) faults.add('has an id twice', String(record.id));
      pageOf.set(record.id, number);
      const accepted = intake.accept(record);
      if ('reasons' in accepted) faults.add('has an invalid record', `${place}: ${accepted.reasons.join('; ')}`);
    }
    for (const fault of pageFaults(page)) faults.add('has an incomplete report', fault);
    isPartial ||= Boolean(
      page.gaps?.some(({ missing }) => missing === 'objects') || page.rejected?.some(({ harmless }) => !harmless),
    );
    const { place: _place, ...told } = page;
    secrecy.watch(`a page of ${type}`, told);
  }
  return { read, pageOf, cursors, next, changesOnly: changesOnly ?? false, removed, isPartial, faults: faults.all() };
}

function pageFaults({ gaps = [], rejected = [], removed = [], records }: Page): string[] {
  const brought = new Set(records.map(({ id }) => id));
  return [
    ...gaps
      .filter(
        ({ reason, subject, message, missing }) =>
          !['forbidden', 'failed', 'unsupported'].includes(reason) ||
          !['objects', 'fields'].includes(missing) ||
          !isText(subject) ||
          !isText(message),
      )
      .map(gap => `gap ${JSON.stringify(gap)} needs reason, subject, message and missing`),
    ...rejected
      .filter(({ place, reasons }) => !isText(place) || !(reasons?.length > 0) || !reasons.every(isText))
      .map(({ place, reasons }) => `rejection ${JSON.stringify({ place, reasons })} needs a place and reasons`),
    ...removed.filter(id => brought.has(id)).map(id => `${id} is brought and removed by the same page`),
  ];
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

function createFaults(type: string) {
  const examples = new Map<string, string[]>();
  return {
    add(kind: string, example: string) {
      const former = examples.get(kind);
      if (former) former.push(example);
      else examples.set(kind, [example]);
    },
    all: () =>
      [...examples].flatMap(([kind, found]) => [
        ...found.slice(0, mostShown).map(example => `${type}: ${kind}: ${example}`),
        ...(found.length > mostShown ? [`${type}: ${kind}: ${found.length - mostShown} more`] : []),
      ]),
  };
}
