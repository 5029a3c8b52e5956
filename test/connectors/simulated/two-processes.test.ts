// Processes that change one file at once, and are killed meanwhile: nothing is lost, nothing is half done.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { simulated } from '../../../connectors/simulated/index.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, testSeed } from '../../support/random.ts';
import { type Application, makeApplication, recordsOf, withClient } from './application.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
let application: Application;
let children: ChildProcess[];
beforeEach(() => {
  application = makeApplication();
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  application.remove();
});

/** A process that creates groups `<name>-0`, `<name>-1` … until it is killed, and prints each name when its change is confirmed. */
function startWriter(name: string, groups: number) {
  const child = spawn(process.execPath, [writer, application.folder, name, String(groups)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const confirmed: string[] = [];
  const lines = createInterface(child.stdout!);
  lines.on('line', line => confirmed.push(line));
  return { child, lines, confirmed, ended: once(child, 'close') };
}

const groupNames = async () => (await recordsOf(application, 'UserGroup')).map(({ name }) => name);

it('all of their changes are there', async () => {
  const writers = ['left', 'right'].map(name => startWriter(name, 40));
  await Promise.all(writers.map(({ ended }) => ended));
  expect(writers.map(({ child }) => child.exitCode)).toEqual([0, 0]);
  const names = await groupNames();
  expect(new Set(names).size).toBe(names.length);
  const wanted = ['left', 'right'].flatMap(name => Array.from({ length: 40 }, (_, index) => `${name}-${index}`));
  expect(names.filter(name => /^(left|right)-/.test(String(name))).sort()).toEqual(wanted.sort());
});

it('what a killed one has confirmed is there, and the others go on', async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const all: string[] = [];
  for (let round = 0; round < (isLong ? 50 : 3); round += 1) {
    const killed = startWriter(`killed-${round}`, 1_000_000);
    const other = startWriter(`other-${round}`, 10);
    const enough = 1 + random.below(8);
    for await (const _ of killed.lines) if (killed.confirmed.length >= enough) break;
    killed.child.kill('SIGKILL');
    await Promise.all([killed.ended, other.ended]);
    expect(other.confirmed, `seed ${seed}`).toHaveLength(10);
    all.push(...killed.confirmed, ...other.confirmed);
  }
  expect(await withClient(application, client => simulated.check(client))).toEqual([]);
  const names = await groupNames();
  expect(
    all.filter(name => !names.includes(name)),
    `seed ${seed}`,
  ).toEqual([]);
});
