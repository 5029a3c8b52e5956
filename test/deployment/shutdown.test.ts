// How a process shuts down during a long answer, during a job that stops when asked, and during one that does not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { createShutdown, defaultGrace } from '../../src/deployment/shutdown.ts';
import { account } from '../../src/resources/account.ts';
import { findRun } from '../../src/state/runs.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { copyState } from '../support/service/state-copy.ts';
import { until } from '../support/until.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});
function folderOfTest(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

describe('a shutdown', () => {
  it('stops everything in parallel, then closes what was opened, in reverse order', async () => {
    const seen: string[] = [];
    const shutdown = createShutdown();
    const slow = Promise.withResolvers<void>();
    shutdown.releases(() => seen.push('database'));
    shutdown.releases(() => seen.push('queue'));
    shutdown.stops(async ({ jobsMs }) => {
      seen.push(`jobs ${jobsMs}`);
      await slow.promise;
      seen.push('no job runs');
    });
    shutdown.stops(({ requestsMs }) => {
      seen.push(`requests ${requestsMs}`);
      slow.resolve();
    });
    await Promise.all([shutdown.end({ requestsMs: 1, jobsMs: 2 }), shutdown.end(defaultGrace)]);
    expect(seen).toEqual(['jobs 2', 'requests 1', 'no job runs', 'queue', 'database']);
  });

  it('continues when a step fails, and reports that at the end', async () => {
    const seen: string[] = [];
    const shutdown = createShutdown();
    shutdown.releases(() => seen.push('database'));
    shutdown.releases(() => Promise.reject(new Error('no answer')));
    shutdown.stops(() => {
      throw new Error('no queue');
    });
    await expect(shutdown.end(defaultGrace)).rejects.toThrow('no queue');
    expect(seen).toEqual(['database']);
  });
});

describe('a long answer', () => {
  const accounts = Array.from({ length: 2000 }, (_, index) => sampleRecord(account, index));
  const query = JSON.stringify({ query_string: 'SELECT a.* FROM accounts a, range(500)' });

  async function streaming(test: TestService, statement: string): Promise<http.IncomingMessage> {
    await test.sync();
    const token = await test.token();
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/csv' };
    const request = http.request({ port, path: '/v1/query/execute', method: 'POST', headers, agent: false });
    const answered = once(request, 'response');
    request.end(statement);
    const [response] = (await answered) as [http.IncomingMessage];
    expect(response.statusCode).toBe(200);
    return response;
  }

  it('is cut off when its grace is over', async () => {
    const test = await startService({ sources: { app: { Account: pagesOf(accounts) } } });
    // The client stops reading, so the answer never ends by itself.
    const response = await streaming(test, query);
    const cut = once(response, 'error');
    const began = performance.now();
    await test.service.close({ requestsMs: 500, jobsMs: 500 });
    expect(performance.now() - began).toBeGreaterThan(450);
    response.resume();
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' });
    await test.close();
  });

  it('is finished within its grace', async () => {
    const test = await startService({ sources: { app: { Account: pagesOf(accounts) } } });
    const response = await streaming(test, JSON.stringify({ query_string: 'SELECT * FROM accounts' }));
    const closed = test.service.close({ requestsMs: 30_000, jobsMs: 500 });
    const lines = (await text(response)).trimEnd().split('\n');
    expect(lines).toHaveLength(accounts.length + 1);
    await closed;
    await test.close();
  });
});

describe('a running job', () => {
  it('is asked to stop, and is continued by the next process', async () => {
    const folder = folderOfTest();
    const running = Promise.withResolvers<void>();
    const first = await startService({
      folder,
      sources: {
        app: {
          // biome-ignore lint/correctness/useYield: this read never yields
          async *Account(_cursor, signal) {
            running.resolve();
            await once(signal, 'abort');
            signal.throwIfAborted();
          },
        },
      },
    });
    const run = await first.service.tenant().requestSync('app', 'operator');
    await running.promise;
    await first.service.close({ requestsMs: 200, jobsMs: 200 });

    const second = await startService({ folder, sources: { app: { Account: pagesOf([sampleRecord(account, 0)]) } } });
    const ended = await until(
      () => findRun(second.service.database, run.run_id),
      found => found?.ended_at != null,
    );
    expect(ended).toMatchObject({ status: 'Landed', failures: 0 });
    await second.close();
  });
});

describe('a job that does not stop', () => {
  async function stuck(withinMs: number) {
    const folder = folderOfTest();
    const file = path.join(folder, 'rolecall.yaml');
    fs.writeFileSync(
      file,
      'data_dir: data\nsources:\n  - id: app\n    connector: scripted\n    settings: { script: app }\n',
    );
    copyState(path.join(folder, 'data/state'));
    const entry = path.join(import.meta.dirname, '../support/service/stuck-process.ts');
    const child = spawn(process.execPath, [entry, file, String(withinMs)]);
    const log = text(child.stderr);
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    return { child, log, exited, state: path.join(folder, 'data/state') };
  }

  it('does not keep its process from ending, without a failure', async () => {
    const { child, log, exited, state } = await stuck(1000);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await log).toContain('another process takes it over');
    const database = await openDatabase({ folder: state });
    const runs = await database.query('select ended_at, lease_until is not null as leased from sync_runs');
    expect(runs).toEqual([{ ended_at: null, leased: true }]);
    await database.close();
  });

  it('ends at once at a second signal', async () => {
    const { child, exited } = await stuck(100_000);
    child.kill('SIGTERM');
    expect(String((await once(child.stdout, 'data'))[0])).toBe('stopping\n');
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
  });
});
