// A real 389 Directory Server for tests: the machine's ns-slapd on an instance of its own, on a free loopback port. The server's tools
// make the instance, and need its configuration below /etc/dirsrv, so only root can run it.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../servers/free-port.ts';
import { until } from '../until.ts';

const server = '/usr/sbin/ns-slapd';
const python = '/usr/bin/python3';

/** Why this machine cannot run a server; undefined when it can. */
export const server389Missing: string | undefined =
  !fs.existsSync(server) || spawnSync(python, ['-c', 'import lib389']).status !== 0
    ? 'no ns-slapd with lib389 (Debian package 389-ds-base)'
    : process.getuid?.() === 0
      ? undefined
      : 'only root can make an instance of 389 Directory Server';

const manager = ['-x', '-D', 'cn=Directory Manager', '-w', 'managersecret'];
const suffix = 'dc=example,dc=org';

export interface Server389 {
  readonly url: string;
  /** As the directory manager: changes in LDIF. */
  modify(ldif: string): Promise<void>;
  /** What the server says to a bind: undefined when it succeeds. */
  bind(dn: string, password: string): Promise<string | undefined>;
  /** What the server's tool `dsidm` prints. */
  tool(...words: string[]): Promise<string>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

export async function startServer389(): Promise<Server389> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'rolecall-389-'));
  const name = path.basename(folder).toLowerCase();
  const configuration = `/etc/dirsrv/slapd-${name}`;
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  await run(python, [path.join(import.meta.dirname, 'make_server_389.py'), name, folder, String(port), suffix]);
  const pidFile = `/run/dirsrv/slapd-${name}.pid`;
  const end = async () => {
    const pid = Number(fs.readFileSync(pidFile, 'utf8'));
    process.kill(pid, 'SIGTERM');
    await until(
      () => fs.existsSync(`/proc/${pid}`),
      isThere => !isThere,
    );
  };
  return {
    url,
    async modify(ldif) {
      const changing = run('ldapmodify', [...manager, '-H', url]);
      changing.child.stdin!.end(ldif);
      await changing;
    },
    bind: (dn, password) =>
      run('ldapwhoami', ['-x', '-H', url, '-D', dn, '-w', password]).then(
        () => undefined,
        error => String(error.stderr).trim(),
      ),
    tool: async (...words) => (await run('/usr/sbin/dsidm', [name, '-b', suffix, ...words])).stdout,
    async restart() {
      await end();
      await run(server, ['-D', configuration, '-i', pidFile]);
      await until(
        () =>
          run('ldapwhoami', [...manager, '-H', url]).then(
            () => true,
            () => false,
          ),
        answers => answers,
      );
    },
    async stop() {
      await end();
      for (const made of [folder, configuration, pidFile]) fs.rmSync(made, { recursive: true, force: true });
    },
  };
}
