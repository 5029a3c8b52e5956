// Commands that the program prints, in a form that can be pasted into a shell.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const program = path.join(import.meta.dirname, '../../bin/rolecall');

/** A text as one word of a command line for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** How this program is called here: through npm in its own folder, by its name where the shell finds that, or by its path. */
export function ownCommand(environment = process.env): string {
  if (environment['npm_lifecycle_event'] !== undefined) return 'npm run --silent rolecall --';
  const folders = (environment['PATH'] ?? '').split(path.delimiter);
  const found = folders.some(folder => fs.existsSync(path.join(folder, 'rolecall')));
  return found ? 'rolecall' : shellWord(program);
}
