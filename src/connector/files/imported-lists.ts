// What an import makes of files that are in memory as a whole: records by their types, and reads that yield them.
import type { Gap, Page, Read, Rejection, SourceRecord } from '../contract.ts';

export interface ImportedLists {
  /** Type → its records by id, with the places that they come from. */
  readonly lists: ReadonlyMap<string, ImportedList>;
}

export interface ImportedList {
  readonly records: readonly SourceRecord[];
  readonly places: readonly string[];
  readonly gaps: readonly Gap[];
  readonly rejected: readonly Rejection[];
}

export interface ListBuilder {
  /** A record that is stated twice lands once, when both are equal. */
  add(type: string, record: SourceRecord, place: string): void;
  reject(type: string, rejection: Rejection): void;
  miss(type: string, gap: Gap): void;
  lists(): ImportedLists;
}

const recordsOfPage = 1000;

export function buildLists(types: readonly string[]): ListBuilder {
  const building = new Map(
    types.map(type => [
      type,
      {
        records: new Map<string, SourceRecord>(),
        places: [] as string[],
        gaps: [] as Gap[],
        rejected: [] as Rejection[],
      },
    ]),
  );
  const of = (type: string) => building.get(type)!;
  return {
    add(type, record, place) {
      const { records, places, rejected } = of(type);
      const known = records.get(record.id);
      if (known === undefined) {
        records.set(record.id, record);
        places.push(place);
      } else if (JSON.stringify(known) !== JSON.stringify(record)) {
        rejected.push({ place, reasons: [`\`${record.id}\` is there twice, and not the same`], id: record.id });
      }
    },
    reject: (type, rejection) => of(type).rejected.push(rejection),
    miss: (type, gap) => of(type).gaps.push(gap),
    lists: () => ({
      lists: new Map(
        [...building].map(([type, { records, ...rest }]) => [type, { ...rest, records: [...records.values()] }]),
      ),
    }),
  };
}

/** One read for each type, in this order. */
export const readsOfLists = (types: readonly string[]): Read<ImportedLists>[] =>
  types.map(type => ({ lands: type, pages: client => pagesOfList(client.lists.get(type)!) }));

async function* pagesOfList({ records, places, gaps, rejected }: ImportedList): AsyncGenerator<Page> {
  for (let start = 0; start === 0 || start < records.length; start += recordsOfPage) {
    const page = {
      records: records.slice(start, start + recordsOfPage),
      place: (index: number) => places[start + index]!,
    };
    yield start === 0 ? { ...page, gaps, rejected } : page;
  }
}

/** The problems of lists, for the check of a source. */
export const problemsOfLists = ({ lists }: ImportedLists) =>
  [...lists.values()].flatMap(({ gaps, rejected }) => [
    ...gaps.map(({ subject, message }) => ({ severity: 'warning', place: subject, message }) as const),
    ...rejected.map(({ place, reasons }) => ({ severity: 'error', place, message: reasons.join('; ') }) as const),
  ]);
