// Finds the processes of queries and lookups of a service that runs in this process, through /proc (proc(5)).
import fs from 'node:fs';
import process from 'node:process';
import { setTimeout as untilNextLook } from 'node:timers/promises';

/** Their process ids; of one that another program confines, that program's. @param program the one that they run */
export function sandboxes(program = 'queries/query-process.ts'): number[] {
  return processes().filter(pid => parentOf(pid) === process.pid && read(pid, 'cmdline').includes(program));
}

/** The process itself, where other programs confine it. */
export function inside(pid: number): number {
  const child = processes().find(each => parentOf(each) === pid);
  return child === undefined ? pid : inside(child);
}

function processes(): number[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

export function residentBytes(pid: number): number {
  return Number(read(inside(pid), 'statm').split(' ')[1]) * 4096;
}

/** Resolves when a query process has computed for 1.5 s. On a slow machine starting takes as long; a process that is ready computes
 * only for a query. */
export async function busySandbox(): Promise<void> {
  const ticks = (pid: number) => Number(fieldsOf(inside(pid))[11]) + Number(fieldsOf(inside(pid))[12]);
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
