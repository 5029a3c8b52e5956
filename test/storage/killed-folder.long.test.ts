// A process that is killed at any moment while it stores a folder leaves the whole folder or nothing visible.
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../src/storage/open-storage.ts';
import { StorageMissing } from '../../src/storage/storage.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { content, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';
import { key, kill, startKeeping, workFolder } from './killed-keeping.ts';

describe('a folder', () => {
  it('is either stored whole or still at its old place, whenever the process is killed', async () => {
    const seed = testSeed();
    const random = createRandom(seed);
    const root = workFolder();
    for (let round = 0; round < 8; round += 1) {
      const kept = path.join(root, `kept-${round}`);
      const folder = writeVersion(path.join(root, `made-${round}`), { seed: round, largeBytes: 5_000_000 });
      const tree = treeOf(folder);
      const keeping = await startKeeping({ folder: kept }, folder);
      const killedAfterMs = random.below(40);
      await Promise.race([keeping.ended, new Promise(resolve => setTimeout(resolve, killedAfterMs))]);
      await kill(keeping);
      const storage = await openStorage({ folder: kept }, { onWarning: () => {} });
      const what = `seed ${seed}, round ${round}, killed after ${killedAfterMs} ms`;
      const listed = await storage.list('tenants/acme/versions');
      if (listed.length > 0 || keeping.printed().includes('kept')) {
        using borrowed = await storage.borrowFolder(key);
        expect(treeOf(borrowed.path), what).toEqual(tree);
        expect(existsSync(folder), what).toBe(false);
      } else {
        expect(treeOf(folder), what).toEqual(tree);
        await expect(storage.borrowFolder(key), what).rejects.toThrow(StorageMissing);
        await storage.keepFolder(key, folder);
      }
    }
  });

  // A folder on another device has to be copied.
  const elsewhere = ['/dev/shm', '/tmp'].find(
    each => existsSync(each) && statSync(each).dev !== statSync(tmpdir()).dev,
  );
  it.runIf(elsewhere)('is not visible while it is copied from another device', async () => {
    const kept = workFolder();
    const folder = workFolder(mkdtempSync(`${elsewhere}/rolecall-storage-`));
    write(folder, 'warehouse.duckdb', content(200_000_000));
    write(folder, 'manifest.json', '{}');
    const versions = path.join(kept, path.dirname(key));
    const keeping = await startKeeping({ folder: kept }, folder);
    await expect
      .poll(() => existsSync(versions) && readdirSync(versions).length, { interval: 1, timeout: 20_000 })
      .toBe(1);
    await kill(keeping);
    expect(keeping.printed()).toBe('begins\n');
    expect(readdirSync(versions)).toEqual([expect.stringMatching(/^\.unfinished-/)]);
    const storage = await openStorage({ folder: kept }, { onWarning: () => {} });
    expect(await storage.list('tenants/acme/versions')).toEqual([]);
    await expect(storage.borrowFolder(key)).rejects.toThrow(StorageMissing);
    expect(await storage.sweepUnfinished()).toBe(0);
    expect(await storage.sweepUnfinished(-1000)).toBe(1);
    const tree = treeOf(folder);
    await storage.keepFolder(key, folder);
    using borrowed = await storage.borrowFolder(key);
    expect(treeOf(borrowed.path)).toEqual(tree);
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(versions)).toHaveLength(1);
  });
});
