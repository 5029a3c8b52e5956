// Runs the real sudo in its own folder (chroot) to find what callers may run. It needs root, because sudo is a setuid program.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const hostName = 'box.example.org';

export interface Question {
  readonly caller: { readonly name: string; readonly uid: number; readonly gid: number };
  /** `-u`, `-g` and their values. */
  readonly runAs: readonly string[];
  readonly command: readonly string[];
}

/** `free`: without a password. */
export type Answer = 'free' | 'password' | 'denied';

export interface Outcome {
  readonly answer: Answer;
  /** The account whose password sudo asked for; undefined when it asked for none. */
  readonly asked: string | undefined;
  /** User id that the command ran with; undefined when it did not run. */
  readonly uid: number | undefined;
}

const programs = ['/usr/bin/sudo', '/usr/bin/setpriv', '/usr/bin/id', '/bin/sh'];
const plugin = '/usr/libexec/sudo/sudoers.so';
/** What the commands print, and what sudo prints when it asks for a password. */
const ran = 'ran as user id';
const prompt = 'the password please';

/** Why sudo cannot be run here; undefined when it can. */
export function whyNoSudo(): string | undefined {
  if (process.getuid!() !== 0) return 'not root';
  for (const tool of ['sudo', 'setpriv', 'id', 'ldd', 'unshare', 'chroot']) {
    if (spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0) return `no ${tool}`;
  }
  if (spawnSync('test', ['-e', plugin]).status !== 0) return `no ${plugin}`;
  if (spawnSync('unshare', ['--uts', 'true']).status !== 0) return 'no right to a host name of its own';
  return undefined;
}

/**
 * A folder with sudo, its libraries, a PAM configuration that asks for a password and accepts any, and no users yet.
 * @param commands files; each prints the user that it runs as
 * @param links path → target of a symbolic link
 */
export function makeSudoRoot(commands: readonly string[], links: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'rolecall-sudo-'));
  chmodSync(root, 0o755);
  for (const folder of ['tmp', 'run/sudo', 'var/lib/sudo', 'dev', 'usr/bin'])
    mkdirSync(join(root, folder), { recursive: true });
  // Before the files, because a folder may be a link.
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    symlinkSync(target, join(root, path));
  }
  const modules = ['permit', 'unix'].map(pamModule);
  for (const file of [...programs, plugin, ...modules]) copyWithLibraries(root, file);
  chmodSync(join(root, '/usr/bin/sudo'), 0o4755);
  const permit = ['auth', 'account', 'session'].map(kind => `${kind} required ${modules[0]}\n`).join('');
  const files = {
    'etc/pam.d/sudo': `auth optional ${modules[1]} nodelay\n${permit}`,
    'etc/pam.d/other': permit,
    'etc/answer': 'any password\n',
    'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\nsudoers: files\n',
    'etc/hosts': `127.0.0.1 ${hostName} ${hostName.split('.')[0]}\n`,
    'etc/hostname': `${hostName}\n`,
    'etc/shadow': '',
  };
  for (const [path, text] of Object.entries(files)) writeIn(root, path, text);
  for (const command of commands) writeIn(root, command, `#!/bin/sh\necho ${ran} $(/usr/bin/id -u)\n`, 0o755);
  execFileSync('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3']);
  return root;
}

export function pamModule(name: string): string {
  const script = `ls /lib/*/security/pam_${name}.so /lib/security/pam_${name}.so 2>/dev/null || true`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n')[0]!;
}

function writeIn(root: string, path: string, text: string, mode = 0o644): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

export function removeSudoRoot(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

export function copyWithLibraries(root: string, file: string): void {
  const listed = spawnSync('ldd', [file], { encoding: 'utf8' }).stdout.match(/\/[^ \n)]+/g) ?? [];
  for (const one of [file, ...listed.filter(path => !path.endsWith(':'))]) {
    mkdirSync(join(root, dirname(one)), { recursive: true });
    copyFileSync(one, join(root, one));
  }
}

/** Sudo's answer to each question, found by running it as the caller. PAM accepts any password. */
export async function askSudo(root: string, questions: readonly Question[]): Promise<Outcome[]> {
  const commands = questions.map(({ caller, runAs, command }) => {
    const asCaller = `setpriv --reuid=${caller.uid} --regid=${caller.gid} --init-groups --`;
    const words = [...runAs, '--', ...command].map(word => `'${word}'`).join(' ');
    return `echo '${separator}'; ${asCaller} sudo -k -S -p '${prompt} %p.' ${words} </etc/answer 2>&1`;
  });
  const size = Math.ceil(commands.length / lanes);
  const parts = Array.from({ length: lanes }, (_, lane) => commands.slice(lane * size, (lane + 1) * size));
  const lines = parts.map((part, lane) => `{\n${[...part, 'true'].join('\n')}\n} >/tmp/said.${lane} &`);
  writeFileSync(join(root, 'tmp/ask.sh'), `PATH=/usr/bin:/bin\n${lines.join('\n')}\nwait\n`);
  const script = `hostname ${hostName} && exec chroot '${root}' /bin/sh /tmp/ask.sh`;
  await promisify(execFile)('unshare', ['--uts', 'sh', '-c', script]);
  const said = parts.map((_, lane) => readFileSync(join(root, `tmp/said.${lane}`), 'utf8')).join('');
  return said.split(`${separator}\n`).slice(1).map(outcomeOf);
}

/** How many questions are asked at the same time. */
const lanes = 3;
const separator = '--- the next question ---';

function outcomeOf(printed: string): Outcome {
  const uid = new RegExp(`${ran} (\\d+)\\n`).exec(printed)?.[1];
  const asked = new RegExp(`${prompt} (\\w+)\\.`).exec(printed)?.[1];
  if (uid === undefined) return { answer: 'denied', asked, uid: undefined };
  return { answer: asked === undefined ? 'free' : 'password', asked, uid: Number(uid) };
}
