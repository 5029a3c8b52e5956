// Where a test run keeps its files: memory when the machine has enough of it. Tests sync thousands of small files to disk, and
// what is measured and waited for then is the disk that the machine's other users also wait for. Nothing here has to survive
// the machine: a process that is killed loses nothing that it wrote.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
/** Many times what a run was seen to take. */
const neededBytes = 4 * 1024 ** 3;
const prefix = 'rolecall-run-';

/** Give everything that asks for a temporary folder, also in processes that tests start, one of this run; it is removed at the end. */
export default function setup(): () => void {
  const base = process.env['TMPDIR'] ?? (isRoomy() ? memory : os.tmpdir());
  removeThoseOfTheDead(base);
  const folder = path.join(base, `${prefix}${process.pid}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  // Entered by the user that PostgreSQL runs as.
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

/** A run that was killed could not remove its folder, and memory is not given back by itself. */
function removeThoseOfTheDead(base: string): void {
  for (const name of fs.readdirSync(base).filter(each => each.startsWith(prefix))) {
    if (!fs.existsSync(`/proc/${name.slice(prefix.length)}`))
      fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
