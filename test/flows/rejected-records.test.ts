// A record that is rejected is not deleted: its object stays in its last good form until a complete read without it.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import type { Page, Rejection, SourceRecord } from '../../src/connector/contract.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { queryRows, startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { account } from './resources.ts';

let test: TestService;
afterEach(() => test.close());

/** Nothing is held back, whatever is gone or rejected. */
const settings = { hold_back: { gone_percent: 100, rejected_percent: 100 } };

const form = (index: number, alias: string): SourceRecord => ({ ...sampleRecord(account, index), alias });
const broken = (index: number): SourceRecord => ({ ...sampleRecord(account, index), enabled: 'perhaps' });
const some = (count: number, alias: string) => Array.from({ length: count }, (_, index) => form(index, alias));

/** Local id → alias of what is served. */
const served = async () => new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item.alias]));

async function read(type = 'Account') {
  const [source] = await test.operator.sources({});
  return source!.reads.find(candidate => candidate.type === type)!;
}

async function syncWith(script: Script) {
  test.scripts.set('app', script);
  const { runs, build } = await test.sync();
  expect(build).toMatchObject({ status: 'Published' });
  return runs[0]!;
}

const rejecting = (records: readonly SourceRecord[], rejected: readonly Rejection[]): Script => ({
  *Account() {
    yield { records, rejected };
  },
});

describe('a read that rejects records', () => {
  it('keeps the objects of these records, drops others that are gone, and says so everywhere', async () => {
    test = await startService({ sources: { app: { Account: pagesOf(some(20, 'old')) } }, settings, synced: true });
    const seen = some(18, 'new').filter((_, index) => index !== 3);
    const run = await syncWith({ Account: pagesOf([...seen, broken(3), broken(50)]) });

    const now = await served();
    expect(now.size).toBe(18);
    expect(now.get('Account-3')).toBe('old');
    expect([...now.values()].filter(alias => alias === 'new')).toHaveLength(17);
    expect(await read()).toMatchObject({ status: 'Partial', rows: 17, rejected: 2, kept: 1 });
    const { body } = await test.get(`/v1/sync-runs/${run.run_id}`);
    expect(body).toMatchObject({ status: 'Partial', rejected: 2, kept: 1 });
    expect(body.reads).toContainEqual(expect.objectContaining({ type: 'Account', status: 'Partial', kept: 1 }));
    const ledger = `SELECT status, rejected, kept FROM source_completeness WHERE type = 'Account'`;
    expect(await queryRows(test, ledger)).toEqual([['Partial', 2, 1]]);
    expect(await queryRows(test, 'SELECT is_complete FROM application_instances')).toEqual([[false]]);

    await syncWith({ Account: pagesOf([...seen, form(3, 'mended')]) });
    expect((await served()).get('Account-3')).toBe('mended');
    expect(await read()).toMatchObject({ status: 'Complete', kept: 0 });
    expect(await queryRows(test, 'SELECT is_complete FROM application_instances')).toEqual([[true]]);
  });

  it('keeps them over as many such reads as there are, and drops them with a complete read', async () => {
    test = await startService({ sources: { app: { Account: pagesOf(some(5, 'old')) } }, settings, synced: true });
    for (let round = 0; round < 3; round += 1) {
      await syncWith({ Account: pagesOf([...some(4, `round ${round}`), broken(4)]) });
      expect((await served()).get('Account-4')).toBe('old');
    }
    // What is kept is landed with the read, so former runs are not needed for it.
    await until(
      async () => fs.readdirSync(path.join(test.folder, 'data/tenants/main/landed/app')),
      runs => runs.length === 1,
    );
    await syncWith({ Account: pagesOf(some(4, 'last')) });
    expect([...(await served()).keys()]).not.toContain('Account-4');
  });

  it('drops nothing when the id of a rejected record cannot be read', async () => {
    test = await startService({ sources: { app: { Account: pagesOf(some(10, 'old')) } }, settings, synced: true });
    await syncWith(rejecting(some(4, 'new'), [{ place: 'a.csv:7', reasons: ['is ragged'] }]));
    const now = await served();
    expect(now.size).toBe(10);
    expect([...now.values()].filter(alias => alias === 'new')).toHaveLength(4);
    expect(await read()).toMatchObject({ status: 'Partial', kept: 6 });
  });

  it('drops nothing for an id that no landed record can have', async () => {
    test = await startService({ sources: { app: { Account: pagesOf(some(3, 'old')) } }, settings, synced: true });
    for (const id of [7, null, '', 'half a \ud83d pair'] as never[]) {
      await syncWith({ Account: pagesOf([form(0, 'new'), { ...broken(1), id }]) });
      expect([...(await served()).keys()]).toHaveLength(3);
    }
  });

  it('is complete when the source itself ignores what was rejected', async () => {
    test = await startService({ sources: { app: { Account: pagesOf(some(3, 'old')) } }, settings, synced: true });
    await syncWith(rejecting(some(2, 'new'), [{ place: '/etc/passwd:4', reasons: ['no entry'], harmless: true }]));
    expect([...(await served()).keys()]).toHaveLength(2);
    expect(await read()).toMatchObject({ status: 'Complete', rejected: 1, kept: 0 });
  });

  it('remembers them when it is cut off and another process continues', async () => {
    const stopped = Promise.withResolvers<void>();
    let cutOff = false;
    const first = [form(0, 'new'), broken(1)];
    const script: Script = {
      Account: async function* (cursor, signal) {
        if (!cutOff) return yield* pagesOf(some(4, 'old'))(cursor, signal) as Iterable<Page>;
        if (cursor === undefined) yield { records: first, cursor: 'first' };
        if (cursor === undefined) {
          stopped.resolve();
          await once(signal, 'abort');
        }
        yield { records: [form(2, 'new')], cursor: 'second' };
      },
    };
    test = await startService({ sources: { app: script }, batchBytes: 1, settings });
    await test.sync();
    cutOff = true;
    test.sync().catch(() => {});
    await stopped.promise;
    await until(read, ({ status, rows }) => status === 'Running' && rows === 1);
    await test.service.close();
    const folder = test.folder;
    test = await startService({ sources: { app: script }, folder, settings });
    try {
      await test.sync();
      expect(Object.fromEntries(await served())).toEqual({
        'Account-0': 'new',
        'Account-1': 'old',
        'Account-2': 'new',
      });
      expect(await read()).toMatchObject({ status: 'Partial', rows: 2, rejected: 1, kept: 1 });
    } finally {
      await test.close();
      fs.rmSync(folder, { recursive: true });
    }
  });
});

describe('a CSV file', () => {
  const mapping = `application: { name: X }\nobjects:\n  Department:\n    file: d.csv\n    fields: { id: id, name: name }\n`;
  const ends = {
    'without a line end': 'id,name\n1,Law\n2,Ta',
    'with a ragged row': 'id,name\n1,Law\n2\n',
    'in an open quote': 'id,name\n1,Law\n2,"Ta\n',
    'within its header': 'id,na',
  };

  it.each(Object.entries(ends))('that ends %s is cut off: nothing is dropped', async (_, csv) => {
    const folder = temporaryFolder();
    const write = (content: string) => {
      fs.mkdirSync(path.join(folder, 'x/config'), { recursive: true });
      fs.mkdirSync(path.join(folder, 'x/rawdata'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'x/config/x.yaml'), mapping);
      fs.writeFileSync(path.join(folder, 'x/rawdata/d.csv'), content);
    };
    write('id,name\n1,Law\n2,Tax\n3,Art\n');
    const source = { id: 'csv', connector: 'custom-application', settings: { folder: 'x' } };
    test = await startService({ folder, settings: { ...settings, sources: [source] }, connectors });
    try {
      await test.sync();
      write(csv);
      await test.sync();
      const names = (await test.everyItem('/v1/departments')).map(({ id, name }) => `${id} ${name}`).toSorted();
      expect(names).toEqual(['1 Law', '2 Tax', '3 Art']);
      const { status } = await read('Department');
      expect(status).toBe(csv.startsWith('id,name') ? 'Partial' : 'Failed');
    } finally {
      await test.close();
      fs.rmSync(folder, { recursive: true });
    }
  });
});

/** What is known after a read, by the rule as it is written. */
function oracle(known: ReadonlyMap<string, string>, step: Step): Map<string, string> {
  const rejected = new Set(step.rejected.map(index => `Account-${index}`));
  const dropsNothing = step.unreadable || step.gap || step.breaks;
  const kept = [...known].filter(([id]) => dropsNothing || rejected.has(id));
  return new Map([...kept, ...step.seen.map(index => [`Account-${index}`, step.alias] as const)]);
}

interface Step {
  readonly alias: string;
  readonly seen: readonly number[];
  readonly rejected: readonly number[];
  /** One record more is rejected, and nobody knows which. */
  readonly unreadable: boolean;
  readonly gap: boolean;
  readonly breaks: boolean;
}

describe('any sequence of reads', () => {
  const seed = testSeed();
  it(`ends in what the rules say (seed ${seed})`, { timeout: isLong ? 1_800_000 : 300_000 }, async () => {
    const random = createRandom(seed);
    test = await startService({ sources: { app: {} }, settings, batchBytes: 1 });
    let known = new Map<string, string>();
    for (let round = 0; round < (isLong ? 100 : 6); round += 1) {
      const fates = Array.from({ length: 8 }, () => random.of(['seen', 'seen', 'rejected', 'gone']));
      const indexes = (fate: string) => fates.flatMap((own, index) => (own === fate ? [index] : []));
      const step: Step = {
        alias: `round ${round}`,
        seen: indexes('seen'),
        rejected: random.below(3) > 0 ? indexes('rejected') : [],
        unreadable: random.below(6) === 0,
        gap: random.below(6) === 0,
        breaks: random.below(6) === 0,
      };
      test.scripts.set('app', scriptOf(step));
      const { build } = await test.sync();
      known = oracle(known, step);
      const about = JSON.stringify(step);
      expect(build?.status, about).toBe('Published');
      expect(Object.fromEntries(await served()), about).toEqual(Object.fromEntries(known));
      const { status, kept } = await read();
      const isComplete = !step.unreadable && !step.gap && !step.breaks && step.rejected.length === 0;
      expect(status === 'Complete', about).toBe(isComplete);
      expect(kept, about).toBe(known.size - step.seen.length);
    }
  });
});

function scriptOf(step: Step): Script {
  return {
    *Account(cursor) {
      const pages: Page[] = [
        { records: step.seen.map(index => form(index, step.alias)), cursor: '1' },
        { records: step.rejected.map(broken), cursor: '2' },
      ];
      if (step.unreadable)
        pages.push({ records: [], rejected: [{ place: 'x', reasons: ['unreadable'] }], cursor: '3' });
      if (step.gap)
        pages.push({
          records: [],
          gaps: [{ reason: 'forbidden', subject: 'GET /x', message: 'HTTP 403', missing: 'objects' }],
          cursor: '4',
        });
      yield* pages.slice(Number(cursor ?? 0));
      if (step.breaks) throw new Error('the source broke');
    },
    // Read well each time, so that a run whose other read broke is not a failed one.
    Role: pagesOf([]),
  };
}
