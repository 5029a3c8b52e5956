// What the ledger of a version says about fields that a source did not give.
import { expect, it } from 'vitest';
import type { LandedChain } from '../../src/state/landed-chains.ts';
import { assumedFields, assumedGaps, gapsOf } from '../../src/warehouse/building/ledger-gaps.ts';

type ReadParts = Partial<LandedChain['runs'][number]['read']>;

const chain = (...reads: readonly ReadParts[]): LandedChain => ({
  ...{ sourceId: 'app', type: 'Account' },
  runs: reads.map(read => ({
    ...{
      runId: 'r',
      position: 1,
      duplicates: false,
      targeted: false,
      endedAt: new Date(0),
      files: [],
      removed: [],
      unconfirmed: [],
    },
    read: {
      rows: 4,
      duplicates: 0,
      filled: {},
      gaps: [],
      changes_only: false,
      ...read,
    } as LandedChain['runs'][number]['read'],
  })),
});

it.each<[string, readonly ReadParts[], string | undefined]>([
  ['all give it', [{}], undefined],
  ['none gives it, which the connector says', [{ filled: { enabled: 4 } }], undefined],
  ['another field is filled', [{ filled: { isAdmin: 2 } }], undefined],
  ['some give it', [{ filled: { enabled: 2 } }], '2 of 4 records'],
  [
    'some gave it before a read of changes',
    [{ filled: { enabled: 3 } }, { rows: 1, changes_only: true }],
    'up to 3 of 5 records',
  ],
])('%s', (_what, reads, count) => {
  const gaps = assumedGaps(chain(...reads));
  expect(gaps.map(({ missing, message }) => [missing, message.split(' do not')[0]])).toEqual(
    count === undefined ? [] : [['fields', count]],
  );
});

it('a read of changes keeps the gaps of the fields below it, and not of objects, each once', () => {
  const gap = (message: string, missing: 'fields' | 'objects') =>
    ({ reason: 'failed', subject: 's', message, missing }) as const;
  const [fields, objects, own] = [gap('f', 'fields'), gap('o', 'objects'), gap('own', 'fields')];
  const below = { gaps: [fields, objects] };
  expect(gapsOf(chain(below, { gaps: [own, fields], changes_only: true }))).toEqual([own, fields]);
  expect(gapsOf(chain(below, { gaps: [own], changes_only: true }))).toEqual([own, fields]);
  expect(gapsOf(chain(below, { gaps: [own] }))).toEqual([own]);
});

it.each<[string, readonly ReadParts[], readonly string[]]>([
  ['every record has all fields', [{}], []],
  ['no record has some of them', [{ filled: { isAdmin: 4, enabled: 4 } }], ['enabled', 'isAdmin']],
  ['some records have it', [{ filled: { isAdmin: 4, enabled: 2 } }], ['isAdmin']],
  [
    'a read of changes lacks it, too',
    [{ filled: { isAdmin: 4 } }, { rows: 1, filled: { isAdmin: 1 }, changes_only: true }],
    ['isAdmin'],
  ],
  ['a read of changes brings it', [{ filled: { isAdmin: 4 } }, { rows: 1, changes_only: true }], []],
  ['a full read brings it', [{ filled: { isAdmin: 4 } }, {}], []],
  ['nothing was read', [{ rows: 0 }], []],
])('the fields that are only assumed: %s', (_what, reads, fields) => {
  expect(assumedFields(chain(...reads))).toEqual(fields);
});
