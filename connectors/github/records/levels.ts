// Permission levels of repositories (docs.github.com/organizations/managing-user-access-to-your-organizations-repositories).
import { textAt, textsAt } from '../../../src/connector/json-values.ts';
import { repositoryRoleId } from '../ids.ts';

export type Level = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';

export const everyLevel: readonly Level[] = ['pull', 'triage', 'push', 'maintain', 'admin'];

/** The names of the levels in REST, in GraphQL, and as names of roles. */
const levels: ReadonlyMap<string, Level> = new Map([
  ...(['pull', 'read'] as const).map(name => [name, 'pull'] as const),
  ['triage', 'triage'],
  ...(['push', 'write'] as const).map(name => [name, 'push'] as const),
  ['maintain', 'maintain'],
  ['admin', 'admin'],
]);

/** @returns undefined for the name of a custom role, and for `none` */
export const levelOf = (name: string | undefined): Level | undefined => levels.get(name?.toLowerCase() ?? '');

const read = { isRead: true };
const write = { ...read, isCreate: true, isUpdate: true, isExecute: true };

const flags: Readonly<Record<Level, Readonly<Record<string, boolean>>>> = {
  pull: read,
  triage: { ...read, isUpdate: true },
  push: write,
  maintain: write,
  admin: { ...write, isDelete: true, isShare: true, isPrivileged: true },
};

const writesCode = (level: Level) => level !== 'pull' && level !== 'triage';

/**
 * What a level permits. Who may push to a repository may change its workflows, and so act as its workload.
 * @param workload local id of the workload, or of the group of all workloads
 */
export function permissionsOf(level: Level, workload: string) {
  const actsAs = writesCode(level) ? [`act-as:${workload}`] : [];
  return { ...flags[level], fineGrainedSpecifiers: [level, ...actsAs] };
}

/** A role by which somebody has access to a repository. */
export interface RepositoryAccess {
  /** `push`, or the name of a custom role. */
  readonly name: string;
  /** Undefined: a custom role whose base is not known. */
  readonly level: Level | undefined;
  /** Of a custom role: its local id and what it adds to its base. */
  readonly role?: { readonly id: string; readonly permissions: readonly string[] };
}

/** Name in lower case → the custom repository role, an item of `custom-repository-roles`. */
export type CustomRoles = ReadonlyMap<string, unknown>;

/**
 * @param roleName what GitHub calls the access: a level or a custom role
 * @param coarse the level that GitHub states beside it
 */
export function repositoryAccess(
  roleName: string | undefined,
  coarse: string | undefined,
  customRoles: CustomRoles,
): RepositoryAccess | undefined {
  const level = levelOf(roleName) ?? (roleName === undefined ? levelOf(coarse) : undefined);
  if (level !== undefined) return { name: level, level };
  if (roleName === undefined) return undefined;
  const role = customRoles.get(roleName.toLowerCase());
  const base = levelOf(textAt(role, 'base_role')) ?? levelOf(coarse);
  const id = textAt(role, 'id');
  return {
    ...{ name: roleName, level: base },
    ...(id !== undefined && { role: { id: repositoryRoleId(id), permissions: textsAt(role, 'permissions') } }),
  };
}
