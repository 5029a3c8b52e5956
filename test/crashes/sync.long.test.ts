// kill -9 at random points: the last good version stays in service, the next run completes, and the crash leaves nothing behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { writeConfig } from '../support/service/crashing-config.ts';
import { isPoint, type Line, type Phase, phases, type Serving } from '../support/service/crashing-service.ts';
import { temporaryFolder } from '../support/service/service.ts';

const child = path.join(import.meta.dirname, '../support/service/crashing-service.ts');

type Synced = Extract<Line, { synced: unknown }>['synced'];

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

describe('kill -9', () => {
  const seed = testSeed();
  // Enough for both deployments together to die in each phase.
  const kills = 40;

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
