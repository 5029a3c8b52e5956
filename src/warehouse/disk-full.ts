// Messages about a full disk, which say which disk it is and what to do, and about too little memory.
import { hasNoSpace } from '../storage/local-files.ts';
import { isOutOfMemory } from './duckdb-errors.ts';

/** What DuckDB says when it cannot write a file or spill. Faults of the storage and of PostgreSQL contain the same texts. */
const full = /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded|out of disk space/i;

export function isDiskFull(error: unknown): boolean {
  return hasNoSpace(error) || full.test((error as Error).message);
}

/** Whether the disk or the memory was not enough, so that nothing is wrong with what was read. */
export function isShortage(error: unknown): boolean {
  return isDiskFull(error) || isOutOfMemory(error);
}

/**
 * The message for an error of work in `folder`: for a full disk it names the folder, for too little memory the setting, otherwise it is
 * the error's own message.
 */
export function faultMessage(error: unknown, folder: string): string {
  const { message } = error as Error;
  const [first] = message.split('\n');
  if (isDiskFull(error)) return `the disk that holds ${folder} is full; make space and sync again (${first})`;
  if (!isOutOfMemory(error)) return message;
  return `the memory is not enough; raise build.memory_mb, or the memory of the machine, and sync again (${first})`;
}
