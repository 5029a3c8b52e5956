// What a process of the sandbox can reach outside itself, tested from inside for each means of confinement on the machine.
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confinement as findings } from '../../src/cli/service/confinement.ts';
import { createQueryRunner } from '../../src/queries/runner.ts';
import { type Confinement, candidatesIn, findConfinement, protections, works } from '../../src/sandbox/confinement.ts';
import { letWrite, own as makeOwn, sandboxUser } from '../../src/sandbox/sandbox-user.ts';
import { seccompFilter } from '../../src/sandbox/seccomp.ts';
import { sandboxes } from '../support/sandboxes.ts';
import { everyType } from '../support/scripted-source.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Starts a program confined, which may write to its own folder and to `shared`. */
function start(confinement: Confinement, program: string, shared: string): ChildProcess {
  const own = fs.mkdtempSync(path.join(folder, 'own-'));
  if (confinement.inForce.has('user')) {
    makeOwn(own);
    letWrite(shared);
  }
  const { command, args, inherits, pidDescriptor } = confinement.launch([process.execPath, '--eval', program], {
    folder: own,
    read: [],
    write: [shared],
  });
  const descriptor = inherits && fs.openSync(inherits.file, 'r');
  const report = pidDescriptor === undefined ? 'ignore' : 'pipe';
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'ignore', descriptor ?? 'ignore', report];
  const running = spawn(command, [...args], { cwd: own, env: {}, stdio });
  if (descriptor !== undefined) fs.closeSync(descriptor);
  const information: unknown = running.stdio.at(5);
  if (information instanceof net.Socket) information.resume();
  return running;
}

/** The output of a program that ran confined: for each attempt its answer or the code of its error. */
async function attempts(
  confinement: Confinement,
  tried: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const shared = fs.mkdtempSync(path.join(folder, 'shared-'));
  const program = `
    const fs = require('node:fs'), os = require('node:os'), net = require('node:net'), child = require('node:child_process');
    const shared = ${JSON.stringify(shared)};
    const tried = { ${Object.entries(tried)
      .map(([name, expression]) => `${JSON.stringify(name)}: async () => ${expression}`)
      .join(', ')} };
    (async () => {
      const found = {};
      for (const [name, run] of Object.entries(tried)) {
        try { found[name] = String(await run()); } catch (error) { found[name] = error.code ?? error.message; }
      }
      console.log(JSON.stringify(found));
    })();`;
  return JSON.parse(await text(start(confinement, program, shared).stdout!));
}

/** Folders with other versions of the programs than the machine's, to test them. */
const folders = process.env['ROLECALL_TEST_TOOLS']?.split(':');
const refused = expect.stringMatching(/^(EACCES|EPERM|ENOENT|ESRCH|ENETUNREACH|EROFS|EAI_AGAIN)$/);
const whole = [
  'bubblewrap as root (own user, namespaces, seccomp)',
  'setpriv (Landlock, seccomp)',
  'bubblewrap (namespaces, seccomp)',
].map(means => {
  const candidate = candidatesIn(folders).find(each => each.means === means);
  return [means, candidate && works(candidate) ? candidate : undefined] as const;
});

for (const [means, confinement] of whole) {
  describe.skipIf(!confinement)(`${means}${confinement ? '' : '; skipped: the machine does not have it'}`, () => {
    it('leaves a process what it needs', async () => {
      const found = await attempts(confinement!, {
        'own file': "(fs.writeFileSync('a', 'x'), fs.readFileSync('a', 'utf8'))",
        'shared file': "(fs.writeFileSync(shared + '/b', 'y'), fs.readFileSync(shared + '/b', 'utf8'))",
        'a pipe': "child.execFileSync('mkfifo', ['p'], { env: { PATH: '/usr/bin:/bin' } }).length",
        threads: 'new (require("node:worker_threads").Worker)("1", { eval: true }).threadId > 0',
      });
      expect(found).toEqual({ 'own file': 'x', 'shared file': 'y', 'a pipe': '0', threads: 'true' });
    });

    it('keeps it from files, other processes, the network and privileges', async () => {
      const secret = path.join(folder, 'secret');
      fs.writeFileSync(secret, 'key');
      const server = net.createServer().listen(0, '127.0.0.1');
      const local = net.createServer().listen(path.join(folder, 'control.sock'));
      await Promise.all([once(server, 'listening'), once(local, 'listening')]);
      const { port } = server.address() as net.AddressInfo;
      const connecting = (options: object) =>
        `new Promise((resolve, reject) => net.connect(${JSON.stringify(options)}, () => resolve('connected')).once('error', reject))`;
      try {
        const found = await attempts(confinement!, {
          'a secret': `fs.readFileSync(${JSON.stringify(secret)}, 'utf8')`,
          'changing a secret': `fs.appendFileSync(${JSON.stringify(secret)}, 'x')`,
          'users of the machine': "fs.readFileSync('/etc/passwd', 'utf8').length",
          'what is in a folder': `fs.readdirSync(${JSON.stringify(import.meta.dirname)}).length`,
          'the program': `fs.appendFileSync(${JSON.stringify(path.resolve('package.json'))}, ' ')`,
          'the owner’s environment': `fs.readFileSync('/proc/${process.pid}/environ').length`,
          'the owner’s memory': `fs.closeSync(fs.openSync('/proc/${process.pid}/mem', 'r'))`,
          'a signal to the owner': `process.kill(${process.pid}, 0)`,
          'the machine’s settings': "fs.closeSync(fs.openSync('/proc/sys/kernel/core_pattern', 'r+'))",
          'a connection': connecting({ port, host: '127.0.0.1' }),
          'a local socket': connecting({ path: path.join(folder, 'control.sock') }),
          listening:
            "new Promise((resolve, reject) => net.createServer().once('error', reject).listen(0, () => resolve('listens')))",
        });
        for (const [what, answer] of Object.entries(found)) expect([what, answer]).toEqual([what, refused]);
        const { privileges, filter, capabilities, users } = await attempts(confinement!, {
          privileges: "/NoNewPrivs:\\s*(\\d)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]",
          filter: "/Seccomp:\\s*(\\d)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]",
          users:
            "fs.readFileSync('/proc/self/status', 'utf8').match(/(?<=^[UG]id:|^Groups:).*/gm).map(line => line.trim().replaceAll('\\t', ' ')).join(';')",
          capabilities: "/CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]",
        });
        expect({ privileges, filter }).toEqual({ privileges: '1', filter: '2' });
        if (confinement!.inForce.has('user')) {
          const everyUser = Array(4).fill(sandboxUser.uid).join(' ');
          expect({ capabilities, users }).toEqual({
            capabilities: '0'.repeat(16),
            users: `${everyUser};${everyUser};`,
          });
        }
        expect(fs.readFileSync(secret, 'utf8')).toBe('key');
      } finally {
        server.close();
        local.close();
      }
    });

    it('ends it when the confining program is killed', async () => {
      const shared = fs.mkdtempSync(path.join(folder, 'shared-'));
      const running = start(confinement!, "console.log('runs'); setInterval(() => {}, 1000)", shared);
      await once(running.stdout!, 'data');
      running.kill('SIGKILL');
      // The output closes when no process holds it any more.
      await once(running, 'close');
    });

    it('works as an ordinary user too', async context => {
      if (process.getuid?.() !== 0) return context.skip('the tests above ran as one');
      if (confinement!.inForce.has('user')) return context.skip('an ordinary user cannot become another one');
      const module = new URL('../../src/sandbox/confinement.ts', import.meta.url).href;
      const program = `import(${JSON.stringify(module)}).then(({ candidatesIn, works }) =>
        console.log(works(candidatesIn(${JSON.stringify(folders)}).find(each => each.means === ${JSON.stringify(means)}))))`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--eval', program], {
        uid: 65_534,
        gid: 65_534,
        cwd: '/',
        env: { PATH: process.env['PATH'] },
        encoding: 'utf8',
      });
      // When other users may not read the folder of the program itself, this cannot be tested.
      if (/EACCES|ERR_MODULE_NOT_FOUND|Permission denied/.test(stderr))
        return context.skip('the program is out of reach');
      expect(stdout.trim()).toBe('true');
    });
  });
}

it('says of each protection whether it is in force, and what to do', () => {
  const found = findConfinement();
  expect(findings(found).map(({ verdict }) => verdict)).toEqual(
    protections.map(each =>
      found.inForce.has(each) || (each === 'user' && process.getuid?.() !== 0) ? 'ok' : 'warning',
    ),
  );
  const none = findings({ means: 'nothing', inForce: new Set(), launch: found.launch });
  expect(none.map(({ what, verdict }) => [what, verdict])).toEqual(
    protections.map(each => [`confinement: ${each}`, each === 'user' && process.getuid?.() !== 0 ? 'ok' : 'warning']),
  );
  for (const { message } of none.slice(1)) expect(message).toMatch(/install util-linux 2\.41 .* or bubblewrap/);
});

it('has a filter for the processors that the program runs on, and none for others', () => {
  expect([seccompFilter('x64')!.length % 8, seccompFilter('arm64')!.length % 8]).toEqual([0, 0]);
  expect(seccompFilter('s390x')).toBeUndefined();
});

describe('the processes of a service', () => {
  let test: TestService;
  beforeAll(async () => {
    process.env['ROLECALL_TEST_SECRET'] = 'never to be seen';
    test = await startService({ sources: { one: everyType(1) }, synced: true });
  });
  afterAll(async () => {
    delete process.env['ROLECALL_TEST_SECRET'];
    await test.close();
  });

  it('have nothing of the environment of the service', async () => {
    const token = await test.token();
    const payload = { query_string: 'SELECT count(*) FROM accounts' };
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await test.app.inject({ method: 'POST', url: '/v1/query/execute', headers, payload });
    expect(statusCode).toBe(200);
    const pids = sandboxes();
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) {
      const names = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(names.map(each => each.split('=')[0]).sort()).toEqual(
        expect.not.arrayContaining(['ROLECALL_TEST_SECRET', 'PATH', 'HOME']),
      );
    }
  });

  const elsewhere = '/var/tmp';
  it('read versions on another file system, where hard links are impossible', async context => {
    if (fs.statSync(test.folder).dev === fs.statSync(path.dirname(elsewhere)).dev) {
      return context.skip('there is one file system only');
    }
    const scratch = fs.mkdtempSync(path.join(elsewhere, 'scratch-'));
    const mebibyte = 1024 ** 2;
    const runner = createQueryRunner({
      processes: 1,
      processesOfClient: 1,
      waiting: 10,
      waitingOfClient: 10,
      timeMs: 30_000,
      streamTimeMs: 30_000,
      memoryBytes: 256 * mebibyte,
      diskBytes: 64 * mebibyte,
      resultBytes: 64 * mebibyte,
      folder: path.join(scratch, 'queries'),
      onWarning: () => {},
    });
    try {
      const query = {
        clientId: 'one',
        text: 'SELECT count(*) FROM accounts',
        parameters: {},
        model: 'service_identity',
        versionFolder: test.service.tenant().catalogue.current()!.folder,
        visible: undefined,
      };
      const { rows } = await runner.page(query, { offset: 0, size: 10 }, new AbortController().signal);
      expect(Buffer.concat(rows).toString()).toBe('[1]');
    } finally {
      await runner.close();
      fs.rmSync(scratch, { recursive: true, force: true });
    }
  });
});
