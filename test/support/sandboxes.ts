// Finds the query processes of a service that runs in this process, through /proc (proc(5)).
import fs from 'node:fs';
import process from 'node:process';
import { setTimeout as untilNextLook } from 'node:timers/promises';

/** The process ids of the query processes. */
export function sandboxes(): number[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(
      pid => fieldsOf(pid)[1] === String(process.pid) && read(pid, 'cmdline').includes('queries/query-process.ts'),
    );
}

export function residentBytes(pid: number): number {
  return Number(read(pid, 'statm').split(' ')[1]) * 4096;
}

/** Resolves when a query process runs a query: it has used more processor time than starting takes. */
export async function busySandbox(): Promise<void> {
  const ticks = (pid: number) => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12]);
  const before = new Map(sandboxes().map(pid => [pid, ticks(pid)]));
  while (!sandboxes().some(pid => ticks(pid) - (before.get(pid) ?? 0) > 150)) {
    await untilNextLook(20);
  }
}

/** The fields of `stat` after the program's name: state, parent, … */
function fieldsOf(pid: number): string[] {
  return read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function read(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // it has ended
  }
}
