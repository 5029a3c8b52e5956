// Whether a key can log in, and what it runs.
import type { PasswordState } from '../identities/password-state.ts';
import type { AccountSettings } from './account-settings.ts';
import type { UserKey } from './user-keys.ts';

/** When the key expires on every line that has it; undefined when one of the lines has no expiry. */
export function expiryOf(key: UserKey): string | undefined {
  const ends = key.lines.map(line => line.options.expiry);
  return ends.includes(undefined) ? undefined : (ends as string[]).sort().at(-1);
}

/** Why the key is refused regardless of its account; undefined when it works. */
export function keyRefusalOf(key: UserKey, password: PasswordState, now: Date): string | undefined {
  const { settings, lines, owner } = key;
  if (settings.refusal !== undefined) return settings.refusal;
  if (!settings.pubkeyAuthentication) return 'sshd_config: PubkeyAuthentication no';
  if (keyMethodsOf(settings).length === 0) return 'sshd_config: AuthenticationMethods without publickey';
  if (!settings.usePam && ['locked', 'neverSet'].includes(password.password)) {
    return 'sshd_config: UsePAM no, and the account’s password is locked';
  }
  if (owner.uid === 0 && settings.permitRootLogin === 'no') return 'sshd_config: PermitRootLogin no';
  const forcesCommand = lines.some(line => line.options.command !== undefined);
  if (owner.uid === 0 && settings.permitRootLogin === 'forced-commands-only' && !forcesCommand) {
    return 'sshd_config: PermitRootLogin forced-commands-only';
  }
  if (key.revocation !== undefined) return key.revocation;
  if (lines[0]!.key.type === 'ssh-dss') return 'sshd refuses DSA keys since OpenSSH 7.0';
  const expiry = expiryOf(key);
  if (expiry !== undefined && Date.parse(expiry) <= now.getTime()) return 'expiry-time has passed';
  return undefined;
}

/** The commands that the key runs whatever the caller asks for. `ForceCommand` overrides `command=`. */
export function forcedCommandsOf({ lines, settings }: UserKey): string[] {
  if (settings.forceCommand !== undefined) return [settings.forceCommand];
  return lines.flatMap(({ options }) => (options.command === undefined ? [] : [options.command]));
}

/** Whether the key opens a shell: there is no ForceCommand, and a line has no forced command. */
export function isFree({ lines, settings }: UserKey): boolean {
  return settings.forceCommand === undefined && lines.some(line => line.options.command === undefined);
}

/** What sshd asks for beside the key; undefined when the key alone is enough. */
export function furtherMethodsOf({ settings }: UserKey): readonly string[] | undefined {
  const methods = keyMethodsOf(settings);
  return methods.includes('publickey') ? undefined : methods;
}

function keyMethodsOf({ authenticationMethods }: AccountSettings): readonly string[] {
  if (authenticationMethods.length === 0) return ['publickey'];
  return authenticationMethods.filter(list => list.toLowerCase().split(',').includes('publickey'));
}
