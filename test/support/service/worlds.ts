// Deployments that have synced once, each made by the first test of a run that asks for it. The others copy its files, which takes a
// tenth of the processor time of a sync.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Script } from '../scripted-source.ts';
import { recordsOfPages } from '../scripted-source.ts';
import { until } from '../until.ts';

/** Settings that change nothing of what a sync makes, so that services which differ in them share a world. */
const withoutEffect = ['query', 'export', 'rate_limit', 'clients', 'base_url', 'sign_in', 'log_level', 'changes'];

/** Longer than a sync takes on a busy machine, and shorter than a hook may take. */
const longestMs = 170_000;

export interface WorldParts {
  readonly settings?: Record<string, unknown> | undefined;
  readonly sources?: Record<string, Script> | undefined;
  /** Everything else that decides what the sync makes. */
  readonly others: unknown;
}

/** @throws an error when a script has other pages than those of a fixed list, which nothing can compare */
function digestOf({ settings = {}, sources = {}, others }: WorldParts): string {
  const hash = createHash('sha256').update(JSON.stringify(others) ?? '');
  for (const name of ['database_url', 'queue_url', 'storage', 'tenants'])
    if (settings[name] !== undefined) throw new Error(`a deployment with ${name} has more than its data directory`);
  const effective = Object.entries(settings).filter(([name]) => !withoutEffect.includes(name));
  hash.update(JSON.stringify(effective));
  for (const [source, script] of Object.entries(sources)) {
    for (const [type, pages] of Object.entries(script)) {
      const records = recordsOfPages(pages);
      if (!records) throw new Error(`${source}: the pages of ${type} are not made by pagesOf`);
      hash.update(JSON.stringify([source, type, records]));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Copy the data directory of a deployment with these sources that has synced.
 * @param data must not exist yet
 * @param make makes such a deployment in a folder, and closes it
 */
export async function copyWorld(
  parts: WorldParts,
  data: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const worlds = path.join(os.tmpdir(), 'rolecall-worlds');
  const world = path.join(worlds, digestOf(parts));
  const making = `${world}-making`;
  fs.mkdirSync(worlds, { recursive: true });
  if (!fs.existsSync(world) && begins(making)) {
    try {
      await make(making);
      // Another one may have made it just before this one began.
      if (!fs.existsSync(world)) fs.renameSync(path.join(making, 'data'), world);
    } finally {
      fs.rmSync(making, { recursive: true, force: true });
    }
  }
  await until(() => fs.existsSync(world) || !fs.existsSync(making), Boolean, longestMs);
  if (!fs.existsSync(world)) return await copyWorld(parts, data, make);
  fs.cpSync(world, data, { recursive: true, preserveTimestamps: true });
}

/** Whether this process is the first to make the folder. */
function begins(folder: string): boolean {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
