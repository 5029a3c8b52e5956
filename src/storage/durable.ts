// Files that survive a power failure once the call has returned.
import fs from 'node:fs';

/** Files and folders that are being written or removed have names with this prefix. They are renamed when they are complete. */
export const unfinishedPrefix = '.unfinished-';

/** Wait until the content of a file, or the entries of a folder, are on disk. */
function syncToDisk(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The same for several files at once, asynchronously. */
export async function syncAllToDisk(files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map(async file => {
      await using handle = await fs.promises.open(file, 'r');
      await handle.sync();
    }),
  );
}

/** Write a whole file that only this user may read. */
export function writeDurably(file: string, text: string): void {
  fs.writeFileSync(file, text, { mode: 0o600 });
  syncToDisk(file);
}
