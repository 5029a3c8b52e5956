// Two workers on PostgreSQL carry out jobs that touch the same accounts, and one of them is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, createApplication } from '../support/actions/application.ts';
import { serveApplications } from '../support/actions/remote-application.ts';
import { accepted, answerAfter, startWritable, type WritableService } from '../support/actions/writable-service.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const child = path.join(import.meta.dirname, '../support/actions/acting-service.ts');
const accountCount = 10;

describe.skipIf(postgresMissing)(`workers${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`, () => {
  let server: PostgresServer;
  let crm: Application;
  let served: Awaited<ReturnType<typeof serveApplications>>;
  let service: WritableService;
  let configFile: string;
  const folder = temporaryFolder();

  beforeAll(async () => {
    server = await startPostgres();
    crm = createApplication({ accounts: accountCount });
    served = await serveApplications({ crm });
    const database_url = await server.createDatabase();
    const deployment = {
      database_url,
      queue_url: database_url,
      storage: { folder: path.join(folder, 'files') },
      workers: { lease: '10s' },
    };
    service = await startWritable({ crm }, { folder, settings: deployment, work: ['extract', 'build'] });
    configFile = path.join(folder, 'rolecall.yaml');
    const sources = [{ id: 'crm', connector: 'writable', writes: true, settings: { application: 'crm' } }];
    fs.writeFileSync(configFile, JSON.stringify({ ...deployment, data_dir: 'data', log_level: 'silent', sources }));
  });
  afterAll(async () => {
    await service?.test.close();
    await served?.stop();
    await server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const startWorker = (): ChildProcess =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, configFile, served.url], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });

  it('make each change once, and one takes over from another that is killed', async () => {
    const before = structuredClone([...crm.accounts]);
    const ids = (await service.test.everyItem('/v1/accounts')).map(account => account.globalId);
    const ops = await service.idOf('user-groups', 'crm', 'ops');
    const jobs = [
      accepted(await service.send('POST', '/v1/accounts/disable', { ids })),
      accepted(await service.send('POST', '/v1/accounts/activate', { ids: ids.toReversed() })),
      ...(await Promise.all(
        ids.map(async id => accepted(await service.send('PUT', `/v1/user-groups/${ops}/members/${id}`))),
      )),
    ];
    const workers = [startWorker(), startWorker()];
    const exits = workers.map(worker => once(worker, 'exit'));
    await until(
      () => crm.changes.length,
      changes => changes >= accountCount / 2,
    );
    workers[0]!.kill('SIGKILL');
    await Promise.all(exits);
    for (const job of jobs) expect(await service.ended(job)).toMatchObject({ status: 'Completed' });
    // Each account was disabled once, whichever job came first.
    const disabled = crm.changes.filter(call => call.name === 'disable').map(call => call.account);
    expect(disabled.toSorted()).toEqual(before.map(([id]) => id));

    // A version may show one of the first two jobs and not yet the other.
    const shows = (job: string) => answerAfter(service.test, '/v1/accounts', job);
    expect((await shows(jobs[0]!)).status).toBe(200);
    const data = await shows(jobs[1]!);
    expect(data.status).toBe(200);
    const shown = data.body.items.map(({ id, enabled }: { id: string; enabled: boolean }) => [id, enabled]);
    expect(new Map(shown)).toEqual(new Map([...crm.accounts].map(([id, { enabled }]) => [id, enabled])));
  });
});
