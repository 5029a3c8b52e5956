// Reads a host through the connector's public interface, like a run, and checks every record against its declaration.
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { host } from '../../../connectors/host/index.ts';
import type { Gap, Problem, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { landableFields } from '../../../src/resources/define.ts';
import { resourceOf } from '../../../src/resources/registry.ts';

export const debianImage = join(import.meta.dirname, 'fixtures/debian');

/** A copy of the image with absolute links added, which the repository cannot hold. The caller removes the folder. */
export async function linkedDebianImage(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'rolecall-host-'));
  await cp(debianImage, root, { recursive: true });
  // After a checkout, files may be writable for a group, and sudo would refuse them.
  for (const path of ['sudoers', 'sudoers.d/web']) await chmod(join(root, 'etc', path), 0o440);
  await chmod(join(root, 'etc/sudoers.d'), 0o755);
  const units = join(root, 'etc/systemd/system');
  await mkdir(join(units, 'multi-user.target.wants'));
  await symlink('/usr/lib/systemd/system/worker@.service', join(units, 'multi-user.target.wants/worker@alice.service'));
  await symlink('/usr/lib/systemd/system/web.service', join(units, 'httpd.service'));
  await symlink('/dev/null', join(units, 'masked.service'));
  return root;
}

export interface Landed {
  readonly records: readonly SourceRecord[];
  readonly places: readonly string[];
  readonly gaps: readonly Gap[];
  readonly rejected: readonly Rejection[];
  readonly pageSizes: readonly number[];
}

export interface HostReading {
  readonly problems: readonly Problem[];
  of(type: string): Landed;
  get(type: string, id: string): SourceRecord;
}

const context = {
  sourceId: 'host',
  applicationInstanceId: 'test',
  baseFolder: '/',
  signal: new AbortController().signal,
};

export async function readHost(root: string, settings: object = {}): Promise<HostReading> {
  const client = await host.open(host.settings.parse({ root, sudoers_owner: process.getuid!(), ...settings }), context);
  const problems = await host.check(client);
  const landed = new Map<string, Landed>();
  for (const read of host.reads(client)) {
    for (const needed of read.needs ?? [])
      expect(landed.has(needed), `${read.lands} needs ${needed} before it`).toBe(true);
    const result = { records: [], places: [], gaps: [], rejected: [], pageSizes: [] } as {
      [Key in keyof Landed]: never[];
    };
    for await (const page of read.pages(client, undefined)) {
      result.records.push(...(page.records as never[]));
      result.places.push(...(page.records.map((_, index) => page.place!(index)) as never[]));
      result.gaps.push(...((page.gaps ?? []) as never[]));
      result.rejected.push(...((page.rejected ?? []) as never[]));
      result.pageSizes.push(page.records.length as never);
    }
    landed.set(read.lands, result);
  }
  const of = (type: string) => landed.get(type)!;
  expectSound(landed);
  return {
    problems,
    of,
    get: (type, id) => of(type).records.find(record => record.id === id) ?? expect.fail(`no ${type} ${id}`),
  };
}

/** Checks that records fit their declarations, ids are unique within a type, and relationships refer to existing records. */
function expectSound(landed: ReadonlyMap<string, Landed>): void {
  const has = (type: unknown, id: unknown) => landed.get(String(type))?.records.some(record => record.id === id);
  for (const [type, { records, places, gaps }] of landed) {
    const resource = resourceOf(type)!;
    const optional = Object.entries(landableFields(resource)).map(([name, field]) => [name, field.optional()]);
    const schema = z.strictObject(Object.fromEntries(optional));
    // Without shadow, it is not known whether accounts have expired.
    const unknown = gaps.some(({ subject }) => subject === '/etc/shadow') ? 'enabled' : undefined;
    const required = resource.required.filter(name => name in schema.shape && name !== unknown);
    for (const record of records) {
      expect(schema.safeParse(record).error?.issues, `${type} ${record.id}`).toBeUndefined();
      expect(Object.keys(record), `${type} ${record.id}`).toEqual(expect.arrayContaining(required));
    }
    expect(new Set(records.map(({ id }) => id)).size, `${type} ids`).toBe(records.length);
    expect(places.every(place => place !== '')).toBe(true);
  }
  for (const record of landed.get('EntityManagedViaObject')!.records) {
    expect(has(record['entityType'], record['entityId']), record.id).toBe(true);
    expect(has(record['managedViaObjectType'], record['managedViaObjectId']), record.id).toBe(true);
  }
  for (const record of landed.get('EntityAssignedAccessToObject')!.records) {
    expect(has(record['entityType'], record['entityId']), record.id).toBe(true);
    expect(has(record['assignedObjectType'], record['assignedObjectId']), record.id).toBe(true);
  }
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rolecall-host-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A machine's root folder with the given files, a host name, and root in passwd unless given. */
export async function temporaryRoot(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const root = await temporaryFolder();
  const all = {
    '/etc/passwd': 'root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000:Ann:/home/ann:/bin/bash\n',
    '/etc/group': 'root:x:0:\nann:x:1000:\n',
    '/etc/hostname': 'box\n',
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(join(root, dirname(path)), { recursive: true, mode: 0o755 });
    await writeFile(join(root, path), content, { mode: 0o644 });
  }
  return root;
}

export const ed25519Key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
