// Which roles are accounts, groups and roles. PostgreSQL makes no difference between them but the attribute LOGIN.
import { publicId, roleId } from './ids.ts';

export interface RoleRow {
  readonly oid: number;
  readonly name: string;
  readonly can_login: boolean;
  readonly superuser: boolean;
  readonly create_role: boolean;
  readonly create_database: boolean;
  readonly replication: boolean;
  readonly bypass_row_security: boolean;
  readonly inherit: boolean;
  readonly connection_limit: number;
  /** Seconds since 1970; infinite when it never ends. */
  readonly valid_until: number | null;
  readonly comment: string | null;
  /** It has members, in any way. */
  readonly is_granted: boolean;
  /** It has members that inherit its privileges or may become it. */
  readonly has_members: boolean;
  /** Superusers that it may become. */
  readonly becomes: readonly string[] | null;
}

/** Object ids below are given at installation; users cannot make roles whose names begin with `pg_`. */
const firstNormalOid = 16_384;

export function isPredefined({ oid, name }: Pick<RoleRow, 'oid' | 'name'>): boolean {
  return oid < firstNormalOid && name.startsWith('pg_');
}

export interface Entity {
  readonly id: string;
  readonly type: 'Account' | 'Role' | 'UserGroup';
}

interface KnownRole {
  readonly name: string;
  /** The attribute INHERIT. */
  readonly inherit: boolean;
  readonly isAccount: boolean;
  /** A login that others are members of is an account and a role. */
  readonly isRole: boolean;
  readonly isGroup: boolean;
}

export interface Roles {
  add(row: RoleRow): void;
  get(oid: number): KnownRole | undefined;
  /** Who has the privileges that are granted to a role; 0 is PUBLIC. */
  entity(oid: number): Entity;
  name(oid: number): string;
}

const everybody: Entity = { id: publicId, type: 'UserGroup' };

/**
 * @param isDisabledAccount whether a role without LOGIN is an account nevertheless
 * @param isGroupName whether a role without LOGIN that has this name is a group
 */
export function rolesOf(isDisabledAccount: (row: RoleRow) => boolean, isGroupName: (name: string) => boolean): Roles {
  const known = new Map<number, KnownRole>();
  return {
    add(row) {
      const isAccount = row.can_login || isDisabledAccount(row);
      const isGroup = !isAccount && isGroupName(row.name) && !isPredefined(row);
      const isRole = isAccount ? row.has_members : !isGroup;
      known.set(row.oid, { name: row.name, inherit: row.inherit, isAccount, isRole, isGroup });
    },
    get: oid => known.get(oid),
    entity(oid) {
      if (oid === 0) return everybody;
      const { isGroup, isRole } = known.get(oid) ?? { isGroup: false, isRole: true };
      return { id: roleId(oid), type: isGroup ? 'UserGroup' : isRole ? 'Role' : 'Account' };
    },
    name: oid => (oid === 0 ? 'PUBLIC' : (known.get(oid)?.name ?? String(oid))),
  };
}
