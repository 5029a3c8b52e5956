// A folder that only one process at a time may open. The lock is a file lock of the operating system (taken through SQLite,
// because Node has no file locks), so it is released even when the process crashes.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors.ts';

/** Another process, or another part of this one, has the folder open. */
export class FolderInUse extends OperatorError {
  readonly folder: string;
  constructor(folder: string, options?: ErrorOptions) {
    super(`${folder} is open in another process. Stop that process first, or use another data directory`, options);
    this.name = 'FolderInUse';
    this.folder = folder;
  }
}

/** SQLITE_BUSY (https://www.sqlite.org/rescode.html#busy). */
const sqliteBusy = 5;

/**
 * Lock `folder`, which need not exist yet, by the file `<folder>.lock` beside it.
 * @returns a function that releases the lock
 * @throws FolderInUse; OperatorError when the lock cannot be written
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(`${folder}.lock`);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    if ((cause as { errcode?: number }).errcode === sqliteBusy) throw new FolderInUse(folder, { cause });
    throw new OperatorError(`${folder}.lock cannot be locked. Check that its folder is writable`, { cause });
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}
