// kill -9 at random moments while two tenants are changed, undone, synced and read: of one program, and of the processes of a cluster.
// Nothing that was acknowledged is lost, the applications get each write once, and `doctor` is content at the end.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { lastResults } from '../../src/cli/doctor/doctor.ts';
import { addClient } from '../../src/state/clients/clients.ts';
import { serveApplications } from '../support/actions/remote-application.ts';
import { writableConnector } from '../support/actions/writable-connector.ts';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import { type ChangeLoad, startChangeLoad } from '../support/kills/change-load.ts';
import { type CountedApplication, countedApplication } from '../support/kills/counted-application.ts';
import { type KilledProgram, killedProgram } from '../support/kills/killed-program.ts';
import { type Credentials, persistentClient } from '../support/kills/persistent-client.ts';
import { applicationsVariable } from '../support/kills/remote-connector.ts';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { freePort } from '../support/servers/free-port.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** Of both deployments together. */
const kills = Number(process.env.ROLECALL_TEST_KILLS ?? 40);
const killsOfEach = Math.ceil(kills / 2);
/** For each kill: a slow machine needs some seconds to start a process. */
const timeout = 1_800_000 + killsOfEach * 120_000;
const tenants = ['alpha', 'beta'] as const;
type Tenant = (typeof tenants)[number];
const accounts = 60;
/** Kills between two looks of `doctor`. */
const doctorEvery = 20;

const settings = {
  connectors: [path.join(import.meta.dirname, '../support/kills/remote-connector.ts')],
  rate_limit: { per_minute: 10_000_000, burst: 1_000_000 },
  // An undone creation is one of three groups that is gone.
  hold_back: { gone_percent: 100, rejected_percent: 100 },
  tenants: Object.fromEntries(
    tenants.map(tenant => [
      tenant,
      { sources: [{ id: 'crm', connector: 'writable', writes: true, settings: { application: tenant } }] },
    ]),
  ),
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Applications = Readonly<Record<Tenant, CountedApplication>>;

async function serveCounted(seed: number): Promise<Applications> {
  const counted = Object.fromEntries(
    tenants.map((tenant, index) => [tenant, countedApplication(accounts, createRandom(seed + index))]),
  ) as Applications;
  const applications = tenants.map(tenant => [tenant, counted[tenant].application] as const);
  const served = await serveApplications(Object.fromEntries(applications));
  closers.push(() => served.stop());
  process.env[applicationsVariable] = served.url;
  closers.push(() => Reflect.deleteProperty(process.env, applicationsVariable));
  return counted;
}

function startLoads(
  applications: Applications,
  seed: number,
  address: () => string,
  credentials: Readonly<Record<Tenant, Credentials>>,
): Promise<ChangeLoad[]> {
  return Promise.all(
    tenants.map((tenant, index) =>
      startChangeLoad({
        client: persistentClient(address, credentials[tenant]),
        counted: applications[tenant],
        tenant,
        source: 'crm',
        random: createRandom(seed + 10 + index),
      }),
    ),
  );
}

/** On standard error, because a run of many kills takes hours. */
function report(what: string, kill: number, loads: readonly ChangeLoad[], applications: Applications): void {
  const counts = loads.map(load => JSON.stringify(load.counts)).join(' ');
  const writes = tenants.map(tenant => applications[tenant].writes()).join(', ');
  const problems = loads.flatMap(load => load.problems);
  fs.writeSync(
    2,
    `${what}: ${kill} of ${killsOfEach} kills; ${counts}; writes ${writes}; ${problems.length} problems\n`,
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Let the clients get some more answers. A time instead would leave nothing to kill on a machine that is busy. */
async function answersOf(loads: readonly ChangeLoad[], random: Random): Promise<void> {
  const answered = () => loads.reduce((sum, load) => sum + load.answered(), 0);
  const enough = answered() + 1 + random.below(240);
  await until(answered, count => count >= enough, 1_200_000);
  await pause(random.below(100));
}

/** A build is given up after five deaths in it, as on a program that it brings down. The next sync requests another one. */
const givenUp = /failed after \d+ attempts/;

/** What the command `doctor` finds wrong with a deployment. */
async function diagnosed(program: KilledProgram): Promise<string[]> {
  const { code, stdout, stderr } = await program.run('doctor');
  const findings = stdout.split('\n').filter(Boolean);
  const errors = findings.filter(line => JSON.parse(line).verdict === 'error');
  return code === 0 ? errors : [...errors, stderr];
}

async function addClients(program: KilledProgram): Promise<Record<Tenant, Credentials>> {
  const added: Partial<Record<Tenant, Credentials>> = {};
  for (const tenant of tenants) {
    const { code, stdout, stderr } = await program.run(
      ...['--tenant', tenant, 'clients', 'add', 'load', '--scope', 'read', 'write', 'admin'],
    );
    if (code !== 0) throw new Error(stderr);
    const { client_id: clientId, client_secret: clientSecret } = JSON.parse(stdout);
    added[tenant] = { clientId, clientSecret };
  }
  return added as Record<Tenant, Credentials>;
}

describe(`kill -9, ${kills} times at random moments`, () => {
  const seed = testSeed();
  const about = `repeat it with ROLECALL_TEST_SEED=${seed}`;

  it('of one program loses nothing and does nothing twice', { timeout }, async () => {
    fs.writeSync(2, `${about}\n`);
    const random = createRandom(seed);
    const folder = temporaryFolder();
    closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    const applications = await serveCounted(seed);
    const port = await freePort();
    const config = path.join(folder, 'rolecall.yaml');
    const build = { memory_mb: 512, threads: 1 };
    fs.writeFileSync(
      config,
      JSON.stringify({ data_dir: 'data', listen: { port }, log_level: 'warn', build, ...settings }),
    );
    const program = killedProgram(config, {});
    await program.start();
    closers.push(() => program.kill().catch(() => {}));
    const credentials = await addClients(program);
    for (const tenant of tenants) await program.run('--tenant', tenant, 'sync');
    const loads = await startLoads(applications, seed, () => `http://127.0.0.1:${port}`, credentials);
    for (let kill = 1; kill <= killsOfEach; kill += 1) {
      await answersOf(loads, random);
      await program.kill();
      if (random.below(4) === 0 && kill < killsOfEach) {
        await program.startBriefly(random.below(2_500));
        kill += 1;
      }
      if (kill % doctorEvery === 0) {
        const errors = await diagnosed(program);
        const isExpected = errors.every(error => givenUp.test(error) || !error.startsWith('{'));
        expect(isExpected ? [] : errors, about).toEqual([]);
      }
      await program.start();
      if (kill % 5 === 0) report('one program', kill, loads, applications);
    }
    await Promise.all(loads.map(load => load.end()));
    report('one program', killsOfEach, loads, applications);
    expect(await diagnosed(program), about).toEqual([]);
    expect(
      loads.every(({ counts }) => counts.changes > killsOfEach / 4 && counts.reverts > 0),
      about,
    ).toBe(true);
  });

  it.skipIf(clusterMissing)('of a cluster loses nothing and does nothing twice', { timeout }, async () => {
    fs.writeSync(2, `${about}\n`);
    const random = createRandom(seed);
    const applications = await serveCounted(seed);
    const connector = writableConnector((name, call) => applications[name as Tenant].application.request(call), 4);
    const more = { workers: { lease: '5s' }, log_level: 'info' };
    const all = { sources: undefined, ...settings, ...more };
    const cluster = await startCluster({
      program: 'command-line',
      sources: [],
      settings: all,
      connectors: [connector],
    });
    closers.push(() => cluster.stop());
    const apis = await Promise.all([cluster.serve('api-1'), cluster.serve('api-2')]);
    await Promise.all([cluster.work('worker-1'), cluster.work('worker-2')]);
    for (const tenant of tenants) await cluster.operator.sync({ tenant, sources: [], acceptLoss: false }, () => {});
    const credentials = await clientsOf(cluster);
    const loads = await startLoads(applications, seed, () => random.of(apis).url, credentials);
    for (let kill = 1; kill <= killsOfEach; ) {
      if (random.below(4) > 0) await answersOf(loads, random);
      await pause(random.below(1_000));
      const victims = victimsIn(cluster, random);
      await Promise.all(victims.map(victim => victim.kill()));
      for (const victim of victims) victim.restart();
      const before = kill;
      kill += victims.length;
      if (Math.floor(kill / 5) > Math.floor(before / 5)) report('cluster', kill - 1, loads, applications);
    }
    for (const each of cluster.processes) await each.ready();
    await Promise.all(loads.map(load => load.end()));
    report('cluster', killsOfEach, loads, applications);
    for (const tenant of tenants) {
      const findings = await lastResults(cluster.operator, tenant);
      expect(
        findings.filter(({ verdict }) => verdict === 'error'),
        about,
      ).toEqual([]);
    }
    expect(
      loads.every(({ counts }) => counts.changes > killsOfEach / 4 && counts.reverts > 0),
      about,
    ).toBe(true);
  });
});

/** Most of the time one process, sometimes all of them at once. Where starting takes long, most kills wait until most work again. */
function victimsIn({ processes }: Cluster, random: Random) {
  const ready = processes.filter(each => each.isReady);
  const choice = random.below(12);
  if (choice === 0) return processes;
  if (choice < 4) return [random.of(processes)];
  return ready.length >= processes.length - 1 ? [random.of(ready)] : [];
}

async function clientsOf({ service }: Cluster): Promise<Record<Tenant, Credentials>> {
  const added = tenants.map(async tenant => {
    const wanted = { tenant, name: 'load', scopes: ['read', 'write', 'admin'], createdBy: 'test' } as const;
    const { client, clientSecret } = await addClient(service.database, wanted);
    return [tenant, { clientId: client.client_id, clientSecret }] as const;
  });
  return Object.fromEntries(await Promise.all(added)) as Record<Tenant, Credentials>;
}
