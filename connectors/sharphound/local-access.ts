// What a collection says of one computer: who is signed in there, who is in its local groups, and who signs in by its rights.
import { flagOfValue } from '../../src/connector/flags.ts';
import { listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import { sidIn } from './well-known.ts';

export interface PrincipalReference {
  readonly id: string;
  readonly type: string | undefined;
}

export interface LocalGroup {
  readonly id: string;
  /** SharpHound writes IGNOREME where the group is one of the domain. */
  readonly name: string | undefined;
  readonly members: readonly PrincipalReference[];
  /** The right over the computer that its members have, by its name in BloodHound; undefined: none. */
  readonly right: LocalRight | undefined;
}

export type LocalRight = 'AdminTo' | 'CanRDP' | 'ExecuteDCOM' | 'CanPSRemote';

/** Local groups by the last part of their identifiers (MS-DTYP, section 2.4.2.4). */
const rights: Readonly<Record<string, LocalRight>> = {
  544: 'AdminTo',
  555: 'CanRDP',
  562: 'ExecuteDCOM',
  580: 'CanPSRemote',
};

const principalsIn = (value: unknown, ...path: readonly string[]): PrincipalReference[] =>
  listAt(value, ...path).flatMap(item => {
    const id = textAt(item, 'ObjectIdentifier')?.toUpperCase();
    return id === undefined ? [] : [{ id, type: textAt(item, 'ObjectType') }];
  });

const isCollected = (part: unknown): boolean => flagOfValue(valueAt(part, 'Collected')) === true;

/** The groups of a computer that were read. */
export function localGroupsOf(computer: unknown): LocalGroup[] {
  const holders = remoteLogonHolders(computer);
  return listAt(computer, 'LocalGroups').flatMap(group => {
    const id = textAt(group, 'ObjectIdentifier')?.toUpperCase();
    if (id === undefined || !isCollected(group)) return [];
    const right = rights[sidIn(id).slice(sidIn(id).lastIndexOf('-') + 1)];
    // A member of the group signs in only where the computer gives the group the right to.
    const isWithoutRight = right === 'CanRDP' && holders !== undefined && !holders.some(holder => holder.id === id);
    const members = principalsIn(group, 'Results');
    return [{ id, name: textAt(group, 'Name'), members, right: isWithoutRight ? undefined : right }];
  });
}

/** Principals that the computer itself lets sign in remotely; undefined: this was not read. */
export function remoteLogonHolders(computer: unknown): PrincipalReference[] | undefined {
  const rule = listAt(computer, 'UserRights').find(
    right => textAt(right, 'Privilege') === 'SeRemoteInteractiveLogonRight' && isCollected(right),
  );
  return rule === undefined ? undefined : principalsIn(rule, 'Results');
}

/** Whether the members of a local group that matters are not known. */
export function hasUnseenLocalGroups(computer: unknown): boolean {
  const groups = listAt(computer, 'LocalGroups');
  return groups.length === 0 || groups.some(group => !isCollected(group));
}

export interface UserSession {
  readonly user: string;
  readonly computer: string;
}

/** Sessions from three sources: of other computers, of those who may read them, and of loaded profiles. */
export function sessionsOf(computer: unknown): { sessions: UserSession[]; isComplete: boolean } {
  const parts = ['Sessions', 'PrivilegedSessions', 'RegistrySessions'].map(name => valueAt(computer, name));
  const sessions = parts
    .flatMap(part => listAt(part, 'Results'))
    .flatMap(result => {
      const [user, host] = [textAt(result, 'UserSID')?.toUpperCase(), textAt(result, 'ComputerSID')?.toUpperCase()];
      return user === undefined || host === undefined ? [] : [{ user, computer: host }];
    });
  return { sessions, isComplete: parts.some(isCollected) };
}

/** Who gets rights over which computers by a group policy that is linked to a domain or organizational unit (`GPOChanges`). */
export function policyAdministrators(
  container: unknown,
): { principal: string; type: string | undefined; right: LocalRight; computers: readonly string[] }[] {
  const computers = principalsIn(container, 'GPOChanges', 'AffectedComputers').map(({ id }) => id);
  const lists = {
    LocalAdmins: 'AdminTo',
    RemoteDesktopUsers: 'CanRDP',
    DcomUsers: 'ExecuteDCOM',
    PSRemoteUsers: 'CanPSRemote',
  } as const;
  return Object.entries(lists).flatMap(([name, right]) =>
    principalsIn(container, 'GPOChanges', name).map(({ id, type }) => ({ principal: id, type, right, computers })),
  );
}
