// Runs the reads of a connector as the service does: type by type, in full or since the last reading, over what was landed before.
import type { Connector, Gap, Rejection, SourceRecord } from '../../../src/connector/contract.ts';

export interface TypeReading {
  readonly records: ReadonlyMap<string, SourceRecord>;
  readonly gaps: readonly Gap[];
  readonly rejected: readonly Rejection[];
  readonly removed: readonly string[];
  readonly changesOnly: boolean;
  readonly next: string | undefined;
}

export type Reading = ReadonlyMap<string, TypeReading>;

/**
 * @param before the last reading; then the reads continue from its positions @param waits keep the pauses that the source asks for
 * @param runAgeMs how long ago the run began that this reading continues */
export async function readSource(
  connector: Connector,
  settings: object,
  before?: Reading,
  { waits = false, runAgeMs = 0 } = {},
): Promise<Reading> {
  const landed = (type: string, field: string, ids?: readonly string[]) => {
    const all = [...(before?.get(type)?.records ?? [])];
    const asked = ids && new Set(ids);
    return new Map(
      all.flatMap(([id, record]) =>
        (asked?.has(id) ?? true) && record[field] !== undefined ? [[id, record[field]]] : [],
      ),
    );
  };
  const client = await connector.open(connector.settings.parse(settings), {
    ...{ sourceId: 'source', applicationInstanceId: '00000000-0000-4000-8000-000000000001', baseFolder: '/' },
    runAgeMs,
    ...{ signal: new AbortController().signal, ...(!waits && { http: { retriesAtOnce: true } }) },
    ...(before && { landedBefore: async (type, field, ids) => landed(type, field, ids) }),
  });
  try {
    const reading = new Map<string, TypeReading>();
    for (const read of connector.reads(client)) {
      const former = before?.get(read.lands);
      const pages = [];
      for await (const page of read.pages(client, undefined, former?.next)) pages.push(page);
      const changesOnly = pages[0]?.changesOnly === true;
      const removed = pages.flatMap(page => page.removed ?? []);
      const records = new Map(changesOnly ? former!.records : []);
      for (const id of removed) records.delete(id);
      for (const record of pages.flatMap(page => page.records)) records.set(record.id, record);
      reading.set(read.lands, {
        ...{ records, changesOnly, removed, next: pages.findLast(page => page.next !== undefined)?.next },
        gaps: pages.flatMap(page => page.gaps ?? []),
        rejected: pages.flatMap(page => page.rejected ?? []),
      });
    }
    return reading;
  } finally {
    await connector.close?.(client);
  }
}

export const recordsOf = (reading: Reading, type: string): SourceRecord[] => [
  ...(reading.get(type)?.records.values() ?? []),
];

export const recordOf = (reading: Reading, type: string, id: string): SourceRecord | undefined =>
  reading.get(type)?.records.get(id);

/** All gaps, with their types. */
export const gapsOf = (reading: Reading) =>
  [...reading].flatMap(([type, { gaps }]) => gaps.map(gap => ({ type, ...gap })));

/** All rejections, with their types. */
export const rejectionsOf = (reading: Reading) =>
  [...reading].flatMap(([type, { rejected }]) => rejected.map(rejection => ({ type, ...rejection })));

/** Everything that was landed, for comparisons. */
export const contentOf = (reading: Reading) =>
  Object.fromEntries(
    [...reading].map(([type, { records }]) => [
      type,
      Object.fromEntries([...records].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    ]),
  );
