// Random changes of a directory, in LDIF for ldapmodify. They are chosen among the entries that exist, so a server refuses few of them.
import type { Random } from '../../../support/random.ts';

export interface Entries {
  readonly accounts: readonly string[];
  readonly groups: readonly string[];
}

/** A change; undefined where the entries allow none of its kind. */
export type RandomChange = (random: Random, entries: Entries, number: number) => string | undefined;

export const modify = (dn: string, ...lines: string[]) =>
  [`dn: ${dn}`, 'changetype: modify', ...lines, '', ''].join('\n');
export const move = (dn: string, rdn: string, above?: string) =>
  [`dn: ${dn}`, 'changetype: modrdn', `newrdn: ${rdn}`, 'deleteoldrdn: 1']
    .concat(above === undefined ? [] : [`newsuperior: ${above}`], '', '')
    .join('\n');
export const remove = (dn: string) => `dn: ${dn}\nchangetype: delete\n\n`;

const onGroup =
  (...lines: ((random: Random, entries: Entries, number: number) => string)[]): RandomChange =>
  (random, entries, number) =>
    entries.groups.length === 0
      ? undefined
      : modify(random.of(entries.groups), ...lines.map(line => line(random, entries, number)));

const account = (random: Random, { accounts }: Entries) => random.of(accounts);

/** Changes of members that every directory with `member` knows. */
export const memberChanges: readonly RandomChange[] = [
  onGroup(
    () => 'add: member',
    (random, entries) => `member: ${account(random, entries)}`,
  ),
  onGroup(
    () => 'add: member',
    (random, { groups }) => `member: ${random.of(groups)}`,
  ),
  onGroup(
    () => 'delete: member',
    (random, entries) => `member: ${account(random, entries)}`,
  ),
  onGroup(
    () => 'replace: description',
    (_random, _entries, number) => `description: ${number}`,
  ),
  (random, entries, number) => modify(account(random, entries), 'replace: description', `description: ${number}`),
  (random, { accounts }) => (accounts.length > 4 ? remove(random.of(accounts)) : undefined),
  (random, { groups }) => (groups.length > 3 ? remove(random.of(groups)) : undefined),
];
