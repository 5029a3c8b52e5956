// The enrichment of a version: how long it takes beyond writing the tables, in how much memory, and how that grows with the data.
import fs from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import type { LandedType } from '../data/enrichment-data.ts';
import { megabytes, milliseconds, percentile, seconds, times } from '../table.ts';

const secondsAtMost = 60;
const bytesAtMost = 4 * 1024 ** 3;
const growthAtMost = 12;
const graphSecondsAtMost = 10;
const lookupMsAtMost = 50;
const decisionMsAtMost = 10;
const fewestAccounts = 400;

export interface Enriched {
  /** Step → seconds. */
  readonly steps: Readonly<Record<string, number>>;
  readonly peakBytes: number;
}

export interface Counted {
  readonly seconds: number;
  readonly peakBytes: number;
  /** Accounts whose count would have taken too long. */
  readonly absent: number;
  readonly largest: number;
}

export async function measureEnrichment(bench: Bench): Promise<void> {
  const tenth = await enriched(bench, Math.max(fewestAccounts, Math.floor(bench.rows / 10)));
  const whole = await enriched(bench, bench.rows);
  const shown = Object.entries(whole.steps).map(([step, took]) => `${step} ${seconds(took)}`);
  const what = `${bench.rows} accounts, ${5 * bench.rows} assignments, ${bench.rows / 2} resources`;
  bench.report({
    what: `enrichment of ${what}: ${shown.join(', ')}`,
    ours: seconds(totalOf(whole)),
    peer: '',
    ratio: '',
    target: `≤ ${seconds(secondsAtMost)}`,
    met: totalOf(whole) <= secondsAtMost,
  });
  bench.report({
    what: 'resident memory at most during the enrichment',
    ours: megabytes(whole.peakBytes),
    peer: '',
    ratio: '',
    target: `< ${megabytes(bytesAtMost)}`,
    met: whole.peakBytes < bytesAtMost,
  });
  const growth = totalOf(whole) / totalOf(tenth);
  bench.report({
    what: 'enrichment of ten times the data',
    ours: seconds(totalOf(whole)),
    peer: `${seconds(totalOf(tenth))} for a tenth`,
    ratio: times(growth),
    target: `≤ ${times(growthAtMost)}`,
    met: growth <= growthAtMost,
  });
  await measureLookups(bench);
  await measureGraph(bench);
}

/** Milliseconds of each request. */
export interface LookupTimes {
  readonly paths: readonly number[];
  readonly holders: readonly number[];
  readonly search: readonly number[];
  readonly decisions: readonly number[];
  readonly decisionsAgain: readonly number[];
  readonly evaluations: readonly number[];
  readonly resources: readonly number[];
}

const lookupNames: Readonly<Record<keyof LookupTimes, string>> = {
  paths: 'paths from an account to an object',
  holders: 'accounts that reach a resource, first page',
  search: 'search for a name, a username, an address, a common word, a typing error',
  decisions: 'decision whether an account may read an object (AuthZEN), by global ids',
  decisionsAgain: 'the same decision again',
  evaluations: '50 decisions in one request, about other objects',
  resources: 'search for what an account may read (AuthZEN), first page',
};

async function measureLookups(bench: Bench): Promise<void> {
  const folder = path.join(bench.folder, 'looked-up');
  fs.mkdirSync(folder);
  bench.say(`looking up: landing and building ${bench.rows} accounts`);
  const landed = await run<LandedType[]>('loads/enrichment-load.ts', { make: { folder, accounts: bench.rows } });
  const samples = bench.effort(200, 5);
  const found = await run<LookupTimes>('loads/lookup-load.ts', { folder, landed, accounts: bench.rows, samples });
  fs.rmSync(folder, { recursive: true });
  for (const name of Object.keys(lookupNames) as (keyof LookupTimes)[]) {
    const allowed = name.startsWith('decisions') ? decisionMsAtMost : lookupMsAtMost;
    const [half, most] = [0.5, 0.95].map(share => percentile(found[name], share));
    bench.report({
      what: `${lookupNames[name]}, ${bench.rows} accounts, 95th percentile of ${samples}`,
      ours: `${milliseconds(most!)}, median ${milliseconds(half!)}`,
      peer: '',
      ratio: '',
      target: `≤ ${milliseconds(allowed)}`,
      met: most! <= allowed,
    });
  }
}

async function enriched(bench: Bench, accounts: number): Promise<Enriched> {
  bench.say(`enrichment: landing ${accounts} accounts and ${5 * accounts} assignments`);
  const folder = path.join(bench.folder, `enrichment-${accounts}`);
  fs.mkdirSync(folder);
  const landed = await run<LandedType[]>('loads/enrichment-load.ts', { make: { folder, accounts } });
  settleDisk();
  bench.say('enrichment: building');
  const found = await run<Enriched>('loads/enrichment-load.ts', { build: { folder, landed } });
  fs.rmSync(folder, { recursive: true });
  return found;
}

const totalOf = ({ steps }: Enriched) => Object.values(steps).reduce((sum, took) => sum + took, 0);

async function measureGraph(bench: Bench): Promise<void> {
  bench.say(`blast radii in a graph of ${bench.rows} nodes`);
  const folder = path.join(bench.folder, 'impersonation');
  const found = await run<Counted>('loads/enrichment-load.ts', { graph: { folder, nodes: bench.rows } });
  bench.report({
    what: `blast radii: ${bench.rows} nodes, ${5 * bench.rows} edges, a component of ${bench.rows / 20}; ${found.absent} absent, largest ${found.largest}`,
    ours: `${seconds(found.seconds)}, ${megabytes(found.peakBytes)}`,
    peer: '',
    ratio: '',
    target: `≤ ${seconds(graphSecondsAtMost)}, < ${megabytes(bytesAtMost)}, 0 absent`,
    met: found.seconds <= graphSecondsAtMost && found.peakBytes < bytesAtMost && found.absent === 0,
  });
}
