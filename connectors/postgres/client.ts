// An opened server: its sessions, its databases, and which of its roles are accounts.

import type { ConnectorContext } from '../../src/connector/contract.ts';
import { type KindOfLogin, loginKinds, nameMatcher } from '../../src/connector/sql/account-kind.ts';
import type { SessionTarget } from '../../src/connector/sql/postgres/connection.ts';
import { isOutOfConnections } from '../../src/connector/sql/postgres/failures.ts';
import { openSession, type ServerSession } from '../../src/connector/sql/postgres/session.ts';
import type { KeyValue } from '../../src/connector/sql/sections.ts';
import { serverName } from '../../src/connector/sql/server.ts';
import { tlsOptions } from '../../src/connector/sql/tls.ts';
import { type ChangeSession, openChangeSession } from './actions/change-session.ts';
import { roleId } from './ids.ts';
import { type RoleRow, type Roles, rolesOf } from './role-kinds.ts';
import type { PostgresSettings } from './settings.ts';
import { statement } from './statements.ts';

export interface DatabaseRow {
  readonly oid: number;
  readonly name: string;
  readonly owner: number;
  readonly is_template: boolean;
  readonly allows_connections: boolean;
  readonly may_connect: boolean;
}

export interface PostgresClient {
  readonly settings: PostgresSettings;
  readonly kindOf: KindOfLogin;
  /** The name of the server in messages: `host:port`. */
  readonly name: string;
  /** The server's version, for example `15.18`. */
  readonly version: string;
  /** The version as a number, for example 150018. */
  readonly versionNumber: number;
  /** The session from which roles and the list of databases are read. */
  readonly main: ServerSession;
  /** Every database, by its id. */
  databases(): Promise<readonly DatabaseRow[]>;
  /** The names of the databases that former runs landed, by their ids. */
  formerDatabases(): Promise<ReadonlyMap<number, string>>;
  /** The databases whose schemas are read. */
  chosenDatabases(): Promise<readonly DatabaseRow[]>;
  roles(): Promise<Roles>;
  /** Where changes are made, and seen at once. Reads that begin after a change see it too. */
  readonly changes: ChangeSession;
  /** Whether a role without LOGIN that has this name is a group. */
  readonly isGroupName: (name: string) => boolean;
  /** Use a session in a database. @throws as {@link openSession} does */
  borrow(database: string): Promise<{ readonly session: ServerSession; release(): Promise<void> }>;
  close(): Promise<void>;
}

export async function openPostgres(settings: PostgresSettings, context: ConnectorContext): Promise<PostgresClient> {
  const target = {
    settings,
    tls: await tlsOptions(settings, context.baseFolder),
    signal: context.signal,
  };
  const main = await openSession(target, settings.database);
  const kept = new Map([[main.database, main]]);
  const { version, number: versionNumber } = await versionOf(main).catch(async error => {
    await main.close();
    throw error;
  });
  let databases: Promise<DatabaseRow[]> | undefined;
  let roles: Promise<Roles> | undefined;
  const isChosen = nameMatcher(settings.databases);
  const changes = openChangeSession(target, () => {
    databases = undefined;
    roles = undefined;
    for (const session of kept.values()) session.renew();
  });
  const client: PostgresClient = {
    settings,
    kindOf: loginKinds(settings),
    name: serverName(settings),
    version,
    versionNumber,
    main,
    databases: () => (databases ??= everyRow<DatabaseRow>(main, statement('databases'), [null])),
    async formerDatabases() {
      const names = await context.landedBefore?.('ResourceInstance', 'name');
      const found = [...(names ?? [])].map(
        ([id, name]) => [Number(/^database:(\d+)$/.exec(id)?.[1]), String(name)] as const,
      );
      return new Map(found.filter(([oid]) => !Number.isNaN(oid)));
    },
    chosenDatabases: async () => (await client.databases()).filter(({ name }) => isChosen(name)),
    roles: () => (roles ??= readRoles(main, settings, context)),
    changes,
    isGroupName: nameMatcher(settings.groups),
    async borrow(database) {
      const open = kept.get(database);
      if (open) return { session: open, release: async () => {} };
      const session = await openWithin(target, database, kept);
      if (kept.size >= settings.most_connections) return { session, release: session.close };
      kept.set(database, session);
      return { session, release: async () => {} };
    },
    close: async () => {
      await Promise.all([changes, ...kept.values()].map(session => session.close()));
    },
  };
  return client;
}

/** When the server allows the role no further connection, one that is kept is closed instead. */
async function openWithin(
  target: SessionTarget,
  database: string,
  kept: Map<string, ServerSession>,
): Promise<ServerSession> {
  for (;;) {
    try {
      return await openSession(target, database);
    } catch (error) {
      const spare = [...kept.values()].at(-1)!;
      if (!isOutOfConnections(error) || kept.size === 1) throw error;
      kept.delete(spare.database);
      await spare.close();
    }
  }
}

async function versionOf(session: ServerSession): Promise<{ number: number; version: string }> {
  const text =
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version";
  const [row] = await everyRow<{ number: number; version: string }>(session, text);
  return row!;
}

async function everyRow<Row extends object>(
  session: ServerSession,
  text: string,
  parameters: KeyValue[] = [],
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const rows of session.pages<Row>(text, parameters)) found.push(...rows);
  return found;
}

/** What is kept of each role takes some hundred bytes. */
async function readRoles(
  session: ServerSession,
  settings: PostgresSettings,
  context: ConnectorContext,
): Promise<Roles> {
  const former = await context.landedBefore?.('Account', 'alias');
  const isDisabledName = nameMatcher(settings.disabled_accounts);
  const isDisabledAccount = ({ oid, name }: RoleRow) => isDisabledName(name) || former?.has(roleId(oid)) === true;
  const roles = rolesOf(isDisabledAccount, nameMatcher(settings.groups));
  for await (const rows of session.pages<RoleRow>(statement('roles'), [null])) for (const row of rows) roles.add(row);
  return roles;
}
