// The history of the prompt, stored in a file that only its user can read.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const linesKept = 1000;

/** The path of the history (XDG Base Directory Specification 0.8, which says to ignore relative folders). */
export function historyFile(environment: NodeJS.ProcessEnv = process.env): string {
  const state = environment['XDG_STATE_HOME'];
  const folder = state !== undefined && path.isAbsolute(state) ? state : path.join(os.homedir(), '.local/state');
  return path.join(folder, 'rolecall/query-history');
}

/** The newest line first, as readline expects; empty when there is no history or it cannot be read. */
export function readHistory(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).toReversed();
  } catch {
    return [];
  }
}

/** @param lines the newest first. A failure to write is ignored; then there is no history. */
export function writeHistory(file: string, lines: readonly string[]): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}`;
    const text = lines.slice(0, linesKept).toReversed().join('\n');
    fs.writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
    fs.renameSync(unfinished, file);
  } catch {}
}
