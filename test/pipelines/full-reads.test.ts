// Full reads that land only what differs from what was known: unchanged objects keep their form and its time, and ages are counted up to
// the read that saw the object last.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import type { Script } from '../support/scripted-source.ts';
import { type Item, queryRows, startService, type TestService } from '../support/service/service.ts';

const day = 86_400_000;
const usedAt = new Date(Date.now() - 100 * day).toISOString();
const account = (id: string, name = id): SourceRecord => ({
  ...{ id, alias: id, name, type: 'User', enabled: true, lastActivityDate: usedAt },
});
const names = Array.from({ length: 60 }, (_, index) => `user-${index}`);

let test: TestService;
let records: SourceRecord[];
let gaps: Page['gaps'];

beforeEach(async () => {
  records = names.map(name => account(name));
  gaps = undefined;
  const script: Script = {
    *Account() {
      yield { records, ...(gaps && { gaps }) };
    },
  };
  test = await startService({ sources: { app: script }, settings: { hold_back: { gone_percent: 100 } } });
  await test.sync();
});
afterEach(() => test.close());

const served = async () => new Map((await test.everyItem('/v1/accounts')).map(item => [item.id as string, item]));
const readTime = ({ objectMetadata }: Item) => Date.parse(objectMetadata.GeneratedTime);

/** The files with objects, or with ids, that the newest run has landed. */
async function landedByNewest(): Promise<string[]> {
  const { items } = (await test.get('/v1/sync-runs?pageSize=1')).body;
  const folder = path.join(test.folder, 'data/tenants/main/landed/app', items[0].id, 'Account');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter(name => name.endsWith('.parquet')) : [];
}

/** Let the reads so far seem to have ended some days ago. */
const age = (days: number) =>
  test.service.database.query(`update sync_reads set updated_at = updated_at - interval '${days} days'`);

it.each(['in the same order', 'in another order'])(
  'land nothing and change no answer when all comes again %s',
  async order => {
    const before = await test.get('/v1/accounts?pageSize=200');
    const [first] = await queryRows(test, `SELECT read_at FROM source_completeness WHERE type = 'Account'`);
    if (order === 'in another order') records = records.toReversed();
    const { build } = await test.sync();
    expect(build).toMatchObject({ status: 'Published' });
    expect(await landedByNewest()).toEqual([]);
    expect((await test.get('/v1/accounts?pageSize=200')).body.items).toEqual(before.body.items);
    const [second] = await queryRows(test, `SELECT read_at FROM source_completeness WHERE type = 'Account'`);
    expect(Date.parse(`${second![0]}`)).toBeGreaterThan(Date.parse(`${first![0]}`));
    expect(await queryRows(test, `SELECT count(*) FROM changes WHERE object_type = 'Account'`)).toEqual([[0]]);
  },
);

it('land what was added and changed, and say what is gone', async () => {
  const before = await served();
  records = [...records.slice(2), account('user-1', 'another name'), account('new')];
  await test.sync();
  expect(await landedByNewest()).toHaveLength(2);
  const after = await served();
  expect([...after.keys()].toSorted()).toEqual([...names.slice(1), 'new'].toSorted());
  expect(after.get('user-1')).toMatchObject({ name: 'another name' });
  for (const id of ['user-1', 'new']) expect(readTime(after.get(id)!)).toBeGreaterThan(readTime(before.get('user-2')!));
  for (const id of names.slice(2)) expect(after.get(id)).toEqual(before.get(id));
});

it('land everything after many changes, and unchanged objects keep their time', async () => {
  const before = await served();
  records = records.map(({ id }, index) => account(id, index < 30 ? `${id} renamed` : id));
  await test.sync();
  const after = await served();
  for (const [index, id] of names.entries()) {
    if (index < 30) expect(readTime(after.get(id)!)).toBeGreaterThan(readTime(before.get(id)!));
    else expect(readTime(after.get(id)!)).toBe(readTime(before.get(id)!));
  }
});

it('count the age of objects that they missed up to the read that saw them last', async () => {
  await age(40);
  records = records.slice(1);
  gaps = [{ reason: 'forbidden', subject: 'accounts', message: '403', missing: 'objects' }];
  await test.sync();
  const after = await served();
  const days = (id: string) => after.get(id)!.analyticsDaysSinceLastActivity;
  expect([days('user-0'), days('user-1')]).toEqual([60, 100]);
  const dates = `SELECT alias, current_date - data_date FROM accounts WHERE alias IN ('user-0', 'user-1') ORDER BY 1`;
  expect(await queryRows(test, dates)).toEqual([
    ['user-0', 40],
    ['user-1', 0],
  ]);
  // Missed again, and at last seen again without a change.
  await test.sync();
  expect((await served()).get('user-0')!.analyticsDaysSinceLastActivity).toBe(60);
  gaps = undefined;
  records = names.map(name => account(name));
  await test.sync();
  expect((await served()).get('user-0')!.analyticsDaysSinceLastActivity).toBe(100);
  expect(await landedByNewest()).toEqual([]);
});
