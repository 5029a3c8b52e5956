// The machine's accounts and groups at the moment of a change, and those that may be changed.
import process from 'node:process';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import type { HostClient } from '../client.ts';
import { type Line, readLines } from '../files/lines.ts';
import { noFindings } from '../findings.ts';
import { type Directory, directoryOf } from '../identities/directory.ts';
import { type Group, parseGroup } from '../identities/group.ts';
import { type LoginAccount, parsePasswd } from '../identities/passwd.ts';
import { maxAccountFileBytes } from '../limits.ts';

/** @throws ChangeRefused when this source may not change its machine */
function refuseUnlessAllowed({ settings }: HostClient): void {
  if (!settings.change_accounts) {
    throw new ChangeRefused('this source may not change its machine: set change_accounts in its settings');
  }
  if (process.geteuid!() !== 0)
    throw new ChangeRefused('only root may change accounts, and the service does not run as root');
}

/** @throws ChangeRefused when the file may not be read; SourceUnavailable when it was replaced while it was read, or reading failed */
export async function linesForChange({ root }: HostClient, path: string): Promise<Line[]> {
  const findings = noFindings();
  const lines = await readLines(root, path, maxAccountFileBytes, findings);
  const [trouble] = findings.troubles;
  if (!trouble) return lines;
  const message = `${trouble.subject}: ${trouble.message}`;
  throw trouble.reason === 'failed' ? new SourceUnavailable(message) : new ChangeRefused(message);
}

/** Read passwd and group again. The inventory of the reads may be older. */
export async function presentDirectory(client: HostClient): Promise<Directory> {
  refuseUnlessAllowed(client);
  const accounts = parsePasswd('/etc/passwd', await linesForChange(client, '/etc/passwd'), noFindings());
  const groups = parseGroup('/etc/group', await linesForChange(client, '/etc/group'), noFindings());
  return directoryOf(accounts, groups);
}

/** @throws ChangeRefused for root, and for accounts that are not in passwd */
export function changeableAccount(directory: Directory, accountId: string): LoginAccount {
  const name = /^user:(.*)$/s.exec(accountId)?.[1];
  if (name === undefined)
    throw new ChangeRefused(`${accountId} is not an account of /etc/passwd, so it cannot be changed`);
  const account = directory.account(name);
  if (!account) throw new ChangeRefused(`/etc/passwd has no account ${name} any more`);
  if (account.uid === 0) throw new ChangeRefused(`${name} is root (user id 0); root is changed by hand only`);
  return account;
}

/**
 * A group that the tools change as a whole.
 * @throws ChangeRefused for a group with several lines, or whose group id other groups have: the kernel takes these for one group,
 *   and the tools change one line of it
 */
export function changeableGroup({ groups, groupsWithGid }: Directory, groupId: string): Group {
  const group = groups.find(({ key }) => `group:${key}` === groupId);
  if (!group) throw new ChangeRefused(`/etc/group has no group with the id ${groupId} any more`);
  const { name, gid, key, furtherPlaces } = group;
  const isAgain = groups.some(other => other !== group && other.name === name);
  if (key !== name || isAgain || furtherPlaces.length > 0) {
    throw new ChangeRefused(`/etc/group has several lines for ${name}; keep one of them`);
  }
  const names = groupsWithGid(gid).map(other => other.name);
  if (names.length > 1) throw new ChangeRefused(`the groups ${names.join(', ')} have the same group id ${gid}`);
  return group;
}
