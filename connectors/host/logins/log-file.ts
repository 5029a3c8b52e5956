// Opens a log of logins. When a log is missing or cannot be read, the other logs are still read: they may have the login.
import type { FileHandle } from 'node:fs/promises';
import { isTrouble, openFile, type Root } from '../files/root.ts';
import type { Findings } from '../findings.ts';

/** A log that is open. `path` is its place below the root, links followed. */
export interface LogFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
}

/** Read the log at `path` with `read`, if there is one. Errors become troubles of the findings. */
export async function withLogFile(
  root: Root,
  path: string,
  findings: Findings,
  read: (log: LogFile) => void | Promise<void>,
): Promise<void> {
  const file = await openFile(root, path);
  if (!file) return;
  if (isTrouble(file)) {
    findings.troubles.push(file);
    return;
  }
  try {
    const { size } = await file.content.stat();
    await read({ path: file.path, handle: file.content, size });
  } catch (error) {
    findings.troubles.push({ reason: 'failed', subject: path, message: `Reading failed: ${(error as Error).message}` });
  } finally {
    await file.content.close();
  }
}
