// The system services that systemd knows, and the account that each runs as (systemd.unit(5), UNIT FILE LOAD PATH).
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { readLines } from '../files/lines.ts';
import { isTrouble, listFolder, type Root, resolve } from '../files/root.ts';
import { type Findings, noFindings } from '../findings.ts';
import { maxUnitFileBytes } from '../limits.ts';
import { applyUnitFile, expandSpecifiers, isTrue, partsOf, type UnitSettings } from './unit-file.ts';

export interface ServiceUnit {
  /** For example `ssh.service`. */
  readonly name: string;
  readonly description: string;
  /** User name or number that it runs as; undefined when that depends on a template's instance. */
  readonly user: string | undefined;
  /** systemd creates the user while the unit runs, unless a user with that name exists. */
  readonly isDynamicUser: boolean;
  /** Unit file. */
  readonly place: string;
}

export interface Units {
  readonly services: readonly ServiceUnit[];
  readonly findings: Findings;
}

/** Highest priority first. */
const folders = [
  '/etc/systemd/system',
  '/run/systemd/system',
  '/usr/local/lib/systemd/system',
  '/usr/lib/systemd/system',
  '/lib/systemd/system',
];

interface Search {
  readonly root: Root;
  readonly findings: Findings;
  /** Names in each folder that exists; a folder reached twice (`/lib` → `/usr/lib`) counts once. */
  readonly listings: Map<string, ReadonlySet<string>>;
}

export async function readUnits(root: Root): Promise<Units> {
  const search: Search = { root, findings: noFindings(), listings: new Map() };
  const seen = new Set<string>();
  for (const folder of folders) {
    const names = await namesIn(search, folder, seen);
    if (names) search.listings.set(folder, names);
  }
  const services: ServiceUnit[] = [];
  for (const [name, path] of await unitFiles(search)) {
    const service = await readService(search, name, path);
    if (service) services.push(service);
  }
  return { services: services.sort((a, b) => (a.name < b.name ? -1 : 1)), findings: search.findings };
}

async function namesIn(search: Search, folder: string, seen?: Set<string>): Promise<ReadonlySet<string> | undefined> {
  const names = await listFolder(search.root, folder);
  if (!names) return undefined;
  if (isTrouble(names)) search.findings.troubles.push(names);
  else if (!seen?.has(names.path)) {
    seen?.add(names.path);
    return new Set(names.content);
  }
  return undefined;
}

/** Unit name → the file that defines it: files of the load path, and instances that a unit wants or requires. */
async function unitFiles(search: Search): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const instances = new Set<string>();
  for (const [folder, names] of search.listings) {
    for (const name of names) {
      if (partsOf(name) && !files.has(name)) files.set(name, posix.join(folder, name));
      if (!/\.(wants|requires|upholds)$/.test(name)) continue;
      for (const wanted of (await namesIn(search, posix.join(folder, name))) ?? []) {
        if (partsOf(wanted)?.instance) instances.add(wanted);
      }
    }
  }
  for (const instance of instances) {
    const template = files.get(`${partsOf(instance)!.prefix}@.service`);
    if (template && !files.has(instance)) files.set(instance, template);
  }
  return files;
}

async function readService(search: Search, name: string, path: string): Promise<ServiceUnit | undefined> {
  const target = await resolve(search.root, path);
  if (isTrouble(target)) search.findings.troubles.push(target);
  // Masked units point at /dev/null; dangling links and folders define nothing.
  if (!target || isTrouble(target) || target.kind !== 'file') return undefined;
  const targetName = posix.basename(target.path);
  const isTemplateOf = targetName === `${partsOf(name)!.prefix}@.service`;
  if (targetName !== name && !isTemplateOf && search.listings.has(posix.dirname(target.path))) return undefined;

  const settings: UnitSettings = new Map();
  const lines = await readLines(search.root, path, maxUnitFileBytes, search.findings);
  if (lines.length === 0) return undefined;
  applyUnitFile(settings, lines);
  for (const dropIn of await dropIns(search, name)) {
    applyUnitFile(settings, await readLines(search.root, dropIn, maxUnitFileBytes, search.findings));
  }
  const isDynamicUser = isTrue(settings.get('Service.DynamicUser'));
  const user = settings.get('Service.User') || (isDynamicUser ? dynamicUserName(name) : 'root');
  return {
    name,
    description: expandSpecifiers(settings.get('Unit.Description') ?? '', name) ?? '',
    user: expandSpecifiers(user, name) || undefined,
    isDynamicUser,
    place: target.path,
  };
}

/**
 * Drop-ins in the order in which they apply: by file name, regardless of their folder. Among equal names the one for the more
 * specific unit name wins, then the one in the folder with the higher priority.
 */
async function dropIns(search: Search, name: string): Promise<string[]> {
  const chosen = new Map<string, string>();
  for (const unit of dropInNames(name)) {
    for (const [folder, names] of search.listings) {
      if (!names.has(`${unit}.d`)) continue;
      const path = posix.join(folder, `${unit}.d`);
      for (const file of (await namesIn(search, path)) ?? []) {
        if (file.endsWith('.conf') && !chosen.has(file)) chosen.set(file, posix.join(path, file));
      }
    }
  }
  return [...chosen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
}

/** `foo-bar@x.service`: itself, `foo-bar@.service`, `foo-.service`, `service`. */
function dropInNames(name: string): string[] {
  const { prefix, instance } = partsOf(name)!;
  const parts = prefix.split('-');
  const dashed = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('-')}-.service`);
  return [name, ...(instance ? [`${prefix}@.service`] : []), ...dashed.reverse(), 'service'];
}

/** The unit's own name when it is a valid user name, otherwise a hash of it, as systemd does. */
function dynamicUserName(unit: string): string {
  const { prefix } = partsOf(unit)!;
  if (/^[a-z_][a-z0-9_-]{0,30}$/.test(prefix)) return prefix;
  return `_du${createHash('sha256').update(prefix).digest('hex').slice(0, 16)}`;
}
