// Stops a process with SIGSTOP, so that it does nothing until SIGCONT.
import fs from 'node:fs';
import { until } from '../until.ts';

/** SIGSTOP. Resolves once every thread has stopped: a thread on another processor runs on for a moment. */
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

/** The state of each thread; proc(5) has it after the name in parentheses. */
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
