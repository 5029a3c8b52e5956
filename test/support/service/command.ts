// The command line, which acts as the development client of a service.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Ended, runHere } from './command-here.ts';
import { temporaryFolder } from './service.ts';

export interface CommandLine {
  /** Folder of its configuration; also its home directory. */
  readonly folder: string;
  /** Run a command to its end in this process, with this on standard input. */
  run(args: readonly string[], input?: string | Buffer): Promise<Ended>;
  /** The same in a process of its own. */
  runApart(args: readonly string[], input?: string | Buffer): Promise<Ended>;
  start(args: readonly string[]): ChildProcessWithoutNullStreams;
  remove(): void;
}

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');

/** @param service base address and the credentials of a client */
export function commandLine(service: { url: string; clientId: string; clientSecret: string }): CommandLine {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'data'));
  fs.writeFileSync(path.join(folder, 'rolecall.yaml'), 'data_dir: data\n');
  fs.writeFileSync(
    path.join(folder, 'data/dev-client.json'),
    JSON.stringify({
      base_url: service.url,
      token_url: `${service.url}/oauth2/token`,
      audience: service.url,
      client_id: service.clientId,
      client_secret: service.clientSecret,
    }),
    { mode: 0o600 },
  );
  const config = path.join(folder, 'rolecall.yaml');
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: path.join(folder, 'state') };
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [cli, '--config', config, ...args], { cwd: folder, env });
  return {
    folder,
    start,
    run: (args, input = '') => runHere(['--config', config, ...args], { input, env }),
    async runApart(args, input = '') {
      const child = start(args);
      // A command that does not read its input may end before the input is written.
      child.stdin.on('error', () => {}).end(input);
      const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
      const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), exited]);
      return { stdout: stdout.toString(), stderr: stderr.toString(), code };
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** Run a command to its end in a folder, which is also its home directory, with a small environment. */
export async function commandAway(
  folder: string,
  args: readonly string[],
  { input = '', environment = {} } = {},
): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: folder, ...environment };
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env });
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), exited]);
  return { stdout: stdout.toString(), stderr: stderr.toString(), code };
}
