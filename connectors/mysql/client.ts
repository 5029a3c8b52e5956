// An opened server: its session, its databases, and which of its accounts are roles.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { type KindOfLogin, loginKinds, nameMatcher } from '../../src/connector/sql/account-kind.ts';
import {
  hasMariadbLimit,
  type MysqlSession,
  openMysqlSession,
  readOnly,
} from '../../src/connector/sql/mysql/session.ts';
import { serverName } from '../../src/connector/sql/server.ts';
import { tlsOptions } from '../../src/connector/sql/tls.ts';
import { type MysqlChanges, openMysqlChanges } from './actions/change-session.ts';
import { isBefore, literalName } from './database-names.ts';
import { type GrantRows, readGrantRows } from './grant-rows.ts';
import { type AccountRow, type Principals, principalsOf } from './principals.ts';
import type { MysqlSettings } from './settings.ts';
import { mysqlStatement, type Product } from './statements.ts';

export interface SchemaRow {
  readonly name: string;
  /** 0: only grants name it, or the account may not see it. */
  readonly is_there: number;
}

export interface MysqlClient {
  readonly settings: MysqlSettings;
  readonly kindOf: KindOfLogin;
  /** The name of the server in messages: `host:port`. */
  readonly name: string;
  readonly product: Product;
  /** For example `10.11.19-MariaDB`. */
  readonly version: string;
  readonly session: MysqlSession;
  /** Where changes are made, and seen at once. */
  readonly changes: MysqlChanges;
  /** Whether `_` and `%` in the names of databases that grants name are patterns. */
  readonly hasPatterns: boolean;
  /** Days after which a password expires whose account has no lifetime of its own; 0: never. */
  readonly defaultLifetime: number;
  /** Roles that every account has (MySQL). */
  readonly mandatoryRoles: string;
  /** Whether the tables of a database are read. */
  readonly isChosen: (database: string) => boolean;
  /** Every database, in the order of the bytes of their names. */
  databases(): Promise<readonly SchemaRow[]>;
  /** The names of databases in grants; some are patterns. */
  patterns(): Promise<readonly string[]>;
  /** The databases whose tables are read. */
  chosenDatabases(): Promise<readonly SchemaRow[]>;
  principals(): Promise<Principals>;
  /** The rows of grants that may compete for an account. */
  grantRows(): Promise<GrantRows>;
  /** Whether the account sees tables that it has no privileges on. */
  seesEveryTable(): Promise<boolean>;
  close(): Promise<void>;
}

/** Global privileges with which an account sees every table in the information schema. */
const tablePrivileges =
  /^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|REFERENCES|INDEX|ALTER|CREATE VIEW|SHOW VIEW|TRIGGER|DELETE HISTORY)$/;

export async function openMysql(settings: MysqlSettings, context: ConnectorContext): Promise<MysqlClient> {
  const tls = await tlsOptions(settings, context.baseFolder);
  const target = { settings, tls, signal: context.signal };
  const session = await openMysqlSession(target, readOnly);
  try {
    return clientOf(settings, session, await variablesOf(session), openMysqlChanges(target));
  } catch (error) {
    await session.close();
    throw error;
  }
}

function clientOf(
  settings: MysqlSettings,
  session: MysqlSession,
  variables: Map<string, string>,
  changes: MysqlChanges,
): MysqlClient {
  const version = variables.get('version') ?? '';
  const product: Product = hasMariadbLimit(variables.keys()) ? 'mariadb' : 'mysql';
  let databases: Promise<SchemaRow[]> | undefined;
  let patterns: Promise<string[]> | undefined;
  let principals: Promise<Principals> | undefined;
  let grantRows: Promise<GrantRows> | undefined;
  const isChosen = nameMatcher(settings.databases);
  const client: MysqlClient = {
    settings,
    kindOf: loginKinds(settings),
    name: serverName(settings),
    product,
    version,
    session,
    changes,
    hasPatterns: variables.get('partial_revokes') !== 'ON',
    defaultLifetime: Number(variables.get('default_password_lifetime') ?? 0),
    mandatoryRoles: variables.get('mandatory_roles') ?? '',
    isChosen,
    databases: () => (databases ??= readDatabases(client)),
    patterns: () => (patterns ??= readPatterns(session, product)),
    chosenDatabases: async () => (await client.databases()).filter(({ name }) => isChosen(name)),
    principals: () => (principals ??= readPrincipals(session, product)),
    grantRows: () => (grantRows ??= readGrantRows(client)),
    async seesEveryTable() {
      const [own] = await session.rows<{ name: string }>('SELECT current_user() AS name');
      const at = own!.name.lastIndexOf('@');
      const held = await session.rows<{ privilege: string }>(
        'SELECT PRIVILEGE_TYPE AS privilege FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = ?',
        [`'${own!.name.slice(0, at)}'@'${own!.name.slice(at + 1)}'`],
      );
      return held.some(({ privilege }) => tablePrivileges.test(privilege));
    },
    close: async () => {
      await Promise.all([session.close(), changes.close()]);
    },
  };
  return client;
}

async function variablesOf(session: MysqlSession): Promise<Map<string, string>> {
  const rows = await session.rows<{ Variable_name: string; Value: string }>(
    "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version', 'max_statement_time', 'partial_revokes', 'default_password_lifetime', 'mandatory_roles')",
  );
  return new Map(rows.map(row => [row.Variable_name, row.Value]));
}

async function readPatterns(session: MysqlSession, product: Product): Promise<string[]> {
  const rows = await session.rows<{ pattern: string }>(mysqlStatement(product, 'granted-patterns')!, ['']);
  return rows.map(({ pattern }) => pattern);
}

/** Includes databases that only a grant names: privileges may be granted on a database before it exists. */
async function readDatabases(client: MysqlClient): Promise<SchemaRow[]> {
  const { session, product } = client;
  const rows = await session.rows<SchemaRow>(mysqlStatement(product, 'databases')!);
  const known = new Set(rows.map(({ name }) => name));
  for (const pattern of await client.patterns()) {
    const name = literalName(pattern, client);
    if (name === undefined || known.has(name)) continue;
    known.add(name);
    rows.push({ name, is_there: 0 });
  }
  return rows.toSorted((one, other) => (isBefore(one.name, other.name) ? -1 : 1));
}

/** What is kept of each account takes some hundred bytes. */
async function readPrincipals(session: MysqlSession, product: Product): Promise<Principals> {
  const principals = principalsOf();
  for await (const rows of session.pages<AccountRow>(mysqlStatement(product, 'accounts')!, ['', ''])) {
    for (const row of rows) principals.add(row);
  }
  return principals;
}
