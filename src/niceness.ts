// Lets work in the background wait for what answers requests.
import os from 'node:os';

/**
 * Give a process at least this niceness (-20 to 19; the nicer, the later it runs). One that is nicer already stays as it is: only root may
 * raise a priority, so a service that somebody else started with `nice` would fail (setpriority(2): EACCES).
 * @param pid by default this process; on Linux, only the calling thread (sched(7))
 */
export function lowerPriority(niceness: number, pid = 0): void {
  os.setPriority(pid, Math.max(os.getPriority(pid), niceness));
}
