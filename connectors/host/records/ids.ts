// Local ids. They are made from the machine's own names, so they stay the same in every sync.
import { composeId } from '../../../src/connector/composed-id.ts';
import type { Group } from '../identities/group.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import type { UserKey } from '../ssh/user-keys.ts';
import type { SudoRule } from '../sudoers/rules.ts';
import type { UnitUser } from '../systemd/unit-users.ts';
import type { ServiceUnit } from '../systemd/units.ts';

export const hostId = (hostName: string) => `host:${hostName}`;
export const accountId = (account: Pick<LoginAccount, 'name'>) => `user:${account.name}`;
export const unitUserId = (user: UnitUser) => `unit-user:${user.name}`;
export const groupId = (group: Pick<Group, 'key'>) => `group:${group.key}`;
export const unitId = (unit: ServiceUnit) => `systemd-unit:${unit.name}`;
export const commandId = (command: string) => `command:${command}`;
export const ruleId = (rule: SudoRule) => `sudo-rule:${rule.id}`;
export const powerfulGroupRoleId = (group: Group) => `root-equivalent:${group.key}`;
export const keyId = ({ owner, lines: [line] }: UserKey) =>
  `${line!.options.isCertAuthority ? 'ssh-ca' : 'ssh-key'}:${owner.name}:${line!.key.fingerprint}`;

const seam = / +(?:via|contains|administers|logs-in-to|runs) +[a-z-]+:/g;
/** The id of a relationship: both ends and the verb between them. Names and commands may hold blanks. */
export const relationId = (from: string, verb: string, to: string) => composeId([from, verb, to], ' ', seam);

/**
 * `<user>@<host name>`; characters that are not allowed in an address become `_`. A host name without a dot gets `.invalid`
 * (RFC 2606): validators of e-mail addresses refuse it otherwise.
 */
export function emailOf(user: string, hostName: string): string {
  const characters = user.replace(/[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/g, '_').slice(0, 64);
  const local = characters.replace(/^\.|\.$|\.\.+/g, '_');
  return `${local}@${domainOf(hostName)}`;
}

function domainOf(hostName: string): string {
  const labels = hostName.split('.').map(label => label.replace(/[^A-Za-z0-9-]/g, '-').replace(/^-+|-+$/g, ''));
  const named = labels.filter(label => label !== '');
  return named.length > 1 ? named.join('.') : [...named, 'invalid'].join('.');
}
