// A source that is read again and again, as runs do: what the reads bring is kept, and a read can bring only what has changed since.
import { expect } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import type { Gap, SourceRecord } from '../../../src/connector/contract.ts';
import { readInFull } from './incremental.ts';

/** Type → where the next read of it can start. */
export type Positions = Record<string, string | undefined>;

interface TypeRead {
  readonly records: SourceRecord[];
  readonly removed: string[];
  readonly isWhole: boolean;
  /** How often `count` rose meanwhile. */
  readonly searches: number;
}

export interface ChangingSource {
  /** Type → local id → record. */
  readonly landed: Map<string, Map<string, SourceRecord>>;
  positions: Positions;
  /** Read some types, or all. The positions say where each read starts; it is a full read without one. */
  read(since: Positions, types?: readonly string[]): Promise<{ found: Map<string, TypeRead>; positions: Positions }>;
  /** What the last read of a type did not bring. */
  gaps(type: string): readonly Gap[];
  /** Read what has changed, and expect that what is landed then is what a full read brings. */
  readAndCompare(hint: string): Promise<void>;
}

/** @param count how many searches the server has answered */
export function changingSource(settings: Record<string, unknown>, count: () => number = () => 0): ChangingSource {
  const landed = new Map<string, Map<string, SourceRecord>>();
  const gaps = new Map<string, Gap[]>();
  const source: ChangingSource = {
    landed,
    gaps: type => gaps.get(type) ?? [],
    positions: {},
    async read(since, types) {
      const found = new Map<string, TypeRead>();
      const positions: Positions = {};
      const client = await openClient(settings, landed);
      try {
        for (const { lands, pages } of ldap.reads(client).filter(read => types?.includes(read.lands) ?? true)) {
          const before = count();
          const brought = { records: [] as SourceRecord[], removed: [] as string[] };
          let isWhole = true;
          gaps.set(lands, []);
          for await (const page of pages(client, undefined, since[lands])) {
            brought.records.push(...page.records);
            brought.removed.push(...(page.removed ?? []));
            gaps.get(lands)!.push(...(page.gaps ?? []));
            isWhole = !page.changesOnly;
            positions[lands] = page.next;
          }
          found.set(lands, { ...brought, isWhole, searches: count() - before });
        }
      } finally {
        await ldap.close!(client);
      }
      for (const [type, { records, removed, isWhole }] of found) {
        const known = isWhole ? new Map<string, SourceRecord>() : landed.get(type)!;
        for (const id of removed) known.delete(id);
        for (const record of records) known.set(record.id, record);
        landed.set(type, known);
      }
      return { found, positions };
    },
    async readAndCompare(hint) {
      source.positions = (await source.read(source.positions)).positions;
      for (const [type, records] of await readInFull(settings)) {
        const known = landed.get(type)!;
        expect([...known.keys()].toSorted(), `${type} ${hint}`).toEqual([...records.keys()].toSorted());
        for (const [id, record] of records) expect(known.get(id), `${type} ${hint}`).toEqual(record);
      }
    },
  };
  return source;
}

function openClient(settings: Record<string, unknown>, landed: ChangingSource['landed']) {
  return ldap.open(ldap.settings.parse(settings), {
    sourceId: 'directory',
    applicationInstanceId: '00000000-0000-4000-8000-000000000000',
    baseFolder: '/',
    signal: new AbortController().signal,
    landedBefore: async (type, field, ids) => {
      const records = [...(landed.get(type)?.values() ?? [])].filter(({ id }) => !ids || ids.includes(id));
      return new Map(records.map(record => [record.id, record[field]]));
    },
  });
}
