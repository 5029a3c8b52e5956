// Sources with texts that state cannot hold or that are far too long, and faults that recur on every try: every run ends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf, type Script, sampleRecord, scriptedConnector } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { account } from './resources.ts';

const records = [sampleRecord(account, 0), sampleRecord(account, 1)];
const well: Script = { Account: pagesOf(records) };

const scripts = new Map([['app', well]]);
let close = async () => {};

let test: TestService;
beforeAll(async () => {
  const connector = { ...scriptedConnector(scripts), close: () => close() };
  test = await startService({ sources: { app: well }, connectors: [connector], sourceSilenceMs: 2_000 });
});
afterAll(() => test.close());

/** The run, as the API shows it once it has ended. */
async function ended(script: Script, withinMs?: number): Promise<Item> {
  scripts.set('app', script);
  const run = await test.service.tenant().requestSync('app', 'operator');
  const look = async () => (await test.get(`/v1/sync-runs/${run.run_id}`)).body;
  return until(look, ({ endedAt }) => endedAt !== undefined, withinMs);
}

/** A script that fails when its reads are listed. */
const failing = (message: string): Script => ({
  get Account(): never {
    throw new Error(message);
  },
});

describe('a source', () => {
  it('whose fault holds a NUL character ends its run, with the rest of its message', async () => {
    expect(await ended(failing('record \0 is broken'))).toMatchObject({
      status: 'Failed',
      error: 'record \uFFFD is broken',
    });
    const half: Script = {
      *Account() {
        yield { records, cursor: '1' };
        throw new Error('page \0 is broken');
      },
    };
    expect(await ended(half)).toMatchObject({ status: 'Failed', error: 'Account: page \uFFFD is broken', rows: 2 });
  });

  it('whose gaps hold a NUL character keeps its records', async () => {
    const gap = { reason: 'forbidden', subject: 'GET /a\0b', message: '40\0', missing: 'objects' } as const;
    const run = await ended({
      *Account() {
        yield { records, gaps: [gap] };
      },
    });
    expect(run).toMatchObject({ status: 'Partial', rows: 2 });
    expect(run.reads.find(({ type }: Item) => type === 'Account')).toMatchObject({
      status: 'Partial',
      gaps: [{ ...gap, subject: 'GET /a\uFFFDb', message: '40\uFFFD' }],
    });
  });

  it('whose page token holds a NUL character fails with an error about the source, not about the database', async () => {
    const run = await ended({
      *Account() {
        yield { records, cursor: '\0' };
      },
    });
    expect(run.error).toBe('Account: the source gave a page token that holds a NUL character');
  });

  it('with overlong messages has them truncated', async () => {
    const { error } = await ended(failing(`${'x'.repeat(3_000_000)}`));
    expect(error).toMatch(/^x{4000} … \(2996000 more characters\)$/);
  });

  it('that refuses every object keeps only some of its gaps, and is Partial nevertheless', async () => {
    const gapsOf = (missing: 'fields' | 'objects', page: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        ...({ reason: 'forbidden', message: '403', missing } as const),
        subject: `GET /${missing}/${page * 100 + index}`,
      }));
    const { reads } = await ended({
      *Account() {
        for (let page = 0; page < 15; page += 1) yield { records: [], gaps: gapsOf('fields', page) };
        for (let page = 0; page < 15; page += 1) yield { records: [], gaps: gapsOf('objects', page) };
        yield { records };
      },
    });
    const read = reads.find(({ type }: Item) => type === 'Account');
    expect(read.status).toBe('Partial');
    const subjects = read.gaps.map(({ subject }: Item) => subject);
    expect(subjects).toHaveLength(2_000);
    expect(subjects).toContain('GET /fields/999');
    expect(subjects).toContain('GET /objects/999');
  });
});

describe('a connector that cannot close its client', () => {
  it.each([
    ['throws', async () => Promise.reject(new Error('already closed'))],
    ['hangs', async () => new Promise<void>(() => {})],
  ])('has its run land nevertheless: it %s', async (_what, closing) => {
    close = closing;
    const run = await ended(well);
    close = async () => {};
    expect(run).toMatchObject({ status: 'Landed', rows: 2 });
    expect(run).not.toHaveProperty('error');
  });
});

describe('a source that neither answers nor fails', () => {
  it('has its run delayed, which continues after the landed pages once the source answers', async () => {
    let aborted = false;
    const asked: (string | undefined)[] = [];
    const run = await ended({
      async *Account(cursor, signal) {
        asked.push(cursor);
        if (cursor === undefined) {
          yield { records: records.slice(0, 1), cursor: '1' };
          signal.addEventListener('abort', () => {
            aborted = true;
          });
          await new Promise(() => {});
        }
        yield { records: records.slice(1) };
      },
    });
    expect(run).toMatchObject({ status: 'Landed', rows: 2 });
    expect(asked).toEqual([undefined, '1']);
    expect(aborted, 'what it still did was aborted').toBe(true);
  });

  it('fails its run when that happens on every try', async () => {
    scripts.set('app', {
      Account: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    });
    const run = await test.service.tenant().requestSync('app', 'operator');
    const look = async () => (await test.get(`/v1/sync-runs/${run.run_id}`)).body;
    const putOff = await until(look, ({ retryAt }) => retryAt !== undefined);
    expect(putOff).toMatchObject({ status: 'Queued', error: 'the source neither answered nor failed for 2 s' });
    // Skip to the last try.
    await test.service.database.query(`update sync_runs set failures = 4, retry_at = now() where run_id = $1`, [
      run.run_id,
    ]);
    expect(await until(look, ({ endedAt }) => endedAt !== undefined)).toMatchObject({ status: 'Failed' });
  });
});

describe('a fault of the service', () => {
  it('that recurs on every try ends the run after the last try, and shows no SQL', async () => {
    // A fault that is usually temporary, like a deadlock or a limit of the server, but here recurs each time.
    await test.service.database.execute(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room for locks'; end $$;
      create trigger refusing before update on sync_runs for each row when (new.error like 'poison%') execute function refuse()`);
    const run = await ended(failing('poison'), 170_000);
    expect(run).toMatchObject({ status: 'Failed' });
    expect(run.error).toMatch(/^failed after 5 attempts/);
    expect(run.error).not.toMatch(/update|locks/);
    expect(await ended(well)).toMatchObject({ status: 'Landed' });
  });
});
