// Targeted runs beside other runs of the same source: they take turns, keep the place of incremental reads, say nothing of other objects, and
// leave a source that is held back alone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { awaitObjects } from '../../src/state/signals/targeted-runs.ts';
import type { Item, TestService } from '../support/service/service.ts';
import { createDirectory, startSignalled } from '../support/signals/signalled-service.ts';
import { startTransmitter, type TestTransmitter } from '../support/signals/transmitter.ts';
import { until } from '../support/until.ts';

const directory = createDirectory(20);
let transmitter: TestTransmitter;
let test: TestService;
beforeAll(async () => {
  transmitter = await startTransmitter();
  test = await startSignalled({ directory, transmitter });
});
afterAll(async () => {
  await test?.close();
  await transmitter?.close();
});

const change = (id: string, more: object) => directory.accounts.set(id, { ...directory.accounts.get(id)!, ...more });
const runs = (): Promise<Item[]> => test.everyItem('/v1/sync-runs');
const open = (status: string) => ['Queued', 'Running'].includes(status);

/** Request accounts as a signal does. @returns the runs that were requested */
async function request(...ids: string[]): Promise<string[]> {
  const { database, tenant } = test.service.tenant().context;
  const source = { tenant, sourceId: 'directory', readableTypes: ['Account'] };
  const objects = ids.map(id => ({ type: 'Account', id }));
  const requested = await database.transaction(transaction => awaitObjects(transaction, source, objects));
  for (const { run_id: id } of requested) await test.service.tenant().context.addJob('extract', id);
  return requested.map(({ run_id: id }) => id);
}

const ended = (id: string) =>
  until(
    async () => (await test.get(`/v1/sync-runs/${id}`)).body,
    run => !open(run.status),
  );

it('keep the place at which the next incremental read begins', async () => {
  directory.changed.add('u1');
  change('u1', { displayName: 'First' });
  await test.sync();
  const [run] = await request('u2');
  expect(await ended(run!)).toMatchObject({ targeted: true, cause: 'signal', status: 'Landed' });
  directory.changed.clear();
  directory.changed.add('u3');
  change('u3', { displayName: 'Third' });
  await test.sync();
  expect(directory.since).toEqual([undefined, '1', '2']);
  const names = new Map((await test.everyItem('/v1/accounts')).map(({ id, displayName }) => [id, displayName]));
  expect([names.get('u1'), names.get('u3')]).toEqual(['First', 'Third']);
  expect(names.size).toBe(20);
});

it('say of an object only what a full read would have changed: all others stay, rejected ones too', async () => {
  change('u4', { type: 'nonsense' });
  change('u5', { displayName: 'Fifth' });
  const [run] = await request('u4', 'u5');
  const { status, reads } = await ended(run!);
  expect(status).toBe('Partial');
  expect(reads).toEqual([expect.objectContaining({ type: 'Account', rows: 1, rejected: 1 })]);
  await until(
    () => test.everyItem('/v1/accounts'),
    items => items.find(({ id }) => id === 'u5')?.displayName === 'Fifth',
  );
  const served = await test.everyItem('/v1/accounts');
  expect(served).toHaveLength(20);
  expect(served.find(({ id }) => id === 'u4')).toMatchObject({ type: 'User' });
  change('u4', { type: 'User' });
});

it('take turns with a run of everything, which begins after them and is not lost', async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  directory.hold = () => {
    begun.resolve();
    return held.promise;
  };
  const [targeted] = await request('u6');
  await begun.promise;
  const before = directory.fullReads;
  const syncing = test.sync();
  const [newest] = await until(runs, ([first]) => first.id !== targeted && open(first.status));
  expect(newest).toMatchObject({ targeted: false, status: 'Queued' });
  // What is requested now is read by the run that waits.
  expect(await request('u7')).toEqual([]);
  expect(directory.fullReads).toBe(before);
  held.resolve();
  directory.hold = async () => {};
  await syncing;
  expect(directory.fullReads).toBe(before + 1);
  expect((await ended(targeted!)).status).toBe('Landed');
  await until(runs, all => all.every(({ status }) => !open(status)));
  expect(await test.service.database.query('select 1 from awaited_objects')).toEqual([]);
});

it('follow one another when an object is requested again while it is read', async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  directory.hold = () => {
    begun.resolve();
    return held.promise;
  };
  const asked = directory.asked.length;
  await request('u8');
  await begun.promise;
  expect(await request('u8', 'u9')).toEqual([]);
  held.resolve();
  directory.hold = async () => {};
  await until(
    () => test.service.database.query('select 1 from awaited_objects'),
    rows => rows.length === 0,
  );
  expect(directory.asked.slice(asked)).toEqual([['u8'], ['u8', 'u9']]);
});

it('are not made while the source is held back, or for very many objects: everything is read instead', async () => {
  await until(runs, all => all.every(({ status }) => !open(status)));
  const many = Array.from({ length: 501 }, (_, index) => `u${index}`);
  const [early] = await request(...many);
  expect(await ended(early!)).toMatchObject({ targeted: false, cause: 'signal' });
  await test.service.database.query(
    `update sync_runs set held_back = '[]', held_back_at = now() where run_id = $1 and position > 0`,
    [early],
  );
  await test.service.database.query(
    `update sources set accepted_position = (select min(position) from sync_runs) where source_id = 'directory'`,
  );
  const [run] = await request('u9');
  expect(await ended(run!)).toMatchObject({ targeted: false, cause: 'signal' });
});
