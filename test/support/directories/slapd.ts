// A real OpenLDAP server for tests: the machine's slapd on a fresh database in a temporary folder, on a free loopback port.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../servers/free-port.ts';
import { until } from '../until.ts';
import { type LdifEntry, parseLdif } from './ldif.ts';

const slapd = '/usr/sbin/slapd';

/** Why this machine cannot run a server; undefined when it can. */
export const slapdMissing: string | undefined = !fs.existsSync(slapd)
  ? `no ${slapd} (Debian package slapd)`
  : !fs.existsSync('/usr/bin/ldapsearch')
    ? 'no ldapsearch (Debian package ldap-utils)'
    : undefined;

export const suffix = 'dc=example,dc=org';
export const admin = { bind_dn: `cn=admin,${suffix}`, bind_password: 'secret' } as const;

export interface SlapdOptions {
  /** Lines of slapd.conf before the database: `security tls=1`. */
  readonly global?: readonly string[];
  /** Lines of its database: limits, access rules. */
  readonly database?: readonly string[];
  /** Loaded before the server starts (LDIF). */
  readonly ldif?: string;
  readonly suffix?: string;
  /** DN of the password policy of accounts without one of their own. */
  readonly policy?: string;
  /** Sync each change to the disk, as servers do that hold real data. */
  readonly durable?: boolean;
  /** Keep a log for {@link Slapd.askedAttributes} and {@link Slapd.searches}. */
  readonly logsRequests?: boolean;
  readonly tls?: { readonly ca: string; readonly certificate: string; readonly key: string };
}

export interface Slapd {
  /** `ldap://127.0.0.1:port` */
  readonly url: string;
  /** `ldaps://localhost:port`; only with `tls`. */
  readonly tlsUrl: string;
  readonly port: number;
  readonly suffix: string;
  /** What ldapsearch prints, as the administrator; `-o ldif-wrap=no -LLL` is set. */
  search(filter: string, attributes?: readonly string[], parameters?: readonly string[]): Promise<LdifEntry[]>;
  /** ldapmodify, as the administrator: changes in LDIF. */
  modify(ldif: string): Promise<void>;
  /** The attributes that clients have asked for. */
  askedAttributes(): string[];
  /** How many searches clients have sent. */
  searches(): number;
  /** Kill it with SIGKILL. */
  kill(): Promise<void>;
  /** Start it again on the same database. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSlapd(options: SlapdOptions = {}): Promise<Slapd> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'rolecall-slapd-'));
  fs.mkdirSync(path.join(folder, 'db'));
  const top = options.suffix ?? suffix;
  const configuration = path.join(folder, 'slapd.conf');
  fs.writeFileSync(configuration, configurationOf(folder, top, options));
  if (options.ldif !== undefined) {
    const file = path.join(folder, 'seed.ldif');
    fs.writeFileSync(file, options.ldif);
    execFileSync(slapd, ['-Ta', '-f', configuration, '-q', '-w', '-l', file], { stdio: 'pipe' });
  }
  const port = await freePort();
  const tlsPort = options.tls ? await freePort() : undefined;
  const url = `ldap://127.0.0.1:${port}`;
  const addresses = [`${url}/`, ...(tlsPort === undefined ? [] : [`ldaps://127.0.0.1:${tlsPort}/`])].join(' ');
  const log = path.join(folder, 'requests.log');
  let server: ChildProcess;
  async function start(): Promise<void> {
    const output = options.logsRequests ? fs.openSync(log, 'a') : 'ignore';
    // In the foreground, with a log of operations or without.
    const level = options.logsRequests ? 'stats' : '0';
    server = spawn(slapd, ['-f', configuration, '-h', addresses, '-d', level], { stdio: ['ignore', output, output] });
    if (typeof output === 'number') fs.closeSync(output);
    await until(() => accepts(port), Boolean);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
  await start();
  const bind = ['-x', '-H', url, '-D', `cn=admin,${top}`, '-w', admin.bind_password];
  return {
    url,
    tlsUrl: `ldaps://localhost:${tlsPort}`,
    port,
    suffix: top,
    async search(filter, attributes = [], parameters = []) {
      const arrangement = ['-o', 'ldif-wrap=no', '-LLL', '-E', 'pr=1000/noprompt', '-b', top, ...parameters];
      const { stdout } = await promisify(execFile)('ldapsearch', [...bind, ...arrangement, filter, ...attributes], {
        maxBuffer: 1024 ** 3,
      });
      return parseLdif(stdout);
    },
    async modify(ldif) {
      const running = promisify(execFile)('ldapmodify', bind);
      running.child.stdin!.end(ldif);
      await running;
    },
    askedAttributes() {
      const lines = fs.readFileSync(log, 'utf8').matchAll(/ SRCH attr=(.*)/g);
      return [...new Set([...lines].flatMap(([, names]) => names!.split(' ')))];
    },
    searches: () => [...fs.readFileSync(log, 'utf8').matchAll(/ SRCH base=/g)].length,
    kill: () => end('SIGKILL'),
    resume: start,
    async stop() {
      await end('SIGTERM');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configurationOf(
  folder: string,
  top: string,
  { global = [], database = [], tls, policy, durable = false }: SlapdOptions,
): string {
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis', 'dyngroup'];
  return [
    ...schemas.map(name => `include /etc/ldap/schema/${name}.schema`),
    // The group class of Active Directory with several owners, which the published example data use.
    "attributetype ( 1.2.840.113556.1.4.750 NAME 'groupType' SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )",
    "objectclass ( 1.2.840.113556.1.5.8 NAME 'Group' SUP top STRUCTURAL MUST ( groupType $ cn ) MAY member )",
    'modulepath /usr/lib/ldap',
    ...['back_mdb', 'memberof', 'refint', 'ppolicy', 'syncprov'].map(name => `moduleload ${name}`),
    ...(tls
      ? [`TLSCACertificateFile ${tls.ca}`, `TLSCertificateFile ${tls.certificate}`, `TLSCertificateKeyFile ${tls.key}`]
      : []),
    ...global,
    'database mdb',
    `suffix "${top}"`,
    `rootdn "cn=admin,${top}"`,
    `rootpw ${admin.bind_password}`,
    `directory ${folder}/db`,
    'maxsize 1073741824',
    ...(durable ? [] : ['dbnosync']),
    'index objectClass,entryUUID,entryCSN,modifyTimestamp,member,uid eq',
    ...database,
    'overlay ppolicy',
    ...(policy === undefined ? [] : [`ppolicy_default "${policy}"`]),
    'overlay syncprov',
    '',
  ].join('\n');
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
