// A real domain controller of Samba for tests, which is compatible with Active Directory. Its ports are fixed, so it gets a loopback
// address of its own, for which it must run as root.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.ts';
import { type LdifEntry, parseLdif } from './ldif.ts';

const programs = ['/usr/sbin/samba', '/usr/bin/samba-tool', '/usr/bin/ldapsearch', '/usr/share/samba/setup/ad-schema'];
const absent =
  programs.find(file => !fs.existsSync(file)) ??
  (['/sbin/ip', '/usr/sbin/ip', '/bin/ip', '/usr/bin/ip'].some(file => fs.existsSync(file)) ? undefined : 'ip');

/** Beside busy tests a domain controller has taken more than a minute to answer. */
const startPatienceMs = 150_000;

/** Why this machine cannot run a domain controller; undefined when it can. */
export const sambaMissing: string | undefined =
  absent !== undefined
    ? `no ${absent} (Debian packages samba-ad-dc, samba-dsdb-modules, samba-ad-provision, ldap-utils, iproute2)`
    : process.getuid!() !== 0
      ? 'a domain controller needs port 389, and so root'
      : undefined;

export const realm = 'corp.example.org';
export const domainDn = 'DC=corp,DC=example,DC=org';
export const domainAdmin = { bind_dn: `administrator@${realm}`, bind_password: 'Passw0rd!23' } as const;

export interface Samba {
  readonly url: string;
  /** For samba-tool: `-H tdb://…` of its database. */
  readonly database: string;
  search(filter: string, attributes?: readonly string[], parameters?: readonly string[]): Promise<LdifEntry[]>;
  /** ldapmodify, as the administrator. */
  modify(ldif: string): Promise<void>;
  /** Change an attribute that LDAP clients may not change, as the system. */
  modifyAsSystem(dn: string, attribute: string, value: Buffer): Promise<void>;
  /** What samba-tool prints. */
  tool(...parameters: readonly string[]): Promise<string>;
  /** Kill it with SIGKILL. It cannot be started again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** @param prepare changes the database before the server starts */
export async function startSamba(
  prepare: (database: string, configuration: string) => void = () => {},
): Promise<Samba> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'rolecall-samba-'));
  // Files that run at the same time have different processes.
  const address = `127.77.${Math.floor(process.pid / 250) % 250}.${1 + (process.pid % 250)}`;
  execFileSync('ip', ['addr', 'replace', `${address}/32`, 'dev', 'lo'], { stdio: 'pipe' });
  const remove = () => {
    execFileSync('ip', ['addr', 'del', `${address}/32`, 'dev', 'lo'], { stdio: 'pipe' });
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const options = [`interfaces=${address}/32`, 'bind interfaces only=yes'].map(option => `--option=${option}`);
  const configuration = path.join(folder, 'etc/smb.conf');
  const database = path.join(folder, 'private/sam.ldb');
  try {
    execFileSync(
      'samba-tool',
      [
        ...['domain', 'provision', `--targetdir=${folder}`, `--realm=${realm.toUpperCase()}`, '--domain=CORP'],
        ...['--server-role=dc', '--dns-backend=NONE', '--use-rfc2307', `--adminpass=${domainAdmin.bind_password}`],
        ...[`--host-ip=${address}`, '--host-name=dc1', ...options],
      ],
      { stdio: 'pipe' },
    );
    configure(configuration, folder);
    prepare(database, configuration);
  } catch (error) {
    remove();
    throw error;
  }
  const server: ChildProcess = spawn('samba', ['-F', '--no-process-group', '-M', 'single', '-s', configuration], {
    cwd: folder,
    stdio: 'ignore',
  });
  const url = `ldap://${address}`;
  const bind = ['-x', '-H', url, '-D', domainAdmin.bind_dn, '-w', domainAdmin.bind_password];
  const run = promisify(execFile);
  const samba: Samba = {
    url,
    database,
    async search(filter, attributes = [], parameters = []) {
      const arrangement = ['-o', 'ldif-wrap=no', '-LLL', '-E', 'pr=1000/noprompt', '-b', domainDn, ...parameters];
      const { stdout } = await run('ldapsearch', [...bind, ...arrangement, filter, ...attributes], {
        maxBuffer: 1024 ** 3,
      });
      return parseLdif(stdout);
    },
    async modify(ldif) {
      const running = run('ldapmodify', bind);
      running.child.stdin!.end(ldif);
      await running;
    },
    async modifyAsSystem(dn, attribute, value) {
      await run('/usr/bin/python3', [
        '-c',
        systemChange,
        database,
        configuration,
        dn,
        attribute,
        value.toString('base64'),
      ]);
    },
    async tool(...parameters) {
      const { stdout } = await run('samba-tool', [...parameters, '-H', database, '-s', configuration]);
      return stdout;
    },
    kill: () => end(server, 'SIGKILL'),
    async stop() {
      await end(server, 'SIGTERM');
      remove();
    },
  };
  await until(
    () => samba.search('(objectClass=domain)', ['1.1'], ['-s', 'base']).catch(() => undefined),
    found => found !== undefined,
    startPatienceMs,
  );
  return samba;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

const systemChange = `
import base64, sys, ldb
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
url, configuration, dn, attribute, value = sys.argv[1:]
lp = LoadParm()
lp.load(configuration)
sam = SamDB(url=url, session_info=system_session(lp), lp=lp)
change = ldb.Message(ldb.Dn(sam, dn))
change[attribute] = ldb.MessageElement(base64.b64decode(value), ldb.FLAG_MOD_REPLACE, attribute)
sam.modify(change, ['relax:0'])
`;

/** Only what LDAP needs, with everything in the folder, and simple binds without TLS. */
function configure(file: string, folder: string): void {
  const text = fs.readFileSync(file, 'utf8');
  const global = text
    .slice(0, text.indexOf('[homes]'))
    .replace(/server services = .*/, 'server services = ldap, cldap, kdc, rpc')
    .replace(/log file = .*/, `log file = ${folder}/log.%m`);
  const own = [
    'ldap server require strong auth = no',
    `pid directory = ${folder}/run`,
    `ncalrpc dir = ${folder}/ncalrpc`,
  ];
  fs.writeFileSync(file, `${global}${own.map(line => `\t${line}\n`).join('')}`);
  for (const name of ['run', 'ncalrpc']) fs.mkdirSync(path.join(folder, name), { recursive: true });
}
