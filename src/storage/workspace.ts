// The folder in which one process makes files before they go to the storage, and to which its child processes spill. Opening
// it removes everything that an earlier process left, except what later processes can use.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { OperatorError } from '../errors.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import { folderProblem } from './usable-folder.ts';

export interface Workspace {
  readonly folder: string;
  /** A path in the folder for this purpose. The folder is created if needed, the path is not. */
  place(purpose: string, name: string): string;
  readonly cache: string;
  close(): void;
}

/**
 * Make the data directory accessible to this user only, because it holds the inventory, keys and hashes of secrets. If others can
 * read it, its mode is changed.
 * @throws OperatorError when it cannot be written, or belongs to another user and everybody may read or change it
 */
export function keepToOwner(dataDir: string): void {
  const problem = folderProblem(dataDir);
  if (problem)
    throw new OperatorError(
      `data directory ${dataDir}: ${problem}. Name another one as data_dir in the configuration or with --data-dir`,
    );
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { mode, uid } = fs.statSync(dataDir);
  const user = process.geteuid?.();
  if ((mode & 0o077) === 0 || user === undefined) return;
  if (uid === user || user === 0) {
    // Keep the owner's permissions and the special bits, such as the sticky bit.
    fs.chmodSync(dataDir, mode & 0o7700);
    return;
  }
  if ((mode & 0o007) === 0) return;
  throw new OperatorError(
    `${dataDir} belongs to user ${uid}, and every user of this machine may read it. Name a folder in it instead, which is made for user ${user} alone: data_dir: ${path.join(dataDir, 'rolecall')}`,
  );
}

/** Processes of one machine that may share a data directory. */
const mostProcesses = 64;

/**
 * The workspace of the only process that may have the data directory open.
 * @throws OperatorError when another process has it open
 */
export async function openOnlyWorkspace(dataDir: string): Promise<Workspace> {
  keepToOwner(dataDir);
  // The lock keeps the name of the first release, so that older programs respect it too.
  const unlock = await lockFolder(path.join(dataDir, 'tenants'));
  removeFormerWork(dataDir);
  return workspaceIn(path.join(dataDir, 'work'), unlock);
}

/** @throws FolderInUse while another process has the data directory open alone */
export async function requireFree(dataDir: string): Promise<void> {
  if (fs.statSync(dataDir, { throwIfNoEntry: false })?.isDirectory())
    (await lockFolder(path.join(dataDir, 'tenants')))();
}

/** The first release wrote unfinished versions and temporary data beside the stored files. Remove them. */
function removeFormerWork(dataDir: string): void {
  for (const name of fs.globSync('tenants/*/{building-*,scratch}', { cwd: dataDir })) {
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** One of several workspaces: the first one that no other process has open. */
export async function openSharedWorkspace(dataDir: string): Promise<Workspace> {
  keepToOwner(dataDir);
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

/** Purposes whose files stay: the files of the storage, and the tables from which the next build computes only what has changed. */
const caches = ['cache', 'working'];

function workspaceIn(folder: string, unlock: () => void): Workspace {
  const cache = path.join(folder, 'cache');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(folder)) {
    if (!caches.includes(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
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
