// A build that keeps what no change can have reached makes the same version as one that computes everything.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildVersion } from '../../src/warehouse/building/build.ts';
import type { BuildOutcome } from '../../src/warehouse/building/build-options.ts';
import type { Acceptance } from '../../src/warehouse/building/risks/find-risks.ts';
import type { LocalChain } from '../../src/warehouse/landing/landed.ts';
import { compareTables, type Difference } from '../../src/warehouse/version/compare.ts';
import { readManifest } from '../../src/warehouse/version/manifest.ts';
import { openVersion } from '../../src/warehouse/version/version.ts';
import { buildOptions } from '../support/islands/build-options.ts';
import { differences } from '../support/islands/compare.ts';
import { landingOfTests } from '../support/islands/landed.ts';
import { openOrganisations } from '../support/islands/organisations.ts';
import { openWorld, type WorldSource } from '../support/islands/world.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, testSeed } from '../support/random.ts';

const sequences = Number(process.env['ROLECALL_TEST_SEQUENCES'] ?? 1_000);
/** How many sequences, each of an organisation of its own, are checked by the same builds. */
const organisations = Number(process.env['ROLECALL_TEST_ORGANISATIONS'] ?? (isLong ? 20 : 1));
const mostShortSequences = 10;
const versions = Number(process.env['ROLECALL_TEST_VERSIONS'] ?? (isLong ? 10 : 4));
const day = 86_400_000;

const { folder, landing } = landingOfTests('islands');

const seed = testSeed();
const unchanged = { versions: 0, instances: 0 };
if (isLong) {
  for (let first = seed; first < seed + sequences; first += organisations) {
    const last = first + organisations - 1;
    it(`sequences ${first} to ${last}`, { timeout: 1_800_000 }, () => runSequences(first));
  }
  it('some versions keep instances', () => {
    expect(unchanged.instances).toBeGreaterThan(0);
    console.info(`${unchanged.versions} versions, ${unchanged.instances} instances unchanged`);
  });
} else {
  // After few changes, it is possible that nothing could be kept.
  it(`sequences from ${seed} on, until a version keeps instances`, { timeout: 600_000 }, async () => {
    for (let own = seed; unchanged.instances === 0; own++) {
      expect(own - seed).toBeLessThan(mostShortSequences);
      await runSequences(own);
    }
  });
}

/** A chain after a read that found no difference. */
function confirmed(chain: LocalChain, at: number): LocalChain {
  const newest = chain.runs.at(-1)!;
  const unchanged = {
    ...newest,
    endedAt: new Date(at),
    paths: [],
    removedPaths: [],
    read: { ...newest.read, rows: 0 },
  };
  return { ...chain, runs: [...chain.runs, unchanged] };
}

interface Both {
  readonly part: string | undefined;
  readonly full: string | undefined;
}

/** Run the sequences of some organisations. @param own the seed of the first */
async function runSequences(own: number): Promise<void> {
  const random = createRandom(own);
  const world = openOrganisations(own, organisations, openWorld);
  // Few rows lie in the DuckDB file, many in Parquet files of their own.
  const partRows = random.of([4, 20, 2_000]);
  const lookupRows = random.of([4, 50, 2_000]);
  const isOwn = random.below(2) === 0;
  // Some builds keep the tables of the steps for the next one, with and without instances that are not computed.
  const isWorking = random.below(3) > 0;
  const fewestUnchangedRows = isWorking ? random.of([1, 1_000_000]) : 1;
  const chains = new Map<string, readonly LocalChain[]>();
  let now = Date.parse('2026-11-01T00:00:00Z');
  const land = async (source: WorldSource) => {
    // Some reads are landed whole, as if too much differed from what was landed before.
    const over = random.below(3) > 0 ? chains.get(source.sourceId) : undefined;
    chains.set(source.sourceId, await landing().land({ ...source, at: new Date(now) }, over));
  };
  for (const source of world.sources()) await land(source);
  const acceptances: Acceptance[] = [];
  let before: Both = { part: undefined, full: undefined };
  const story: string[] = [];
  for (let version = 1; version <= versions; version++) {
    if (version > 1) {
      const { what, sources } = world.change();
      story.push(what);
      for (const source of sources) await land(source);
      // Other sources are read too, without any difference.
      for (const [sourceId, known] of chains) {
        const isUnchanged = sources.every(source => source.sourceId !== sourceId);
        if (isUnchanged && random.below(2) === 0)
          chains.set(
            sourceId,
            known.map(chain => confirmed(chain, now)),
          );
      }
    }
    now += random.of([60_000, 3_600_000, day, 20 * day]);
    const at = {
      version,
      ...{ partRows, lookupRows, fewestUnchangedRows },
      // The database that stays in the process does not spill.
      memoryBytes: organisations > 1 ? 2 ** 31 : 2 ** 30,
      // Some builds are made in the database that stays in the process, the others in one of their own.
      ...((isOwn || isWorking) && { mostStandingRows: 0 }),
      ...(isWorking && { workingFolder: path.join(folder, `${own}-working`) }),
      acceptances: [...acceptances],
      generatedAt: new Date(now),
      sources: world.sources(),
      chains: [...chains.values()].flat(),
    };
    const part = await build(`${own}-${version}-part`, before.part, at, false);
    // The first version keeps nothing.
    const full = version === 1 ? part : await build(`${own}-${version}-full`, before.full, at, true);
    expect(full.folder, JSON.stringify(full.findings)).toBeDefined();
    expect(part.found, story.join('; ')).toEqual(full.found);
    expect(part.findings, story.join('; ')).toEqual(full.findings);
    if (part !== full) expect(await differences(part.folder!, full.folder!), story.join('; ')).toEqual([]);
    if (version === versions) expect(await comparedByDoctor(part.folder!, full.folder!)).toEqual([]);
    expect(full.unchangedInstances.size).toBe(0);
    unchanged.versions += 1;
    unchanged.instances += part.unchangedInstances.size;
    if (before.part !== undefined) expectShared(before.part, part.folder!, part.unchangedInstances);
    for (const old of new Set([before.part, before.full])) if (old !== undefined) fs.rmSync(old, { recursive: true });
    before = { part: part.folder, full: full.folder };
    if (version === versions) fs.rmSync(path.join(folder, `${own}-working`), { recursive: true, force: true });
    const violations = await violationsOf(part.folder!);
    if (violations.length > 0 && random.below(3) === 0) {
      const until = new Date(now + random.of([1, 3, 40]) * day);
      acceptances.push({ violation: random.of(violations), reason: 'It is known.', until });
    }
  }
}

/** The accounts of an instance that is kept are not written again, unless other instances have more and so take its place among the parts. */
function expectShared(previous: string, folder: string, instances: ReadonlySet<string>): void {
  for (const instance of instances) {
    const [before, now] = [previous, folder].map(version =>
      path.join(version, 'tables/Account', `${instance}.base.parquet`),
    );
    if ([before, now].every(file => fs.existsSync(file!))) expect(fs.statSync(now!).ino).toBe(fs.statSync(before!).ino);
  }
}

/** What the command `doctor --rebuild` says about two versions. */
function comparedByDoctor(first: string, second: string): Promise<Difference[]> {
  return compareTables(first, second, { folder, threads: 1, memoryBytes: 2 ** 30 });
}

/** The global ids of the violations of a version. */
async function violationsOf(folder: string): Promise<string[]> {
  const version = await openVersion(folder);
  try {
    const rows = version.manifest.collections['risk-violations']!.rows;
    if (rows === 0) return [];
    const frame = { before: Buffer.from('['), after: Buffer.from(']'), allocate: Buffer.allocUnsafe };
    const page = await version.collection('risk-violations').page(0, rows, undefined).text(frame);
    return (JSON.parse(page.toString()) as { globalId: string }[]).map(({ globalId }) => globalId);
  } finally {
    version.close();
  }
}

interface At {
  readonly mostStandingRows?: number;
  readonly workingFolder?: string;
  readonly fewestUnchangedRows: number;
  readonly memoryBytes: number;
  readonly partRows: number;
  readonly lookupRows: number;
  readonly acceptances: readonly Acceptance[];
  readonly version: number;
  readonly generatedAt: Date;
  readonly sources: readonly WorldSource[];
  readonly chains: readonly LocalChain[];
}

async function build(name: string, previous: string | undefined, at: At, isFull: boolean): Promise<BuildOutcome> {
  const { sources, chains, mostStandingRows, workingFolder, ...others } = at;
  const options = {
    ...others,
    ...(!isFull && mostStandingRows !== undefined && { mostStandingRows }),
    ...(!isFull && workingFolder !== undefined && { workingFolder }),
  };
  return buildVersion(
    buildOptions(path.join(folder, name), sources, chains, {
      ...{ ...options, isFull },
      ...(previous !== undefined && { previous, current: readManifest(previous) }),
    }),
  );
}
