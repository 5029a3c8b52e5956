// Stopping a process where it stands, so that it does nothing more until it is told to go on.
import fs from 'node:fs';
import { until } from '../until.ts';

/** SIGSTOP; resolves once every thread has stopped: one that runs on another processor goes on for a moment. */
export async function freezeProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await until(
    () => statesOf(pid),
    states => states.every(state => state === 'T' || state === 'Z'),
  );
}

export function thawProcess(pid: number): void {
  process.kill(pid, 'SIGCONT');
}

/** proc(5): the state of each thread, behind the name in parentheses. */
function statesOf(pid: number): string[] {
  const threads = `/proc/${pid}/task`;
  return fs.readdirSync(threads).flatMap(thread => {
    try {
      return /^.*\) (\S)/s.exec(fs.readFileSync(`${threads}/${thread}/stat`, 'utf8'))?.[1] ?? [];
    } catch {
      return []; // it has ended
    }
  });
}
