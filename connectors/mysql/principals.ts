// Which entries of the server's table of accounts are accounts, and which are roles.
import { type Coverage, coverageOf } from './hosts.ts';
import { mysqlAccountId, mysqlPublicId, mysqlRoleId } from './ids.ts';
import type { Product } from './statements.ts';

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

/** Whom a row of grants is for. */
export interface Holder extends MysqlEntity {
  /** The account, or the name of the role. */
  readonly user: string;
  readonly host: string;
  /** Whether the row is for each client of the account. */
  readonly coverage: Coverage;
  /** Whether the row names this account, and not only its name at another host, or nobody. */
  readonly isNamed: boolean;
}

export interface Principals {
  add(row: AccountRow): void;
  get(user: string, host: string): KnownPrincipal | undefined;
  /** Who has what is given to exactly this account or role; undefined when there is none. */
  entity(user: string, host: string): MysqlEntity | undefined;
  /**
   * For whom the server uses a row about a database or what is in it: it compares the name of the account, and the host of the row with
   * the client. A row without a name is for everybody when it is about a database.
   */
  holders(user: string, host: string, isDatabase?: boolean): Holder[];
  /**
   * Who is in a role because an account or role is: MariaDB compares names and hosts here, too. Nobody, when either does not exist.
   * A client for which the server knows a more specific account logs in as that one.
   */
  members(row: RoleMember, product: Product): Holder[];
}

interface RoleMember {
  readonly user: string;
  readonly host: string;
  readonly role: string;
  readonly role_host: string;
}

const everybody: MysqlEntity = { id: mysqlPublicId, type: 'UserGroup' };

/** MariaDB grants privileges to everybody under this name without a host. */
export const isPublic = (user: string, host: string) => host === '' && user.toUpperCase() === 'PUBLIC';

export function principalsOf(): Principals {
  const known = new Map<string, KnownPrincipal>();
  const hosts = new Map<string, string[]>();
  const roles: string[] = [];
  const keyOf = (user: string, host: string) => `${host}\0${user}`;
  const principals: Principals = {
    add(row) {
      const isAccount = Number(row.is_role) !== 1;
      known.set(keyOf(row.user, row.host), { isAccount, isRole: !isAccount || row.is_granted === 1 });
      if (!isAccount && row.host === '') roles.push(row.user);
      if (isAccount) hosts.set(row.user, [...(hosts.get(row.user) ?? []), row.host]);
    },
    get: (user, host) => known.get(keyOf(user, host)),
    entity(user, host) {
      if (isPublic(user, host)) return everybody;
      const principal = known.get(keyOf(user, host));
      if (!principal) return undefined;
      return principal.isRole
        ? { id: mysqlRoleId(user, host), type: 'Role' }
        : { id: mysqlAccountId(user, host), type: 'Account' };
    },
    holders(user, host, isDatabase = false) {
      const named = principals.entity(user, host);
      const own: Holder[] = named ? [{ ...named, user, host, coverage: 'always', isNamed: true }] : [];
      if (named?.type === 'UserGroup' || host === '') return own;
      const names = isDatabase && user === '' ? [...hosts.keys()] : [user];
      const others = names.flatMap(name =>
        (hosts.get(name) ?? []).flatMap((accountHost): Holder[] => {
          const coverage = coverageOf(host, accountHost);
          if (coverage === 'never' || (name === user && accountHost === host)) return [];
          const id = mysqlAccountId(name, accountHost);
          return [{ id, type: 'Account', user: name, host: accountHost, coverage, isNamed: false }];
        }),
      );
      // MariaDB also looks for a role, and for PUBLIC, which have no host.
      const unnamed = isDatabase && user === '' && /^%+$/.test(host) ? roles : [];
      const inRoles = unnamed.map(
        (role): Holder => ({
          ...principals.entity(role, '')!,
          user: role,
          host: '',
          coverage: 'always',
          isNamed: false,
        }),
      );
      return [...own, ...others, ...inRoles];
    },
    members({ user, host, role, role_host }, product) {
      if (!principals.entity(user, host) || !known.has(keyOf(role, role_host))) return [];
      const holders = principals.holders(user, host);
      return holders.filter(({ isNamed, coverage }) => isNamed || (product === 'mariadb' && coverage === 'always'));
    },
  };
  return principals;
}
