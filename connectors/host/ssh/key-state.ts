// Whether a key of an authorized_keys file can log in.
import type { PasswordState } from '../identities/password-state.ts';
import type { AuthorizedKey } from './authorized-keys.ts';
import type { SshdConfig } from './sshd-config.ts';
import type { UserKey } from './user-keys.ts';

/** When the key expires on every line that has it; undefined when one of the lines has no expiry. */
export function expiryOf(key: UserKey): string | undefined {
  const ends = key.lines.map(line => line.options.expiry);
  return ends.includes(undefined) ? undefined : (ends as string[]).sort().at(-1);
}

/** Why the key is refused regardless of its account; undefined when it works. */
export function keyRefusalOf(key: UserKey, password: PasswordState, sshd: SshdConfig, now: Date): string | undefined {
  if (!sshd.pubkeyAuthentication) return 'sshd_config: PubkeyAuthentication no';
  if (!sshd.usePam && ['locked', 'neverSet'].includes(password.password)) {
    return 'sshd_config: UsePAM no, and the account’s password is locked';
  }
  if (key.owner.uid === 0 && sshd.permitRootLogin === 'no') return 'sshd_config: PermitRootLogin no';
  if (key.owner.uid === 0 && sshd.permitRootLogin === 'forced-commands-only' && key.lines.every(isFree)) {
    return 'sshd_config: PermitRootLogin forced-commands-only';
  }
  if (key.lines[0]!.key.type === 'ssh-dss') return 'sshd refuses DSA keys since OpenSSH 7.0';
  const expiry = expiryOf(key);
  if (expiry !== undefined && Date.parse(expiry) <= now.getTime()) return 'expiry-time has passed';
  return undefined;
}

/** Whether the key opens a shell: a line has no forced command. */
export function isFree(line: AuthorizedKey): boolean {
  return line.options.command === undefined;
}
