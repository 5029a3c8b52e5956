// Sync runs over the API, and sources that do not answer for a while.
import { afterEach, describe, expect, it } from 'vitest';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

const account = resourceOf('Account')!;
const records = Array.from({ length: 250 }, (_, index) => sampleRecord(account, index));
const accounts: Script = { Account: pagesOf(records) };

let test: TestService;
afterEach(() => test.close());

describe('a run', () => {
  it('is listed with its row counts, newest first, page by page', async () => {
    test = await startService({ sources: { one: accounts, two: accounts } });
    await test.sync(['one']);
    await test.sync(['two']);
    await test.sync(['one']);
    const first = (await test.get('/v1/sync-runs?pageSize=2')).body;
    expect(first.items).toMatchObject([
      { sourceId: 'one', status: 'Landed', cause: 'operator', connector: 'scripted', rows: 250, rejected: 0 },
      { sourceId: 'two', status: 'Landed', applicationInstanceId: instanceOf(test, 'two') },
    ]);
    const rest = (await test.get(`/v1/sync-runs?pageSize=2&pageToken=${first.nextPageToken}`)).body;
    expect(rest.items).toMatchObject([{ sourceId: 'one' }]);
    expect(rest).not.toHaveProperty('nextPageToken');

    const { body } = await test.get(`/v1/sync-runs/${first.items[0].id}`);
    expect(body).toMatchObject({ ...first.items[0] });
    const reads = Object.fromEntries(body.reads.map((read: { type: string }) => [read.type, read]));
    expect(reads['Account']).toMatchObject({ status: 'Complete', rows: 250, gaps: [] });
    expect(reads['Role']).toMatchObject({ status: 'Unsupported', rows: 0 });
  });

  it('is hidden from clients that are limited to other application instances', async () => {
    test = await startService({ sources: { one: accounts, two: accounts } });
    await test.sync();
    const limited = await test.token({ instances: [instanceOf(test, 'one')] });
    const { items } = (await test.get('/v1/sync-runs', limited)).body;
    expect(items).toMatchObject([{ sourceId: 'one' }]);
    const all = (await test.get('/v1/sync-runs')).body.items as { id: string; sourceId: string }[];
    const other = all.find(run => run.sourceId === 'two')!.id;
    expect((await test.get(`/v1/sync-runs/${other}`, limited)).status).toBe(404);
    const foreign = await test.get(`/v1/sync-runs?applicationInstanceId=${instanceOf(test, 'two')}`, limited);
    expect(foreign.status).toBe(403);
  });

  it('is a 404 for an unknown id, and a 400 for a malformed id or parameter', async () => {
    test = await startService({ sources: { one: accounts } });
    const absent = '00000000-0000-4000-8000-000000000000';
    expect((await test.get(`/v1/sync-runs/${absent}`)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await test.get('/v1/sync-runs/one')).status).toBe(400);
    expect((await test.get('/v1/sync-runs?status=Failed')).status).toBe(400);
    expect((await test.get('/v1/sync-runs?pageToken=abc')).status).toBe(400);
  });
});

describe('a source that does not answer for a while', () => {
  /** A source that fails after some pages, `times` times, and then continues. */
  const failing = (times: number, fault: () => Error) => {
    const began: (string | undefined)[] = [];
    const script: Script = {
      *Account(cursor) {
        began.push(cursor);
        let pages = 0;
        for (const page of pagesOf(records)(cursor, new AbortController().signal) as Iterable<{ records: [] }>) {
          if (pages === 1 && began.length <= times) throw fault();
          yield page;
          pages += 1;
        }
      },
    };
    return { script, began };
  };

  it('is read again from its last cursor, and the run shows when', async () => {
    const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { script, began } = failing(1, () => new Error('fetch failed', { cause: refused() }));
    test = await startService({ sources: { one: script } });
    const syncing = test.sync();
    await expect
      .poll(async () => (await test.get('/v1/sync-runs')).body.items[0])
      .toMatchObject({ status: 'Queued', error: 'fetch failed', retryAt: expect.any(String), rows: 100 });
    const { runs, build } = await syncing;
    expect(runs).toMatchObject([{ status: 'Landed', error: null, failures: 0 }]);
    expect(build).toMatchObject({ status: 'Published' });
    expect(began).toEqual([undefined, '100']);
    expect(await test.everyItem('/v1/accounts')).toHaveLength(250);
  });

  it('has its rejected rows listed once, and keeps the error of another type', async () => {
    let attempts = 0;
    const script: Script = {
      // biome-ignore lint/correctness/useYield: it fails before its first page
      *Role() {
        throw new Error('401: not for you');
      },
      *Account() {
        attempts += 1;
        yield { records: [sampleRecord(account, 1)], rejected: [{ place: 'row 2', reasons: ['no id'] }] };
        if (attempts === 1) throw new SourceUnavailable('503: down', { retryAfterMs: 10 });
      },
    };
    test = await startService({ sources: { one: script } });
    expect((await test.sync()).runs).toMatchObject([
      {
        status: 'Landed',
        error: expect.stringMatching(/^Account: 1 of 2 records were rejected; Role: 401: not for you;/),
      },
    ]);
    expect(attempts).toBe(2);
    expect(await test.operator.rejected({ source: 'one' })).toEqual([
      { type: 'Account', place: 'row 2', reasons: ['no id'] },
    ]);
  });

  it('is retried after the time that it asks for', async () => {
    const { script } = failing(1, () => new SourceUnavailable('429: slow down', { retryAfterMs: 300 }));
    test = await startService({ sources: { one: script } });
    expect((await test.sync()).runs).toMatchObject([{ status: 'Landed' }]);
  });

  it('ends the run after five failures without any data', async () => {
    let asked = 0;
    const script: Script = {
      // biome-ignore lint/correctness/useYield: it fails before its first page
      *Account() {
        asked += 1;
        throw new SourceUnavailable('503: down', { retryAfterMs: 10 });
      },
    };
    test = await startService({ sources: { one: script } });
    const { runs, build } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Failed', error: 'Account: 503: down' }]);
    expect(build).toBeUndefined();
    expect(asked).toBe(5);
  });

  it('is not retried after a permanent error', async () => {
    const { script, began } = failing(9, () => new Error('401: wrong password'));
    test = await startService({ sources: { one: script } });
    expect((await test.sync()).runs).toMatchObject([{ status: 'Failed', error: 'Account: 401: wrong password' }]);
    expect(began).toEqual([undefined]);
  });
});
