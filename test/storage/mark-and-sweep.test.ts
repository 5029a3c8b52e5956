// Publications, removals and sweeps of several processes at once, with crashes: no folder in service loses a file, and in the end
// nothing is left that nothing needs.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FolderFacts, Sharing } from '../../src/storage/storage.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/servers/faulty-proxy.ts';
import { factsOf, filesIn, treeOf, write } from '../support/servers/kept-content.ts';
import { type ObjectServer, startObjectServer } from '../support/servers/object-server.ts';
import { openTestBucket } from '../support/servers/storages.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const prefix = 'p';
const parent = 'tenants/acme/versions';
/** How many versions are published before the last sweep. */
const publications = isLong ? 400 : 15;
const longAgo = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();

interface Published {
  readonly key: string;
  readonly files: FolderFacts;
}

/** A deployment as state sees it: at most one build holds the lease, and only the sweep of its versions removes folders. */
interface Deployment {
  readonly server: ObjectServer;
  readonly proxy: FaultyProxy;
  readonly random: Random;
  inService: Published | undefined;
  /** Published and not expired, the one in service too. */
  readonly readable: Map<string, Published>;
  /** Folders that a running build may be storing. */
  readonly building: Set<string>;
}

async function process(deployment: Deployment) {
  const opened = await openTestBucket(deployment.server, {
    endpoint: deployment.proxy.url,
    prefix,
  });
  cleanups.push(() => opened.close());
  return opened;
}
type Process = Awaited<ReturnType<typeof process>>;

/** Some of a few contents, so that contents vanish and come back. */
function writeFiles(folder: string, random: Random): string {
  for (let file = 0; file < 8; file += 1) {
    const kind = random.below(3);
    if (kind < 2) write(folder, `part-${file}`, `content ${file} ${random.below(3)}`);
  }
  return write(folder, 'manifest.json', randomUUID()).replace(/\/manifest\.json$/, '');
}

/** @param isZombie another process has taken over the lease, so the folder is never published */
async function build(deployment: Deployment, opened: Process, isZombie: boolean): Promise<void> {
  const { random, building, readable } = deployment;
  const previous: Sharing['previous'] = deployment.inService;
  const key = `${parent}/${randomUUID()}`;
  const folder = writeFiles(`${opened.scratch}/${randomUUID()}`, random);
  const files = filesIn(folder);
  building.add(key);
  const stopping = new AbortController();
  const crashing = random.below(3) === 0 ? setTimeout(() => stopping.abort(new Error('crashed')), random.below(60)) : 0;
  try {
    await opened.storage.keepFolder(key, folder, stopping.signal, { files, previous });
    if (isZombie) return;
    deployment.inService = { key, files };
    readable.set(key, deployment.inService);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    clearTimeout(crashing);
    building.delete(key);
  }
}

/** As pipelines/sweep.ts: folders are listed before state is read. */
async function sweep(deployment: Deployment, opened: Process): Promise<void> {
  const { random, readable, building } = deployment;
  for (const key of readable.keys())
    if (key !== deployment.inService?.key && random.below(2) === 0) readable.delete(key);
  const there = await opened.storage.list(parent);
  const kept = new Set([...readable.keys(), ...building]);
  for (const name of there) if (!kept.has(`${parent}/${name}`)) await opened.storage.remove(`${parent}/${name}`);
}

/** Make everything a day older, except what a running build has written. */
async function removeUnfinished({ server, building }: Deployment, opened: Process): Promise<void> {
  if (building.size === 0) for (const object of server.store.objects.values()) object.modified = longAgo;
  await opened.storage.sweepUnfinished();
}

const objectsOf = ({ server }: Deployment) =>
  [...server.store.objects.values()].filter(({ key }) => key.startsWith(`${prefix}/`));

/** The objects that the folders' indexes name, and the indexes. @throws when one of them is not there or differs */
function needed(deployment: Deployment): Set<string> {
  const { objects } = deployment.server.store;
  const found = new Set<string>();
  for (const { key, files } of deployment.readable.values()) {
    const index = `${prefix}/${key}/.index.json`;
    found.add(index);
    const listed = JSON.parse(readFileSync(objects.get(index)!.file, 'utf8')).files;
    expect(Object.keys(listed).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const [file, { sha256, attempt }] of Object.entries<{ sha256: string; attempt: string }>(listed)) {
      const name = `${prefix}/.files/${parent}/${sha256}.${attempt}`;
      expect(factsOf(readFileSync(objects.get(name)!.file))).toEqual(files[file]);
      found.add(name);
    }
  }
  return found;
}

describe('any order of publications, removals, sweeps and crashes', () => {
  it(
    'loses no file of a published folder, and leaves nothing in the end',
    async () => {
      const seed = testSeed();
      const random = createRandom(seed);
      const server = await startObjectServer();
      cleanups.push(() => server.stop());
      const proxy = await startFaultyProxy(server.url);
      cleanups.push(() => proxy.stop());
      const deployment: Deployment = {
        ...{ server, proxy, random, inService: undefined },
        ...{ readable: new Map(), building: new Set() },
      };
      const [builder, zombie, sweeper, other] = await Promise.all([1, 2, 3, 4].map(() => process(deployment)));
      for (let delayMs = 1; delayMs <= 9; delayMs += 4)
        proxy.inject({ kind: 'delay', delayMs, on: () => random.below(6) === 0, times: Infinity });
      let published = 0;
      const untilEnough = async (work: () => Promise<void>) => {
        while (published < publications) await work();
      };
      await Promise.all([
        untilEnough(async () => {
          const previous = deployment.inService;
          await build(deployment, builder!, false);
          needed(deployment);
          if (deployment.inService !== previous) published += 1;
        }),
        untilEnough(() => build(deployment, zombie!, true)),
        untilEnough(() => sweep(deployment, sweeper!)),
        untilEnough(() => sweep(deployment, other!)),
        untilEnough(() => removeUnfinished(deployment, other!)),
      ]).catch(error => {
        // The others end too, and not only at the end of the test.
        published = publications;
        throw new Error(`seed ${seed}`, { cause: error });
      });
      // What the crashed ones have left is found by the next sweep.
      await sweep(deployment, sweeper!);
      await removeUnfinished(deployment, sweeper!);
      const left = needed(deployment);
      expect(new Set(objectsOf(deployment).map(({ key }) => key)), `seed ${seed}`).toEqual(left);
      const reader = await process(deployment);
      for (const { key, files } of deployment.readable.values()) {
        using borrowed = await reader.storage.borrowFolder(key);
        expect(Object.keys(treeOf(borrowed.path)).toSorted()).toEqual(Object.keys(files).toSorted());
      }
    },
    isLong ? 600_000 : undefined,
  );
});
