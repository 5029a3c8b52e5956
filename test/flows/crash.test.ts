// kill -9 at any point: the last good version stays in service, the next run completes, and the crash leaves nothing behind.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { collections } from '../../src/resources/registry.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { everyType } from '../support/scripted-source.ts';
import { postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import type { Line, Serving } from '../support/service/crashing-service.ts';
import { startService, type TestService, temporaryFolder, testConfig } from '../support/service/service.ts';

const child = path.join(import.meta.dirname, '../support/service/crashing-service.ts');

const phases = ['extract', 'land', 'build', 'swap'] as const;
type Phase = (typeof phases)[number];
type Synced = Extract<Line, { synced: unknown }>['synced'];

/** Whether a line is a point of the phase at which to kill. */
function isPoint(phase: Phase, line: Line): boolean {
  if (!('event' in line)) return false;
  const { event } = line;
  switch (phase) {
    case 'extract':
      // Late enough that batches have landed, so that the next process has something to resume from.
      return event.kind === 'read' && event.status === 'Running' && event.rows >= 300;
    case 'land':
      return (event.kind === 'read' && event.status === 'Complete') || event.kind === 'run';
    case 'build':
      return event.kind === 'build';
    case 'swap':
      return event.kind === 'build' && event.step === 'publish';
  }
}

/** The most points of each phase that pass before the kill. */
const pointsToPass: Readonly<Record<Phase, number>> = { extract: 40, land: 6, build: 45, swap: 1 };

interface Death {
  readonly phase: Phase;
  /** Whether it is killed in its first sync, which repairs what the previous kill left; otherwise in a later sync. */
  readonly duringRepair: boolean;
}

interface Life {
  readonly opened: Serving;
  /** The state after the first sync; undefined when it was killed before that. */
  readonly synced: Synced | undefined;
  /** The newest version that the process reported as published. */
  readonly acknowledged: number;
  /** The number of reads that resumed where the previous process was killed. */
  readonly resumed: number;
  readonly killed: string;
}

/** From the last step to the swap and a little beyond, on a slow machine. */
const longestSwapMs = 120;

const versionsOf = (configFile: string) => path.join(path.dirname(configFile), 'data/tenants/main/versions');

/** Open the deployment in a new process, and kill it while it syncs; without a planned death, after its first sync. */
async function live(configFile: string, death: Death | undefined, random: Random): Promise<Life> {
  const service = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, configFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(service, 'exit');
  let errors = '';
  service.stderr.on('data', data => {
    errors += data;
  });
  const kill = () => service.kill('SIGKILL');
  let toPass = death ? random.below(pointsToPass[death.phase]) : 0;
  // The new version's folder exists before the pointer to it; this moment is too short to be hit by chance.
  const atRename = death?.phase === 'swap' && random.below(2) === 0;
  const killAfterMs = random.below(death?.phase === 'swap' ? longestSwapMs : 25);
  const watching = new AbortController();
  let opened: Serving | undefined;
  let synced: Synced | undefined;
  let acknowledged = 0;
  let resumed = 0;
  let killed: string | undefined;
  try {
    for await (const text of createInterface({ input: service.stdout })) {
      const line = JSON.parse(text) as Line;
      if ('opened' in line) opened = line.opened;
      else if ('resumed' in line) resumed += 1;
      else if ('synced' in line) synced ??= line.synced;
      else if (line.event.kind === 'built') acknowledged = Math.max(acknowledged, line.event.version ?? 0);
      if (killed !== undefined) continue;
      const due = death ? (synced || death.duringRepair) && isPoint(death.phase, line) && toPass-- <= 0 : synced;
      if (!due) continue;
      killed = `${atRename ? 'at the rename' : `${killAfterMs} ms`} after ${text}`;
      if (atRename) fs.watch(versionsOf(configFile), { recursive: false, signal: watching.signal }, kill);
      // Most of the time of a phase passes between its events.
      else setTimeout(kill, killAfterMs);
    }
  } finally {
    kill();
    watching.abort();
  }
  const [code, signal] = await exited;
  if (!opened || killed === undefined) throw new Error(`ended by itself with ${code ?? signal}: ${errors}`);
  return { opened, synced, acknowledged, resumed, killed };
}

function writeConfig(folder: string): string {
  const { file } = testConfig(folder, []);
  const settings = {
    data_dir: 'data',
    log_level: 'error',
    rate_limit: { per_minute: 1_000_000, burst: 1_000_000 },
    build: { memory_mb: 512 },
    sources: [{ id: 'app', connector: 'scripted', settings: { script: 'app' } }],
  };
  fs.writeFileSync(file, JSON.stringify(settings));
  return file;
}

describe('kill -9', () => {
  const seed = testSeed();
  // Enough for both deployments together to die in each phase.
  const kills = isLong ? 40 : 2;

  it.concurrent.each([0, 1])(
    `${kills} times at random points loses nothing that was published (deployment %i)`,
    async deployment => {
      console.log(`deployment ${deployment}: repeat it with ROLECALL_TEST_SEED=${seed}`);
      const random = createRandom(seed + deployment);
      const folder = temporaryFolder();
      const configFile = writeConfig(folder);
      let last = { version: 0, generation: -1 };
      const deaths: string[] = [];
      let allResumed = 0;
      for (let life = 0; life <= kills; life += 1) {
        const phase = phases[(life + Math.floor(life / 2) + 2 * deployment) % phases.length]!;
        const death = life < kills ? { phase, duringRepair: life % 2 === 1 } : undefined;
        const { opened, synced, acknowledged, resumed, killed } = await live(configFile, death, random);
        const at = `life ${life} of deployment ${deployment}, after kills ${deaths.slice(-2).join(', ')}`;
        expect(opened.problems, at).toEqual([]);
        expect(opened.version, at).toBeGreaterThanOrEqual(last.version);
        expect(opened.generation, at).toBeGreaterThanOrEqual(last.generation);
        if (synced) {
          const whole = { problems: [], build: 'Published', buildError: null, unended: 0, leftovers: [] };
          expect(synced, at).toMatchObject(whole);
          expect(synced.version, at).toBeGreaterThan(opened.version);
          expect(synced.generation, at).toBeGreaterThanOrEqual(opened.generation);
        } else expect(death?.duringRepair, at).toBe(true);
        last = {
          version: Math.max(opened.version, acknowledged),
          generation: Math.max(opened.generation, synced?.generation ?? -1),
        };
        deaths.push(killed);
        allResumed += resumed;
      }
      console.log(`deployment ${deployment}: ${allResumed} reads were resumed`);
      fs.rmSync(folder, { recursive: true, force: true });
    },
    600_000,
  );
});

/** Everything that is served, without the times of reads and builds, which violations of risk rules have too. */
async function servedBy(test: TestService): Promise<string> {
  const lists = [];
  for (const { collection } of collections) lists.push(await test.everyItem(`${collection.path}?pageSize=200`));
  return JSON.stringify(lists, (name, value) =>
    /^(generatedTime|detectedAt|lastObservedAt)$/i.test(name) ? undefined : value,
  );
}

describe('one data directory', () => {
  it('is refused to a second process, which does not harm it', async () => {
    const test = await startService({ sources: { app: everyType(5) } });
    try {
      await test.sync();
      const before = await servedBy(test);
      const otherConfig = path.join(test.folder, 'other.yaml');
      fs.writeFileSync(otherConfig, 'data_dir: data\n');
      const cli = path.join(import.meta.dirname, '../../src/cli/main.ts');
      const second = spawnSync(process.execPath, [cli, '--config', otherConfig, 'jobs'], { encoding: 'utf8' });
      expect(second).toMatchObject({ status: 1, stdout: '' });
      expect(second.stderr).toMatch(/^rolecall: .*data\/tenants is open in another process\. Stop that process first/);
      expect((await test.sync()).build).toMatchObject({ status: 'Published', version: 2 });
      expect(await servedBy(test)).toBe(before);
    } finally {
      await test.close();
    }
  });
});

describe.skipIf(postgresMissing)(
  `state on PostgreSQL${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`,
  () => {
    it('gives the same answers as the embedded state', async () => {
      const server = await startPostgres();
      const sources = { first: everyType(7), second: everyType(3) };
      const embedded = await startService({ sources });
      const remote = await startService({ sources, settings: { database_url: await server.createDatabase() } });
      try {
        for (const test of [embedded, remote]) {
          const { runs, build } = await test.sync();
          expect(runs.map(run => run.status)).toEqual(['Landed', 'Landed']);
          expect(build).toMatchObject({ status: 'Published', error: null });
        }
        expect(await servedBy(remote)).toBe(await servedBy(embedded));
      } finally {
        await embedded.close();
        await remote.close();
        await server.stop();
      }
    });
  },
);
