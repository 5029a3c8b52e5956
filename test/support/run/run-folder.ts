// Chooses the folder for the files of a test run: in memory when the machine has enough of it. Tests sync thousands of small files,
// and would wait for a disk that other users of the machine also use. The files need not survive a crash of the machine; when only
// a process is killed, what it wrote stays in memory.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
/** Many times the space that a run has used. */
const neededBytes = 4 * 1024 ** 3;
const prefix = 'rolecall-run-';

/** Put all temporary folders, also those of started processes, below one folder of this run, which is removed at the end. */
export default function setup(): () => void {
  const base = process.env['TMPDIR'] ?? (isRoomy() ? memory : os.tmpdir());
  removeThoseOfTheDead(base);
  const folder = path.join(base, `${prefix}${process.pid}`);
  remove(folder);
  fs.mkdirSync(folder);
  // The user that PostgreSQL runs as must be able to enter it.
  fs.chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => remove(folder);
}

/** A container's /dev/shm often has 64 MB, and a small machine needs its memory for what the tests start. */
function isRoomy(): boolean {
  if (!fs.existsSync(memory)) return false;
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize >= neededBytes && os.freemem() >= neededBytes;
}

/** A killed run could not remove its folder, which would keep its memory in use. */
function removeThoseOfTheDead(base: string): void {
  for (const name of fs.readdirSync(base).filter(each => each.startsWith(prefix))) {
    if (!fs.existsSync(`/proc/${name.slice(prefix.length)}`)) remove(path.join(base, name));
  }
}

/** A folder that cannot be removed wastes space, but the tests do not depend on it. */
function remove(folder: string): void {
  try {
    unmountBelow(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.warn(`${folder} is left behind: ${(error as Error).message}`);
  }
}

/** The test of the full disk mounts a file system of its own, which it could not unmount if it was killed (proc(5), mountinfo). */
function unmountBelow(folder: string): void {
  if (!fs.existsSync('/proc/self/mountinfo')) return;
  const places = fs
    .readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map(line => line.split(' ')[4])
    .filter(place => place?.startsWith(`${folder}/`));
  for (const place of places) execFileSync('umount', ['--lazy', place!], { stdio: 'pipe' });
}
