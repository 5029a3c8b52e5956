// A full disk: the error names it, the last good version stays in service, nothing incomplete stays behind, and once there is space
// again the next sync publishes. The disk is a small tmpfs, which only root may mount.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportsAs } from '../support/exports.ts';
import { isLong } from '../support/long-tests.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { account } from './resources.ts';

const mebibyte = 1024 ** 2;
const diskBytes = 256 * mebibyte;
const cannotMount = reasonNotToMount();

function reasonNotToMount(): string | undefined {
  const folder = temporaryFolder();
  try {
    mount(folder);
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `a tmpfs cannot be mounted here: ${(error as Error).message.split('\n').at(-1)}`;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { stdio: 'pipe' });
}

if (cannotMount) console.log(`skipped: ${cannotMount}`);

let folder: string;
let work: string;
let test: TestService;

const ballast = () => path.join(work, 'ballast');

/** Fill the disk, except for `left` bytes. */
function fill(left: number): void {
  const { bavail, bsize } = fs.statfsSync(work);
  fs.writeFileSync(ballast(), Buffer.alloc(bavail * bsize - left));
}

const makeSpace = () => fs.rmSync(ballast());

/** More than the space that a thousand small accounts take while they land. */
const landedBytes = 1.2 * mebibyte;

function bytesIn(folder: string): number {
  const files = fs.globSync('**/*', { cwd: folder, withFileTypes: true }).filter(entry => entry.isFile());
  const sizeOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return files.reduce((sum, { parentPath, name }) => sum + sizeOf(path.join(parentPath, name)), 0);
}

const accounts = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...sampleRecord(account, index), ...more }));

/** Files that may exist only while a build or a landing runs. */
const unfinished = () =>
  fs.globSync('{builds,landing,exports}/*', { cwd: test.service.tenant().context.workspace.folder });

const isFull = () =>
  expect.stringContaining(`the disk that holds ${test.service.tenant().context.workspace.folder} is full`);

async function expectServed(count: number): Promise<void> {
  expect(unfinished()).toEqual([]);
  expect(await test.everyItem('/v1/accounts?pageSize=200')).toHaveLength(count);
}

describe.skipIf(cannotMount)(`a full disk${cannotMount ? ` (skipped: ${cannotMount})` : ''}`, () => {
  beforeAll(async () => {
    folder = temporaryFolder();
    work = path.join(folder, 'data/work');
    fs.mkdirSync(work, { recursive: true });
    mount(work);
    test = await startService({ folder, sources: { app: { Account: pagesOf(accounts(1000)) } }, batchBytes: mebibyte });
    expect((await test.sync()).build).toMatchObject({ status: 'Published', version: 1 });
  });
  afterAll(async () => {
    await test?.close();
    // Lazily: the kernel may release the files of a process a moment after the process has ended.
    execFileSync('umount', ['--lazy', work]);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it.each(isLong ? [0.1, 0.4, 0.8] : [0.4])('during a build, with %d of the needed space', async part => {
    const { number: before, folder: former } = test.service.tenant().catalogue.current()!;
    const count = (await test.everyItem('/v1/accounts?pageSize=200')).length;
    test.scripts.set('app', { Account: pagesOf(accounts(count + 10)) });
    fill(part * bytesIn(former) + landedBytes);
    const { runs, build } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
    expect(build).toMatchObject({ status: 'Failed', error: isFull() });
    expect((await test.get('/readyz')).body).toMatchObject({ status: 'ready', versions: [{ version: before }] });
    await expectServed(count);

    makeSpace();
    expect((await test.sync()).build).toMatchObject({ status: 'Published' });
    await expectServed(count + 10);
  });

  it.each(isLong ? [0.1, 1, 1.8] : [1])('during landing, with %d MiB left', async left => {
    const count = (await test.everyItem('/v1/accounts?pageSize=200')).length;
    const wide = { Account: pagesOf(accounts(count + 10, { title: 'x'.repeat(5000) })) };
    test.scripts.set('app', wide);
    fill(left * mebibyte);
    const { runs, build } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Failed', error: isFull() }]);
    expect(build).toBeUndefined();
    await expectServed(count);

    makeSpace();
    expect((await test.sync()).build).toMatchObject({ status: 'Published' });
    await expectServed(count + 10);
  });

  it('during an export, which fails with a code and leaves nothing', async () => {
    const context = 'accessInventoryAccounts';
    const exporting = exportsAs(test, await test.token());
    const whole = (await exporting.stream(context)).bytes;
    fill(whole.length / 2);
    const { id } = (await exporting.create(context)).body;
    const failed = { id, status: 'failed', error: { code: 'DISK_FULL', message: expect.any(String) } };
    expect(await exporting.ended(id)).toEqual(failed);
    expect(await test.service.storage.list(test.service.tenant().keys.exported(id))).toEqual([]);

    makeSpace();
    expect((await exporting.file(context)).equals(whole)).toBe(true);
  });
});
