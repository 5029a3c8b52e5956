// The user that the processes of the sandbox run as when the service runs as root.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * No account has this number, and no other program allots it: it lies above the ranges of people, services and containers
 * (https://systemd.io/UIDS-GIDS/).
 */
export const sandboxUser = { uid: 1_919_904_869, gid: 1_919_904_869 } as const;

/** CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID, SYS_ADMIN of linux/capability.h. */
const neededCapabilities = [0, 1, 3, 5, 6, 7, 21];

/** Whether this process may start processes as the user, pass files to them, kill and measure them (proc(5), CapEff, children). */
export function canSwitchUser(): boolean {
  if (process.geteuid?.() !== 0 || !fs.existsSync(`/proc/${process.pid}/task/${process.pid}/children`)) return false;
  const [, effective] = /^CapEff:\s*([\da-f]+)$/m.exec(fs.readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (effective === undefined) return false;
  const capabilities = BigInt(`0x${effective}`);
  return neededCapabilities.every(each => (capabilities >> BigInt(each)) & 1n);
}

/** Make the user the owner of a folder. bwrap enters the folder as root without capabilities, so as a member of root's group. */
export function own(folder: string): void {
  fs.chownSync(folder, sandboxUser.uid, process.getegid!());
  fs.chmodSync(folder, 0o710);
}

/** Let the user read a file or enter a folder. Nobody else is in the group. */
export function letRead(file: string): void {
  permit(file, fs.statSync(file).isDirectory() ? 0o050 : 0o040);
}

/** Let the user read all files of a folder. Files that other processes remove meanwhile are skipped. */
export function letReadAll(folder: string): void {
  letRead(folder);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    try {
      if (entry.isDirectory()) letReadAll(file);
      else letRead(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Let the user create files in a folder. */
export function letWrite(folder: string): void {
  permit(folder, 0o070);
}

function permit(file: string, rights: number): void {
  const { mode, gid, uid } = fs.statSync(file);
  if (gid !== sandboxUser.gid) fs.chownSync(file, uid, sandboxUser.gid);
  if ((mode & rights) !== rights) fs.chmodSync(file, (mode & 0o7777) | rights);
}
