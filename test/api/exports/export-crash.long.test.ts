// Crashes while an export is written: an incomplete file is never reported as completed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kept } from '../../../src/exports/export-process.ts';
import { type ExportRecord, findExport } from '../../../src/state/exports.ts';
import { forgetDamage } from '../../../src/warehouse/version/damage.ts';
import { account } from '../../flows/resources.ts';
import { type Exporting, exportsAs, pollMs } from '../../support/exports.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../../support/service/service.ts';

const context = 'accessInventoryAccounts';
/** Enough that writing takes a moment and that no socket buffer holds the whole export. */
const accountCount = 30_000;
const script: Script = {
  Account: pagesOf(
    Array.from({ length: accountCount }, (_, index) => ({ ...sampleRecord(account, index), title: 'x'.repeat(500) })),
    1000,
  ),
};

const folder = temporaryFolder();
const exportingService = path.join(import.meta.dirname, '../../support/service/exporting-service.ts');
let test: TestService;
let exporting: Exporting;
let whole: Buffer;

async function open(): Promise<void> {
  test = await startService({ folder, sources: { app: script } });
  exporting = exportsAs(test, await test.token());
}

beforeAll(async () => {
  await open();
  await test.sync();
  whole = (await exporting.stream(context)).bytes;
  expect(whole.length).toBeGreaterThan(15_000_000);
});
afterAll(async () => {
  await test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Processes of this service that write exports. */
function exportProcesses(): number[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const [, parent] = /^PPid:\s+(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))!;
        const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return Number(parent) === process.pid && command.includes('src/exports/export-process.ts');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Whether a process has its working directory in the folder. */
function isUsed(place: string): boolean {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .some(pid => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(place);
      } catch {
        return false;
      }
    });
}

/** Files that are being written now. */
const unfinished = () => fs.globSync('work/exports/*', { cwd: path.join(folder, 'data') });
const served = () => fs.globSync('tenants/main/exports/*/*', { cwd: path.join(folder, 'data') });

const longestWaitMs = 60_000;

async function until(condition: () => boolean): Promise<void> {
  const began = performance.now();
  while (!condition()) {
    if (performance.now() - began > longestWaitMs)
      throw new Error(`not within ${longestWaitMs / 1000} s: ${condition}`);
    await setImmediate();
  }
}

/** The export may also be finished already, if this process did not run in between. */
const untilWriting = (id: string) => until(() => [...unfinished(), ...served()].some(file => file.includes(id)));

/** The headers of a DuckDB file. Only they are needed to open it. */
const headerBytes = 3 * 4096;

/** Run with a file whose blocks do not match their checksums. */
async function whileDamaged<Result>(file: string, sound: Buffer, run: () => Promise<Result>): Promise<Result> {
  const damaged = Buffer.from(sound).fill(0xa5, headerBytes);
  const descriptor = fs.openSync(file, 'r+');
  try {
    fs.writeSync(descriptor, damaged, 0, damaged.length, 0);
    return await run();
  } finally {
    fs.writeSync(descriptor, sound, 0, sound.length, 0);
    fs.closeSync(descriptor);
    // By itself, the service looks again after a minute.
    forgetDamage(path.dirname(file));
  }
}

describe('the process that writes', () => {
  it('is killed: the export fails and leaves no file, and the next one is complete', async () => {
    let failed = 0;
    for (let attempt = 0; attempt < 10 && failed === 0; attempt += 1) {
      const { id } = (await exporting.create(context)).body;
      await untilWriting(id);
      for (const pid of exportProcesses()) process.kill(pid, 'SIGKILL');
      const ended = await exporting.ended(id);
      // The export may have been completed before the kill.
      if (ended.status === 'completed') continue;
      failed += 1;
      expect(ended).toEqual({
        id,
        status: 'failed',
        error: { code: 'EXPORT_INTERRUPTED', message: expect.any(String) },
      });
      expect(served().filter(file => file.includes(id))).toEqual([]);
      expect((await test.get(`/v1/downloads/${id}/manifest`)).status).toBe(404);
    }
    expect(failed).toBe(1);
    expect((await exporting.file(context)).equals(whole)).toBe(true);
  });

  it('ends when DuckDB fails in it, so that the failure reaches no other export', async () => {
    const file = path.join(test.service.tenant().catalogue.current()!.folder, 'warehouse.duckdb');
    const sound = fs.readFileSync(file);
    // A new process opens the version and reads few blocks of it. The service may not have seen yet that the former one was killed.
    for (const pid of exportProcesses()) process.kill(pid, 'SIGKILL');
    while ((await exporting.stream('accessInventoryRolesV2')).status !== 200);
    const before = exportProcesses();
    const failed = await whileDamaged(file, sound, async () =>
      exporting.ended((await exporting.create(context)).body.id),
    );
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'EXPORT_FAILED' } });
    await until(() => before.some(pid => !exportProcesses().includes(pid)));
    expect((await exporting.file(context)).equals(whole)).toBe(true);
  });

  it('ends when the client of a stream disconnects', async () => {
    const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }));
    const token = await test.token();
    const body = JSON.stringify({ context });
    const before = exportProcesses();
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /v1/downloads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAccept: text/csv\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK/);
    socket.destroy();
    await until(() => before.some(pid => !exportProcesses().includes(pid)));
    expect((await exporting.stream(context)).bytes.equals(whole)).toBe(true);
  });
});

describe('the service', () => {
  /** An export of any client, after it was completed or has failed. */
  async function ended(id: string): Promise<ExportRecord> {
    for (;;) {
      const download = (await findExport(test.service.database, id))!;
      if (download.status !== 'accepted') return download;
      await pause(pollMs);
    }
  }

  /** Starts another process that requests an export, and kills it while it writes the file. */
  async function killedWhileExporting(): Promise<string> {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', exportingService, test.config.file],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(child, 'exit');
    const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string);
    const id = await Promise.race([line, exited.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))]);
    await untilWriting(id);
    child.kill('SIGKILL');
    await exited;
    await until(() => !isUsed(path.join(folder, 'data')));
    // Try again when the kill came too late.
    return served().some(file => file.includes(id)) ? killedWhileExporting() : id;
  }

  it('is killed: the export is complete after the next start', async () => {
    const { file } = test.config;
    const sources = [{ id: 'app', connector: 'scripted', settings: { script: 'app' } }];
    fs.writeFileSync(file, JSON.stringify({ data_dir: 'data', log_level: 'error', sources }));
    await test.close();
    const ids = [await killedWhileExporting(), await killedWhileExporting()];
    await open();
    for (const id of ids) {
      const download = await ended(id);
      const { sha256, bytes, file } = download.written as Kept;
      const written = fs.readFileSync(path.join(test.config.data_dir, test.service.tenant().keys.exported(id), file!));
      expect([download.status, bytes, sha256]).toEqual([
        'completed',
        whole.length,
        createHash('sha256').update(written).digest('hex'),
      ]);
      expect(written.equals(whole)).toBe(true);
    }
    expect(unfinished()).toEqual([]);
  });

  it('is closed during an export: the next service process finishes the export', async () => {
    const { id } = (await exporting.create(context)).body;
    await test.close();
    expect(unfinished()).toEqual([]);
    await open();
    expect(((await ended(id)).written as Kept).bytes).toBe(whole.length);
  });
});
