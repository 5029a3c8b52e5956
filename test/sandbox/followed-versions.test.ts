// A process of lookups goes on with the next version once nobody asks for the one before.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createLookups, type Lookups } from '../../src/lookups/lookups.ts';
import { inside, sandboxes } from '../support/sandboxes.ts';
import { everyType } from '../support/scripted-source.ts';
import { startService, temporaryFolder } from '../support/service/service.ts';

const folder = temporaryFolder();
const program = 'lookups/lookup-process.ts';
const signal = new AbortController().signal;
const asOf = '2026-01-01T00:00:00.000Z';

/** The folder of a version, and how many accounts it has. */
type Version = { readonly folder: string; readonly accounts: number };
const versions: Version[] = [];
let lookups: Lookups;
let before: readonly number[];

beforeAll(async () => {
  const test = await startService({ sources: { one: everyType(1), two: everyType(1), three: everyType(1) } });
  for (const [index, source] of ['one', 'two', 'three'].entries()) {
    await test.sync([source]);
    const place = path.join(folder, source);
    fs.cpSync(test.service.tenant().catalogue.current()!.folder, place, { recursive: true });
    versions.push({ folder: place, accounts: index + 1 });
  }
  await test.close();
  before = sandboxes(program);
  const limits = { processes: 6, timeMs: 200_000, memoryBytes: 2 ** 29, onWarning: () => {} };
  lookups = createLookups({ ...limits, keepsSpare: false, folder: path.join(folder, 'scratch') });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await lookups?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const started = () => sandboxes(program).filter(pid => !before.includes(pid));

/** The files that a process has open. */
const openFiles = (pid: number) =>
  fs.readdirSync(`/proc/${inside(pid)}/fd`).flatMap(descriptor => {
    try {
      return [fs.readlinkSync(`/proc/${inside(pid)}/fd/${descriptor}`)];
    } catch {
      return []; // it has been closed
    }
  });

/** By all ways in which a process reads a version: pages by one process, the others by another one. */
async function expectAnswersOf({ folder: versionFolder, accounts }: Version): Promise<void> {
  const origin = { clientId: 'a', versionFolder, visible: undefined };
  const pageOf = (collection: string) =>
    lookups.page(
      origin,
      { ...{ collection, filters: [], sorts: [], applicationInstanceId: null }, asOf, after: null, skip: 0, size: 10 },
      signal,
    );
  const [found, roles] = [await pageOf('accounts'), await pageOf('roles')];
  expect(found.total).toBe(accounts);
  const end = (objectType: string, [objectId]: readonly string[]) => ({
    objectType,
    objectId: objectId!,
    objectName: null,
  });
  const pairs = [{ subject: end('Account', found.ids), object: end('Role', roles.ids) }];
  expect(await lookups.between(origin, { pairs, mostEdges: 10 }, signal)).toHaveLength(1);
  const parameters = { points: '[]', application_instance_id: null };
  await lookups.rows({ ...origin, name: 'risk_counts', parameters }, signal);
}

it('which then has no file of it open; a version that is asked for again, or of another tenant, gets processes of its own', async () => {
  // No process ends because it was idle for a minute.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [first, second, third] = versions as [Version, Version, Version];
  await expectAnswersOf(first);
  const two = started();
  expect(two).toHaveLength(2);
  await expectAnswersOf(second);
  expect(started()).toEqual(two);
  expect(two.flatMap(openFiles).filter(file => file.endsWith('(deleted)'))).toEqual([]);
  await expectAnswersOf(first);
  await expectAnswersOf(second);
  expect(started()).toHaveLength(4);
  expect(started()).toEqual(expect.arrayContaining(two));
  const four = started();
  await expectAnswersOf(third);
  await expectAnswersOf(third);
  expect(started()).toEqual(four);
  const ofAnotherTenant = path.join(folder, 'another-tenant', 'one');
  fs.cpSync(first.folder, ofAnotherTenant, { recursive: true });
  await expectAnswersOf({ ...first, folder: ofAnotherTenant });
  expect(started()).toHaveLength(6);
});
