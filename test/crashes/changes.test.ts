// kill -9 while action jobs run: each change is made once, no before-image is lost, and every revert is exact.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Application, createApplication } from '../support/actions/application.ts';
import { serveApplications } from '../support/actions/remote-application.ts';
import { writableConnector } from '../support/actions/writable-connector.ts';
import { accepted, driving, type WritableService } from '../support/actions/writable-service.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { sendAs } from '../support/send.ts';
import { startService, temporaryFolder, testConfig } from '../support/service/service.ts';

const child = path.join(import.meta.dirname, '../support/actions/acting-service.ts');
const accountCount = isLong ? 800 : 12;
/** Kills while the changes are made; then as many while they are reverted. */
const kills = isLong ? 50 : 1;
/**
 * Calls in each life at least. A job that makes no progress in five lives fails, and the job of one record makes its four calls while
 * the other jobs make a dozen at a time.
 */
const leastCalls = isLong ? 60 : 12;

const folder = temporaryFolder();
let crm: Application;
let served: Awaited<ReturnType<typeof serveApplications>>;
let configFile: string;
const settings = { sources: [{ id: 'crm', connector: 'writable', writes: true, settings: { application: 'crm' } }] };

beforeAll(async () => {
  crm = createApplication({ accounts: accountCount });
  served = await serveApplications({ crm });
  configFile = testConfig(folder, []).file;
  fs.writeFileSync(configFile, JSON.stringify({ data_dir: 'data', log_level: 'silent', ...settings }));
});
afterAll(async () => {
  await served.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Open the deployment in this process, without working on action jobs. */
async function withService<Result>(work: (service: WritableService) => Promise<Result>): Promise<Result> {
  const test = await startService({
    folder,
    settings,
    connectors: [writableConnector((_name, call) => crm.request(call))],
    work: ['extract', 'build'],
  });
  try {
    return await work(driving(test, sendAs(test, await test.token())));
  } finally {
    await test.close();
  }
}

/** Work on the jobs in a process that is killed at its n-th call of the application, before or after it is carried out. */
async function live(random: Random, killed: boolean): Promise<boolean> {
  const service = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, configFile, served.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(service, 'exit');
  let left = killed ? leastCalls + random.below(24) : Infinity;
  const atHook = () => {
    left -= 1;
    if (left === 0) service.kill('SIGKILL');
  };
  if (random.below(2) === 0) crm.before = atHook;
  else crm.after = atHook;
  const [, signal] = await exited;
  crm.before = () => {};
  crm.after = () => {};
  return signal === 'SIGKILL';
}

async function liveUntilDone(random: Random): Promise<number> {
  let died = 0;
  for (let life = 0; life < kills; life += 1) if (await live(random, true)) died += 1;
  await live(random, false);
  return died;
}

it(`${2 * kills} times at random calls makes each change once and reverts each exactly`, async () => {
  const seed = testSeed();
  console.log(`repeat it with ROLECALL_TEST_SEED=${seed}`);
  const random = createRandom(seed);
  const before = structuredClone([...crm.accounts]);
  const jobs = await withService(async service => {
    await service.test.sync();
    const accounts = await service.test.everyItem('/v1/accounts?pageSize=200');
    const ids = accounts.map(account => account.globalId);
    const role = await service.idOf('roles', 'crm', 'auditor');
    return [
      accepted(await service.send('POST', '/v1/accounts/disable', { ids })),
      accepted(await service.send('PUT', `/v1/roles/${role}/assignees/${ids[0]}`)),
      accepted(
        await service.send('POST', '/v1/user-groups', {
          applicationInstanceId: service.instance('crm'),
          groupName: 'new',
        }),
      ),
    ];
  });
  let died = await liveUntilDone(random);
  expect(
    crm.changes
      .filter(call => call.name === 'disable')
      .map(call => call.account)
      .toSorted(),
  ).toEqual(before.map(([id]) => id));
  expect(
    crm.changes
      .map(call => call.name)
      .filter(name => name !== 'disable')
      .toSorted(),
  ).toEqual(['assign', 'create']);
  crm.changes.length = 0;

  const reverts = await withService(async service => {
    for (const job of jobs) expect(await service.ended(job)).toMatchObject({ status: 'Completed' });
    const asked = jobs.map(job => service.send('POST', `/v1/action-jobs/${job}/revert`).then(accepted));
    return Promise.all(asked);
  });
  died += await liveUntilDone(random);
  expect(died).toBeGreaterThanOrEqual(kills);
  expect([...crm.accounts]).toEqual(before);
  expect([...crm.groups]).not.toContain('new');
  // One call undoes each change.
  expect(crm.changes).toHaveLength(accountCount + 2);
  await withService(async service => {
    for (const job of reverts) expect(await service.ended(job)).toMatchObject({ status: 'Completed' });
    for (const job of jobs) expect(await service.ended(job)).toMatchObject({ status: 'Reverted' });
  });
}, 1_800_000);
