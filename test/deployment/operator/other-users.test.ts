// Other users of the machine: they read nothing of a deployment, and cannot impersonate the service.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operator } from '../../../src/deployment/operator/commands.ts';
import {
  connectOperator,
  controlSocketPath,
  fetchBackup,
  serveControl,
} from '../../../src/deployment/operator/control-socket.ts';
import { sandboxUser } from '../../../src/sandbox/sandbox-user.ts';
import { keepToOwner } from '../../../src/storage/workspace.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
const stranger = 65_534;
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? '' : '; skipped: only root can become another user';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  // The way there is open; what is tested is the data directory's own.
  fs.chmodSync(folder, 0o755);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
const made = (name: string, mode: number) => {
  const made = path.join(folder, name);
  fs.mkdirSync(made);
  fs.chmodSync(made, mode);
  return made;
};

/** Whether others than the owner and the user of the sandbox have rights. */
function isOpen(file: string): boolean {
  const { mode, uid, gid } = fs.lstatSync(file);
  const isOfSandbox = uid === sandboxUser.uid || gid === sandboxUser.gid;
  return (mode & fs.constants.S_IFMT) !== fs.constants.S_IFLNK && (mode & (isOfSandbox ? 0o007 : 0o077)) !== 0;
}

describe('a data directory that was there', () => {
  const data = () => path.join(folder, 'data');
  beforeAll(async () => {
    made('data', 0o755);
    const config = path.join(folder, 'rolecall.yaml');
    fs.writeFileSync(config, 'data_dir: data\nsources: []\n');
    const running = spawn(process.execPath, [cli, 'up', '--config', config, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.stdout.resume();
    await until(
      () => fs.existsSync(path.join(data(), 'dev-client.json')),
      isThere => isThere,
    );
    running.kill('SIGTERM');
    await once(running, 'exit');
  });

  it('is its owner’s alone, with all that is in it', () => {
    expect(modeOf(data())).toBe(0o700);
    const inside = fs.globSync('**', { cwd: data() }).map(name => path.join(data(), name));
    expect(inside.length).toBeGreaterThan(10);
    // PGlite writes its cache of the catalogue with rights of its own; its folder is closed.
    const ours = inside.filter(file => path.basename(file) !== 'pg_internal.init');
    expect(ours.filter(isOpen)).toEqual([]);
  });

  it.runIf(isRoot)(`is closed to another user${asRoot}`, () => {
    for (const file of ['', 'dev-client.json', 'state']) {
      const { status, stderr } = spawnSync('ls', [path.join(data(), file)], { uid: stranger, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Permission denied') });
    }
  });
});

it.runIf(isRoot)(`a data directory of another user that all may read is refused${asRoot}`, () => {
  const theirs = made('theirs', 0o777);
  const module = new URL('../../../src/storage/workspace.ts', import.meta.url).href;
  const program = `import(${JSON.stringify(module)}).then(found => found.keepToOwner(${JSON.stringify(theirs)}))`;
  const { stderr } = spawnSync(process.execPath, ['--eval', program], { uid: stranger, cwd: '/', encoding: 'utf8' });
  if (/EACCES|ERR_MODULE_NOT_FOUND/.test(stderr)) return;
  expect(stderr).toMatch(/theirs belongs to user 0, and every user of this machine may read it\. Name a folder in it/);
});

it('a data directory with a group of its own keeps its other bits', () => {
  const shared = made('shared', 0o2750);
  fs.chmodSync(shared, 0o2750);
  keepToOwner(shared);
  expect(fs.statSync(shared).mode & 0o7777).toBe(0o2700);
});

describe('the control socket', () => {
  const operator = { listClients: async () => [{ name: 'one' }] } as unknown as Operator;
  const serve = (data: string) => serveControl(data, operator, async () => '');

  it('lies in the data directory however long its path is', async () => {
    const data = path.join(made('long', 0o700), 'x'.repeat(90), 'y'.repeat(90));
    fs.mkdirSync(data, { recursive: true, mode: 0o700 });
    const before = fs.readdirSync(os.tmpdir()).filter(name => name.endsWith('.sock'));
    const served = await serve(data);
    try {
      expect(fs.lstatSync(path.join(data, 'control.sock')).isSocket()).toBe(true);
      expect(modeOf(path.join(data, 'control.sock')) & 0o077).toBe(0);
      expect(fs.readdirSync(os.tmpdir()).filter(name => name.endsWith('.sock'))).toEqual(before);
      expect(await (await connectOperator(data))!.listClients({})).toEqual([{ name: 'one' }]);
    } finally {
      await served.close();
    }
    expect(fs.readdirSync(data)).toEqual([]);
    expect(await connectOperator(data)).toBeUndefined();
    expect(fs.readdirSync('/proc/self/fd').filter(each => linkOf(each) === data)).toEqual([]);
  });

  it('is not used where others may write', async () => {
    const data = made('writable', 0o700);
    const served = await serve(data);
    try {
      fs.chmodSync(data, 0o777);
      await expect(connectOperator(data)).rejects.toThrow(/others may write to the folder .* nothing was sent/);
      await expect(fetchBackup(data)).rejects.toThrow(/another user could impersonate the service/);
    } finally {
      await served.close();
    }
  });

  it.runIf(isRoot)(`of another user is not used${asRoot}`, async () => {
    const data = made('stolen', 0o700);
    const asked: string[] = [];
    const server = net.createServer(socket => socket.on('data', bytes => asked.push(String(bytes))));
    await new Promise<void>(resolve => server.listen(controlSocketPath(data), resolve));
    try {
      fs.chownSync(controlSocketPath(data), stranger, stranger);
      await expect(connectOperator(data)).rejects.toThrow(/control\.sock belongs to user 65534, not to 0/);
      fs.rmSync(controlSocketPath(data));
      fs.writeFileSync(controlSocketPath(data), '');
      await expect(connectOperator(data)).rejects.toThrow(/control\.sock is no socket/);
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });
});

function linkOf(descriptor: string): string | undefined {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
