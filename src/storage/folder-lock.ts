// A folder that only one process at a time may open. The lock is a file lock of the operating system (taken through SQLite,
// because Node has no file locks), so it is released even when the process crashes.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors.ts';

/**
 * Lock `folder`, which need not exist yet, by the file `<folder>.lock` beside it.
 * @returns a function that releases the lock
 * @throws OperatorError when another process, or another part of this one, holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(`${folder}.lock`);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    const held = cause instanceof Error && /locked/.test(cause.message);
    throw new OperatorError(
      held
        ? `${folder} is open in another process. Stop that process first, or use another data directory`
        : `${folder}.lock cannot be locked. Check that its folder is writable`,
      { cause },
    );
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}
