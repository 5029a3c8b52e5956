// The threads that compress documents, each with the named pipe that it reads. Starting a thread takes longer than what it has to do
// in a small build, so threads without work are kept for the next build.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface CompressThread {
  readonly worker: Worker;
  readonly pipe: string;
}

/** A thread without work ends after this time. */
const keptMs = 30_000;

/** Threads without work, each with the timer that ends it. */
const kept = new Map<CompressThread, NodeJS.Timeout>();
/** The folders of the pipes of all running threads. */
const folders = new Set<string>();

/** A thread that has no work, or a new one. Give it to {@link keepThread} or {@link endThread} afterwards. */
export function takeThread(): CompressThread {
  const [entry] = kept;
  if (!entry) return startThread();
  const [thread, ending] = entry;
  clearTimeout(ending);
  kept.delete(thread);
  thread.worker.ref();
  return thread;
}

/** Keep a thread whose work has ended. The process may exit meanwhile. */
export function keepThread(thread: CompressThread): void {
  thread.worker.unref();
  const end = () => {
    kept.delete(thread);
    void endThread(thread);
  };
  kept.set(thread, setTimeout(end, keptMs).unref());
}

/** End a thread, whatever it does. */
export async function endThread({ worker, pipe }: CompressThread): Promise<void> {
  await worker.terminate();
  removeFolder(path.dirname(pipe));
}

function startThread(): CompressThread {
  if (folders.size === 0) process.once('exit', removeFolders);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-documents-'));
  folders.add(folder);
  const pipe = path.join(folder, 'pipe');
  // Node.js cannot make a named pipe.
  execFileSync('mkfifo', ['-m', '600', pipe], { env: { PATH: '/usr/bin:/bin' } });
  return { pipe, worker: new Worker(new URL('./compress-thread.ts', import.meta.url)) };
}

function removeFolder(folder: string): void {
  if (!isRemoved(folder)) return;
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeFolders);
}

function removeFolders(): void {
  for (const folder of folders) isRemoved(folder);
}

/** Nobody waits for the removal, and a pipe that stays harms nobody. So a failure ends nothing, and the exit tries again. */
function isRemoved(folder: string): boolean {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
