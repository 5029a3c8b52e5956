// Processes of a deployment report the configuration that they run with; doctor compares, and SIGHUP lets them take up another one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPostgres, usePostgres } from '../../support/servers/servers.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');

describe.skipIf(noPostgres)(`a worker${noPostgres ? ` (skipped: ${noPostgres})` : ''}`, () => {
  let postgres: Awaited<ReturnType<typeof usePostgres>>;
  let url: string;
  let command: CommandLine;
  let worker: ChildProcess;
  let log: AsyncIterator<string>;

  const configure = (schedule: string, ...more: string[]) => {
    const source = (id: string) => ({ id, connector: 'custom-application', settings: { folder: id } });
    const sources = [{ ...source('one'), schedule }, ...more.map(source)];
    const text = JSON.stringify({ data_dir: 'data', database_url: url, queue_url: url, sources });
    fs.writeFileSync(path.join(command.folder, 'rolecall.yaml'), text);
  };
  const logged = async (text: string) => {
    for (;;) {
      const { value, done } = await log.next();
      if (done) throw new Error(`the log ended before ${text}`);
      if (value.includes(text)) return JSON.parse(value);
    }
  };
  const findings = async () => {
    const { stdout } = await command.runApart(['doctor']);
    return stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
  };
  /** What doctor says about the configuration of the worker. */
  const diagnosis = async () =>
    (await findings()).find(({ what }) => what.startsWith(`configuration of work ${worker.pid} on `));

  beforeAll(async () => {
    postgres = await usePostgres();
    url = await postgres.createDatabase();
    command = commandLine({ url: '', clientId: '', clientSecret: '' });
    fs.mkdirSync(path.join(command.folder, 'one'));
    configure('0 3 * * *');
    worker = spawn(process.execPath, [cli, 'work'], { cwd: command.folder });
    worker.stdout!.resume();
    log = readline.createInterface({ input: worker.stderr! })[Symbol.asyncIterator]();
  });
  afterAll(async () => {
    worker?.kill('SIGTERM');
    if (worker && worker.exitCode === null) await once(worker, 'exit');
    command?.remove();
    await postgres?.stop();
  });

  it('reports its configuration, and takes up another one at SIGHUP', async () => {
    const { configuration } = await logged('working');
    expect(await diagnosis()).toMatchObject({ verdict: 'ok', message: configuration });
    configure('0 4 * * *');
    expect(await diagnosis()).toMatchObject({
      verdict: 'warning',
      message: expect.stringMatching(
        `^${configuration}, but that of this file is [0-9a-f]{12}: send it SIGHUP \\(kill -HUP ${worker.pid}\\)`,
      ),
    });
    for (const args of [['reload'], ['sync', 'one', '--reload']])
      expect((await command.runApart(args)).stderr).toContain('send SIGHUP to each `rolecall serve`');
    configure('0 4 * * *', 'two');
    const { code, stderr } = await command.runApart(['sync', 'two']);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^note: configuration of work ${worker.pid} on .*: send it SIGHUP`, 'm'));
    expect(stderr).toContain(
      'two: source two is not in the configuration of the process that took the run; if it is new',
    );
    fs.writeFileSync(path.join(command.folder, 'rolecall.yaml'), 'wrong: {}\n');
    worker.kill('SIGHUP');
    const { err } = await logged('the former one stays in force');
    expect(err).toEqual({ type: 'OperatorError', message: expect.stringContaining('unknown key `wrong`') });
    configure('0 4 * * *');
    worker.kill('SIGHUP');
    const { digest } = await logged('took up the configuration file');
    expect(digest).not.toBe(configuration);
    await expect.poll(diagnosis).toMatchObject({ verdict: 'ok', message: digest });
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    expect(await diagnosis()).toBeUndefined();
    // Nothing takes jobs now, and `jobs` and `doctor` say the same about it.
    const { problems } = JSON.parse((await command.runApart(['runs', 'status'])).stdout);
    expect(problems).toContainEqual({
      what: 'workers',
      verdict: 'error',
      message: expect.stringMatching(/^no process takes the jobs .*`extract`/),
    });
    expect(await findings()).toEqual(expect.arrayContaining(problems));
  });
});
