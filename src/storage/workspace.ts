// The folder in which one process makes what it then hands to the storage, and in which its children spill. Whatever a former
// process left in it is removed when it is opened; only the cache of the storage stays.
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

export interface Workspace {
  readonly folder: string;
  /** A path for one purpose that does not exist yet; its parent does. */
  place(purpose: string, name: string): string;
  readonly cache: string;
  close(): void;
}

/** Processes of one machine that may share a data directory. */
const mostProcesses = 64;

/**
 * The workspace of the only process that may have the data directory open.
 * @throws OperatorError when another process has it open
 */
export async function openOnlyWorkspace(dataDir: string): Promise<Workspace> {
  // The lock's name is of the first release: an older program is kept out by it too.
  const unlock = await lockFolder(path.join(dataDir, 'tenants'));
  removeFormerWork(dataDir);
  return workspaceIn(path.join(dataDir, 'work'), unlock);
}

/** The first release made versions, and spilled, beside what it kept. */
function removeFormerWork(dataDir: string): void {
  for (const name of fs.globSync('tenants/*/{building-*,scratch}', { cwd: dataDir })) {
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** One of several workspaces: the first that no other process has open. */
export async function openSharedWorkspace(dataDir: string): Promise<Workspace> {
  for (let number = 1; number <= mostProcesses; number += 1) {
    const folder = path.join(dataDir, 'processes', String(number));
    try {
      return workspaceIn(folder, await lockFolder(folder));
    } catch (error) {
      if (number === mostProcesses || !(error instanceof FolderInUse)) throw error;
    }
  }
  throw new OperatorError(`${dataDir} has ${mostProcesses} processes open already; give this one another data_dir`);
}

function workspaceIn(folder: string, unlock: () => void): Workspace {
  const cache = path.join(folder, 'cache');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(folder)) {
    if (name !== 'cache') fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  return {
    folder,
    cache,
    place(purpose, name) {
      const parent = path.join(folder, purpose);
      fs.mkdirSync(parent, { recursive: true, mode: 0o700 });
      return path.join(parent, name);
    },
    close: unlock,
  };
}
