// When sources are read automatically: first runs, due times, missed times, and how many at once.
import { afterEach, describe, expect, it } from 'vitest';
import { startDue, startMissed } from '../../pipelines/schedule.ts';
import type { AddOptions } from '../../src/jobs/queue.ts';
import { jobNames } from '../../src/jobs/queue.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const account = resourceOf('Account')!;
const accounts: Script = { Account: pagesOf([sampleRecord(account, 1)]) };

let test: TestService;
afterEach(() => test.close());

const scheduled = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  connector: 'scripted',
  settings: { script: id },
  schedule: '0 * * * *',
  ...more,
});

interface Run {
  source_id: string;
  cause: string;
  due_at: Date | null;
}

const runs = () => test.service.database.query<Run>('select source_id, cause, due_at from sync_runs order by position');
/** Move all runs into the past by an interval. */
const shift = (interval: string) =>
  test.service.database.execute(`update sync_runs set queued_at = queued_at - interval '${interval}',
    started_at = started_at - interval '${interval}', ended_at = ended_at - interval '${interval}',
    due_at = due_at - interval '${interval}'`);

async function open(sources: object[], settings: Record<string, unknown> = {}, scripts: Record<string, Script> = {}) {
  test = await startService({ sources: { app: accounts, ...scripts }, settings: { sources, ...settings } });
}

describe('a source with a schedule', () => {
  it('has one run for each due time, however often it is found due', async () => {
    await open([scheduled('app')]);
    await test.sync();
    await shift('1 day');
    const { context } = test.service.tenant();
    await Promise.all(Array.from({ length: 5 }, () => startDue(context, 'app')));
    await startMissed(context);
    const made = await runs();
    expect(made.map(run => run.cause)).toEqual(['operator', 'schedule']);
    expect(made[1]!.due_at!.getTime() % 3_600_000).toBe(0);
  });

  it('makes up for a missed time once, and only for the last of several', async () => {
    await open([scheduled('app')]);
    await test.sync();
    await shift('5 hours');
    const { context } = test.service.tenant();
    await startMissed(context);
    await expect.poll(async () => (await test.operator.sources({}))[0]!.run!.status).toBe('Landed');
    await startMissed(context);
    expect(await runs()).toHaveLength(2);
  });

  it('is not read for a missed time that lies before a manual run', async () => {
    await open([scheduled('app', { schedule: '0 0 1 1 *' })]);
    await test.sync();
    const { context } = test.service.tenant();
    await startDue(context, 'app');
    await startMissed(context);
    expect(await runs()).toHaveLength(1);
  });

  it('is due in its own time zone', async () => {
    await open([scheduled('app', { schedule: '30 3 * * *', time_zone: 'Asia/Kolkata' })]);
    await test.sync();
    await shift('3 days');
    await startMissed(test.service.tenant().context);
    const due = (await runs()).at(-1)!.due_at!;
    expect([due.getUTCHours(), due.getUTCMinutes()]).toEqual([22, 0]);
  });

  it('starts with a delay of its own, which is the same each time', async () => {
    const ids = ['app', 'second', 'third'];
    const sources = ids.map(id => scheduled(id));
    await open(sources, { workers: { jitter: '10m' } }, { second: accounts, third: accounts });
    await test.sync();
    const { context } = test.service.tenant();
    const delays = async () => {
      await shift('1 day');
      const added: (number | undefined)[] = [];
      const recording = {
        ...context,
        addJob: async (_: string, __: string, options?: AddOptions) => void added.push(options?.delayMs),
      };
      for (const id of ids) await startDue(recording, id);
      await test.service.database.execute(
        `update sync_runs set status = 'Failed', ended_at = now() where ended_at is null`,
      );
      return added;
    };
    const first = await delays();
    expect(first.every(delay => delay !== undefined && delay >= 0 && delay < 600_000)).toBe(true);
    expect(new Set(first).size).toBe(ids.length);
    expect(await delays()).toEqual(first);
  });
});

it('sources that were never read are read at the start, and make a version together', async () => {
  await open([scheduled('app', { schedule: undefined }), scheduled('second')], {}, { second: accounts });
  await test.close();
  test = await startService({
    sources: { app: accounts, second: accounts },
    settings: { sources: [scheduled('app'), scheduled('second')] },
    work: jobNames,
  });
  await expect.poll(async () => (await test.operator.jobs({})).versions.map(({ version }) => version)).toEqual([1]);
  expect((await runs()).map(run => run.cause)).toEqual(['start', 'start']);
});

it('no more sources of a connector are read at once than the deployment allows', async () => {
  let now = 0;
  let most = 0;
  const slow: Script = {
    async *Account() {
      now += 1;
      most = Math.max(most, now);
      for (let turn = 0; turn < 50; turn += 1) await new Promise(resolve => setImmediate(resolve));
      yield { records: [sampleRecord(account, 1)] };
      now -= 1;
    },
  };
  const ids = ['app', 'second'];
  await open(
    ids.map(id => scheduled(id)),
    { workers: { extract: 2, per_connector: { scripted: 1 } } },
    { app: slow, second: slow },
  );
  const { runs: ended } = await test.sync();
  expect(ended.map(run => run.status)).toEqual(['Landed', 'Landed']);
  expect(most).toBe(1);
});
