// How many files the operating system lets this process open. Versions, the embedded database and connections need some hundred.
import fs from 'node:fs';
import { OperatorError } from '../errors.ts';

/** An idle service has about 200 files open, and each version that is read a few more. */
const leastOpenFiles = 512;

/** @throws OperatorError when the limit is too low: the service would fail later, in the middle of its work */
export function requireOpenFiles(): void {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= leastOpenFiles) return;
  throw new OperatorError(
    `this process may open ${limit} files, and the service needs ${leastOpenFiles}; raise the limit: \`ulimit -n 4096\`, or LimitNOFILE=4096 in its systemd unit`,
  );
}

/** Node.js raises the limit to what the system allows before it runs the program; undefined where it cannot be read, or there is none. */
function openFilesLimit(): number | undefined {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'));
    return line ? Number(line[1]) : undefined;
  } catch {
    return undefined;
  }
}
