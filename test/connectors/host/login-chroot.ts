// A folder with a machine's accounts and the real su, which logs in by PAM's rules (pam_unix). It needs root, for chroot.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyWithLibraries, pamModule } from './sudo-chroot.ts';

/** `openssl passwd -6 -salt rolecall 'right password'` */
export const password = 'right password';
export const passwordHash =
  '$6$rolecall$Rzjx6tVlx5DL5drVXUdOz/F59kMETrR3uf1aItQTne3Vi9mldIvpG/or3eyCj9rI00WQ84jWALAQV1BTgP142/';

const tools = ['usermod', 'gpasswd', 'groupadd', 'groupdel', 'passwd', 'chage', 'su', 'setpriv', 'chroot', 'ldd'];

/** Why accounts cannot be changed here; undefined when they can. */
export function whyNoTools(): string | undefined {
  if (process.getuid!() !== 0) return 'not root';
  const absent = tools.find(tool => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  return absent && `no ${absent}`;
}

/** A folder without accounts. The caller removes it. */
export function makeLoginRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'rolecall-login-'));
  chmodSync(root, 0o755);
  const unix = pamModule('unix');
  for (const file of ['/bin/su', '/bin/sh', unix, pamModule('permit')]) copyWithLibraries(root, file);
  chmodSync(join(root, 'bin/su'), 0o4755);
  const permit = pamModule('permit');
  writeBelow(root, {
    'etc/hostname': 'box.example.org\n',
    'etc/nsswitch.conf': 'passwd: files\ngroup: files\nshadow: files\n',
    'etc/pam.d/su': `auth required ${unix} nodelay\naccount required ${unix}\nsession required ${permit}\n`,
    // As sshd does after it has checked a key.
    'etc/pam.d/su-l': `auth required ${permit}\naccount required ${unix}\nsession required ${permit}\n`,
    'etc/pam.d/other': `auth required ${permit}\naccount required ${permit}\n`,
  });
  return root;
}

/** @param files path → content; shadow files are readable for root only */
export function writeBelow(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: /shadow/.test(path) ? 0o600 : 0o644 });
  }
}

/** Log in as an account, with its password or without (as with a key). @returns whether it succeeded */
export function logsIn(root: string, name: string, how: 'password' | 'key'): boolean {
  const login = ['/bin/su', ...(how === 'key' ? ['-'] : []), '-c', 'echo logged in', '--', name];
  const { stdout } = spawnSync('chroot', ['--userspec=65534:65534', root, ...login], {
    input: `${password}\n`,
    encoding: 'utf8',
  });
  return stdout.includes('logged in');
}

/** What `passwd -S` says: name, state of the password, days. */
export const passwordStatus = (root: string, name: string) =>
  execFileSync('passwd', ['--root', root, '-S', '--', name], { encoding: 'utf8' }).trim();

/** The lines of a file below the root. */
export const linesIn = (root: string, path: string) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
