// Disks that are full or read-only: the error names the folder and what to do, and nothing incomplete stays behind.
// The disks are small tmpfs mounts, which only root may make.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../src/storage/open-storage.ts';
import { StorageFault } from '../../src/storage/storage.ts';
import { content, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';
import { startObjectServer } from '../support/servers/object-server.ts';
import { openTestBucket, temporaryFolder } from '../support/servers/storages.ts';

const mount = (folder: string, options: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
const unmount = (folder: string) => execFileSync('umount', [folder], { stdio: 'pipe' });

function canMount(): boolean {
  const folder = temporaryFolder();
  try {
    mount(folder, 'size=1m');
    unmount(folder);
    return true;
  } catch (error) {
    console.log(`skipped: a tmpfs cannot be mounted here: ${(error as Error).message}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let root: string;
let disk: string;
beforeEach(() => {
  root = temporaryFolder();
  disk = path.join(root, 'disk');
  mkdirSync(disk);
});
afterEach(() => rmSync(root, { recursive: true }));

it('says that a storage folder is a file', async () => {
  const storage = await openStorage({ folder: write(root, 'file', '') }, { onWarning: () => {} });
  await expect(storage.check()).rejects.toThrow(
    /file cannot be used: it, or what lies above it, is a file; name a folder/,
  );
  await expect(storage.keepFile('a/b', write(root, 'made', 'x'))).rejects.toThrow(StorageFault);
  expect(existsSync(path.join(root, 'made'))).toBe(true);
});

describe.runIf(canMount())('a disk', () => {
  afterEach(() => unmount(disk));

  it('that is full stores nothing, and the local files stay', async () => {
    mount(disk, 'size=4m');
    const storage = await openStorage({ folder: disk }, { onWarning: () => {} });
    const folder = writeVersion(path.join(root, 'version'), { largeBytes: 6_000_000 });
    const tree = treeOf(folder);
    const wanted = storage.keepFolder('versions/1', folder);
    await expect(wanted).rejects.toThrow(/disk cannot be used: its disk is full; make space \(ENOSPC\)/);
    await expect(wanted).rejects.toMatchObject({ transient: true });
    const file = write(root, 'made', content(6_000_000));
    await expect(storage.keepFile('versions/file', file)).rejects.toThrow(StorageFault);
    expect(readdirSync(path.join(disk, 'versions'))).toEqual([]);
    expect(treeOf(folder)).toEqual(tree);
    expect(existsSync(file)).toBe(true);
    await storage.check();
  });

  it('that is mounted read-only is reported as such', async () => {
    mount(disk, 'size=4m,ro');
    const storage = await openStorage({ folder: disk }, { onWarning: () => {} });
    await expect(storage.check()).rejects.toThrow(/it is mounted read-only; mount it so that it can be written/);
  });

  it('of a cache that is full fails a download; the error names it, and nothing is left', async () => {
    mount(disk, 'size=4m');
    const server = await startObjectServer();
    const first = await openTestBucket(server, { prefix: 'full' });
    await first.storage.keepFile('large', write(root, 'large', content(6_000_000)));
    await first.storage.keepFile('small', write(root, 'small', 'small'));
    const second = await openTestBucket(server, { prefix: 'full', cacheFolder: path.join(disk, 'cache') });
    await expect(second.storage.borrowFile('large')).rejects.toThrow(
      /the disk that holds .* is full; make space, or lower/,
    );
    expect(readdirSync(second.cacheFolder)).toEqual([]);
    using borrowed = await second.storage.borrowFile('small');
    expect(readFileSync(borrowed.path, 'utf8')).toBe('small');
    await second.close();
    await first.close();
    await server.stop();
  });
});
