// Chooses the folder for the files of a test run: in memory when the machine has enough of it. Tests sync thousands of small files,
// and would wait for a disk that other users of the machine also use. The files need not survive a crash of the machine; when only
// a process is killed, what it wrote stays in memory.
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
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  // The user that PostgreSQL runs as must be able to enter it.
  fs.chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => fs.rmSync(folder, { recursive: true, force: true });
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
    if (!fs.existsSync(`/proc/${name.slice(prefix.length)}`))
      fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
