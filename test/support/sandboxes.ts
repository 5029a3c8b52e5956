// The query processes of a service that runs in this process, as the operating system shows them (proc(5)).
import fs from 'node:fs';
import process from 'node:process';
import { setTimeout as untilNextLook } from 'node:timers/promises';

/** Their process ids. */
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

/** Resolves when one of them is at work: it has used more processor time than starting takes. */
export async function busySandbox(): Promise<void> {
  const ticks = (pid: number) => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12]);
  const before = new Map(sandboxes().map(pid => [pid, ticks(pid)]));
  while (!sandboxes().some(pid => ticks(pid) - (before.get(pid) ?? 0) > 150)) {
    await untilNextLook(20);
  }
}

/** Fields of `stat` behind the program's name: state, parent, … */
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
