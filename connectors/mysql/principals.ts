// Which entries of the server's table of accounts are accounts, and which are roles.
import { mysqlAccountId, mysqlPublicId, mysqlRoleId } from './ids.ts';

/** Flags are 0 or 1; MariaDB gives what it keeps in JSON as text. */
export interface AccountRow {
  readonly user: string;
  readonly host: string;
  readonly is_role: number | string;
  readonly is_granted: number;
  readonly is_locked: number | string;
  readonly plugin: string | null;
  /** JSON: further plugins that the account may log in with. */
  readonly other_plugins: string | null;
  /** Seconds since 1970; 0: must be changed. */
  readonly password_changed: number | string | null;
  /** Days; null or -1: the server's default; 0: for ever. */
  readonly password_lifetime: number | string | null;
  readonly is_password_expired: number;
  readonly tls_required: string;
  readonly may_grant: number;
  /** On the whole server, joined with commas. */
  readonly privileges: string;
}

export interface MysqlEntity {
  readonly id: string;
  readonly type: 'Account' | 'Role' | 'UserGroup';
}

interface KnownPrincipal {
  readonly isAccount: boolean;
  readonly isRole: boolean;
}

export interface Principals {
  add(row: AccountRow): void;
  get(user: string, host: string): KnownPrincipal | undefined;
  /** Who has the privileges that are granted to a name. */
  entity(user: string, host: string): MysqlEntity;
}

const everybody: MysqlEntity = { id: mysqlPublicId, type: 'UserGroup' };

/** MariaDB grants privileges to everybody under this name without a host. */
export const isPublic = (user: string, host: string) => host === '' && user.toUpperCase() === 'PUBLIC';

export function principalsOf(): Principals {
  const known = new Map<string, KnownPrincipal>();
  const keyOf = (user: string, host: string) => `${host}\0${user}`;
  return {
    add(row) {
      const isAccount = Number(row.is_role) !== 1;
      known.set(keyOf(row.user, row.host), { isAccount, isRole: !isAccount || row.is_granted === 1 });
    },
    get: (user, host) => known.get(keyOf(user, host)),
    entity(user, host) {
      if (isPublic(user, host)) return everybody;
      const isRole = known.get(keyOf(user, host))?.isRole ?? host === '';
      return isRole
        ? { id: mysqlRoleId(user, host), type: 'Role' }
        : { id: mysqlAccountId(user, host), type: 'Account' };
    },
  };
}
