// kill -9 in each phase of a sync: the last good version stays in service, the next run completes, and the crash leaves nothing behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { collections } from '../../src/resources/registry.ts';
import { everyType } from '../support/scripted-source.ts';
import { postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { writeConfig } from '../support/service/crashing-config.ts';
import type { Death, Line } from '../support/service/crashing-service.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

const child = path.join(import.meta.dirname, '../support/service/crashing-service.ts');

/** Open the deployment in a process that syncs until it kills itself. @returns what it printed */
async function liveUntil(death: Death, configFile: string): Promise<Line[]> {
  const flags = ['--disable-warning=ExperimentalWarning'];
  const service = spawn(process.execPath, [...flags, child, configFile, JSON.stringify(death)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code, signal]] = await Promise.all([text(service.stdout), once(service, 'exit')]);
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  const lines = printed.trim().split('\n');
  return lines.map(line => JSON.parse(line) as Line);
}

describe('kill -9', () => {
  it('in each phase of a sync loses nothing that was published, and the next process completes the sync', async () => {
    const folder = temporaryFolder();
    const configFile = writeConfig(folder);
    let last = { version: 0, generation: -1 };
    const deaths: Death[] = [
      { sync: 2, phase: 'extract' },
      ...(['land', 'build', 'swap'] as const).map(phase => ({ sync: 1, phase })),
      { sync: 2, phase: 'extract' },
    ];
    for (const [life, death] of deaths.entries()) {
      const lines = await liveUntil(death, configFile);
      const at = `life ${life}`;
      const [opened] = lines.flatMap(line => ('opened' in line ? [line.opened] : []));
      expect(opened, at).toMatchObject({ problems: [] });
      expect(opened!.version, at).toBeGreaterThanOrEqual(last.version);
      expect(opened!.generation, at).toBeGreaterThanOrEqual(last.generation);
      const [synced] = lines.flatMap(line => ('synced' in line ? [line.synced] : []));
      if (death.sync === 1) expect(synced, at).toBeUndefined();
      else {
        const whole = { problems: [], build: 'Published', buildError: null, unended: 0, leftovers: [] };
        expect(synced, at).toMatchObject(whole);
        expect(synced!.version, at).toBeGreaterThan(opened!.version);
        expect(synced!.generation, at).toBeGreaterThanOrEqual(opened!.generation);
      }
      last = synced ?? opened!;
    }
    expect(last.version).toBeGreaterThan(1);
    fs.rmSync(folder, { recursive: true, force: true });
  });
});

/** Everything that is served, without the times of reads and builds, which violations of risk rules have too. */
async function servedBy(test: TestService): Promise<string> {
  const lists = [];
  for (const { collection } of collections) lists.push(await test.everyItem(`${collection.path}?pageSize=200`));
  return JSON.stringify(lists, (name, value) =>
    /^(generatedTime|detectedAt|lastObservedAt)$/i.test(name) ? undefined : value,
  );
}

describe('one data directory', () => {
  it('lets a command wait until it is free, which does not harm it', async () => {
    const folder = temporaryFolder();
    const test = await startService({ folder, sources: { app: everyType(5) } });
    try {
      await test.sync();
      const before = await servedBy(test);
      const otherConfig = path.join(test.folder, 'other.yaml');
      fs.writeFileSync(otherConfig, 'data_dir: data\n');
      const cli = path.join(import.meta.dirname, '../../src/cli/main.ts');
      const second = spawn(process.execPath, [cli, '--config', otherConfig, 'clients', 'list'], { stdio: 'pipe' });
      const ended = once(second, 'exit');
      const printed = text(second.stdout);
      const [said] = await once(second.stderr.setEncoding('utf8'), 'data');
      expect(said).toMatch(/^Waiting for the process that has the data directory open/);
      expect((await test.sync()).build).toMatchObject({ status: 'Published', version: 2 });
      expect(await servedBy(test)).toBe(before);
      await test.close();
      expect(await ended).toEqual([0, null]);
      expect(await printed).toContain('"name":"test"');
    } finally {
      await test.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.skipIf(postgresMissing)(
  `state on PostgreSQL${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`,
  () => {
    it('gives the same answers as the embedded state', async () => {
      const server = await startPostgres();
      const sources = { first: everyType(7), second: everyType(3) };
      const embedded = await startService({ sources });
      const remote = await startService({ sources, settings: { database_url: await server.createDatabase() } });
      try {
        for (const test of [embedded, remote]) {
          const { runs, build } = await test.sync();
          expect(runs.map(run => run.status)).toEqual(['Landed', 'Landed']);
          expect(build).toMatchObject({ status: 'Published', error: null });
        }
        expect(await servedBy(remote)).toBe(await servedBy(embedded));
      } finally {
        await embedded.close();
        await remote.close();
        await server.stop();
      }
    });
  },
);
