// The folder in which one process makes files before they go to the storage, and to which its child processes spill. Opening
// it removes everything that an earlier process left, except the cache of the storage.
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { lockFolder } from './folder-lock.ts';

export interface Workspace {
  readonly folder: string;
  /** A path below the folder of this purpose, which is created if needed. The path itself is not. */
  place(purpose: string, name: string): string;
  readonly cache: string;
  close(): void;
}

/** The most processes of one machine that may share a data directory. */
const mostProcesses = 64;

/**
 * The workspace of the only process that may have the data directory open.
 * @throws OperatorError when another process has it open
 */
export async function openOnlyWorkspace(dataDir: string): Promise<Workspace> {
  // The lock has the same name as in the first release, so it keeps out older programs too.
  const unlock = await lockFolder(path.join(dataDir, 'tenants'));
  removeFormerWork(dataDir);
  return workspaceIn(path.join(dataDir, 'work'), unlock);
}

/** The first release made versions, and spilled, beside the kept files. Remove what it left. */
function removeFormerWork(dataDir: string): void {
  for (const name of fs.globSync('tenants/*/{building-*,scratch}', { cwd: dataDir })) {
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** One of several workspaces: the first one that no other process has open. */
export async function openSharedWorkspace(dataDir: string): Promise<Workspace> {
  for (let number = 1; number <= mostProcesses; number += 1) {
    const folder = path.join(dataDir, 'processes', String(number));
    try {
      return workspaceIn(folder, await lockFolder(folder));
    } catch (error) {
      if (number === mostProcesses || !(error instanceof OperatorError) || !isHeld(error)) throw error;
    }
  }
  throw new OperatorError(`${dataDir} has ${mostProcesses} processes open already; give this one another data_dir`);
}

function isHeld(error: OperatorError): boolean {
  return error.message.includes('is open in another process');
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
