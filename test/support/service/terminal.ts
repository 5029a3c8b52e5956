// A command of the command line on a terminal of 80 columns, which `script` of util-linux makes.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandLine } from './command.ts';

export const hasScript = spawnSync('sh', ['-c', 'command -v script']).status === 0;
const program = path.resolve(import.meta.dirname, '../../../src/cli/main.ts');

/** @param command words of the shell @param answer what the person types @returns all that the terminal shows */
export async function onTerminal({ folder }: CommandLine, command: string, answer = ''): Promise<string> {
  const line = `stty cols 80; ${process.execPath} ${program} --config rolecall.yaml ${command}`;
  const env = { ...process.env, HOME: folder, NO_COLOR: '1' };
  const child = spawn('script', ['-qefc', line, '/dev/null'], { cwd: folder, env });
  child.stdin.write(answer);
  const shown = await text(child.stdout);
  child.stdin.end();
  return shown.replaceAll('\r', '');
}
