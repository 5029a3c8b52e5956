// `rolecall up` in a process of its own that is killed and started again. Its output is kept, so that a test can say why it ended.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');

export interface KilledProgram {
  /** Start it, and wait until it is up. @throws Error with its output when it ends instead */
  start(): Promise<void>;
  /** Start it, and kill it after that time, wherever it is. */
  startBriefly(milliseconds: number): Promise<void>;
  kill(): Promise<void>;
  /** Run another command of the same deployment. */
  run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
}

export function killedProgram(config: string, env: NodeJS.ProcessEnv): KilledProgram {
  const options = { env: { ...process.env, ...env } };
  const argsOf = (args: readonly string[]) => [
    '--disable-warning=ExperimentalWarning',
    cli,
    '--config',
    config,
    ...args,
  ];
  let child: ChildProcess | undefined;
  let output = '';

  function launch(): ChildProcess {
    output = '';
    const started = spawn(process.execPath, argsOf(['up']), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', chunk => {
        output = (output + chunk).slice(-8_000);
      });
    }
    child = started;
    return started;
  }

  async function kill(): Promise<void> {
    const started = child!;
    if (started.exitCode !== null) throw new Error(`rolecall up ended with ${started.exitCode}: ${output}`);
    if (started.signalCode !== null) return;
    const exited = once(started, 'exit');
    started.kill('SIGKILL');
    await exited;
  }

  return {
    async start() {
      const started = launch();
      const up = Promise.withResolvers<void>();
      started.stdout!.on('data', () => output.includes('Rolecall is up.') && up.resolve());
      started.once('exit', code => up.reject(new Error(`rolecall up ended with ${code}: ${output}`)));
      await up.promise;
    },
    async startBriefly(milliseconds) {
      launch();
      await new Promise(resolve => setTimeout(resolve, milliseconds));
      await kill();
    },
    kill,
    run: (...args) =>
      new Promise(resolve => {
        execFile(process.execPath, argsOf(args), options, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
        );
      }),
  };
}
