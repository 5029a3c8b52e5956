// A full disk, said so that whoever reads it knows which disk and what to do.

/** Words of Node.js, of DuckDB writing a file, and of DuckDB spilling. */
const full = /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded|out of disk space/i;

export function isDiskFull({ message }: Error): boolean {
  return full.test(message);
}

/** What a fault under `folder` is about: a full disk by the folder that it holds, anything else in its own words. */
export function faultMessage(error: unknown, folder: string): string {
  const { message } = error as Error;
  if (!isDiskFull(error as Error)) return message;
  return `the disk that holds ${folder} is full; make space and sync again (${message.split('\n')[0]})`;
}
