// Runs the real sudo in its own folder (chroot) to find what callers may run. It needs root, because sudo is a setuid program.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const hostName = 'box.example.org';

export interface Question {
  readonly caller: { readonly name: string; readonly uid: number; readonly gid: number };
  /** `-u`, `-g` and their values. */
  readonly runAs: readonly string[];
  readonly command: readonly string[];
}

/** `free`: without a password. */
export type Answer = 'free' | 'password' | 'denied';

const programs = {
  sudo: '/usr/bin/sudo',
  setpriv: '/usr/bin/setpriv',
  sh: '/bin/sh',
  true: '/bin/true',
};
const plugin = '/usr/libexec/sudo/sudoers.so';

/** Why sudo cannot be run here; undefined when it can. */
export function whyNoSudo(): string | undefined {
  if (process.getuid!() !== 0) return 'not root';
  for (const tool of ['sudo', 'setpriv', 'ldd', 'unshare', 'chroot']) {
    if (spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0) return `no ${tool}`;
  }
  if (spawnSync('test', ['-e', plugin]).status !== 0) return `no ${plugin}`;
  if (spawnSync('unshare', ['--uts', 'true']).status !== 0) return 'no right to a host name of its own';
  return undefined;
}

/** A folder with sudo, its libraries, a PAM configuration that accepts every password, and no users yet. */
export function makeSudoRoot(commands: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'rolecall-sudo-'));
  chmodSync(root, 0o755);
  for (const folder of ['tmp', 'run/sudo', 'var/lib/sudo', 'dev']) mkdirSync(join(root, folder), { recursive: true });
  const pamPermit = execFileSync(
    'sh',
    ['-c', 'ls /lib/*/security/pam_permit.so /lib/security/pam_permit.so 2>/dev/null || true'],
    {
      encoding: 'utf8',
    },
  ).split('\n')[0]!;
  for (const file of [...Object.values(programs), plugin, pamPermit]) copyWithLibraries(root, file);
  chmodSync(join(root, programs.sudo), 0o4755);
  for (const command of commands) {
    mkdirSync(join(root, dirname(command)), { recursive: true });
    copyFileSync(programs.true, join(root, command));
  }
  const permit = ['auth', 'account', 'session'].map(kind => `${kind} required ${pamPermit}\n`).join('');
  const files = {
    'etc/pam.d/sudo': permit,
    'etc/pam.d/other': permit,
    'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\nsudoers: files\n',
    'etc/hosts': `127.0.0.1 ${hostName} ${hostName.split('.')[0]}\n`,
    'etc/hostname': `${hostName}\n`,
    'etc/shadow': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3']);
  return root;
}

export function removeSudoRoot(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

function copyWithLibraries(root: string, file: string): void {
  const listed = spawnSync('ldd', [file], { encoding: 'utf8' }).stdout.match(/\/[^ \n)]+/g) ?? [];
  for (const one of [file, ...listed.filter(path => !path.endsWith(':'))]) {
    mkdirSync(join(root, dirname(one)), { recursive: true });
    copyFileSync(one, join(root, one));
  }
}

/** Sudo's answer to each question, found by running it as the caller: first without, then with a password. */
export function askSudo(root: string, questions: readonly Question[]): Answer[] {
  const lines = questions.map(({ caller, runAs, command }) => {
    const asCaller = `setpriv --reuid=${caller.uid} --regid=${caller.gid} --init-groups --`;
    const words = [...runAs, '--', ...command].map(word => `'${word}'`).join(' ');
    const sudo = (option: string) => `${asCaller} sudo -k ${option} ${words} </dev/null >/dev/null 2>&1`;
    return `if ${sudo('-n')}; then echo free; elif ${sudo('-S')}; then echo password; else echo denied; fi`;
  });
  writeFileSync(join(root, 'tmp/ask.sh'), `PATH=/usr/bin:/bin\n${lines.join('\n')}\n`);
  const script = `hostname ${hostName} && exec chroot '${root}' /bin/sh /tmp/ask.sh`;
  const output = execFileSync('unshare', ['--uts', 'sh', '-c', script], { encoding: 'utf8' });
  return output.trim().split('\n') as Answer[];
}
