// How sections of a PostgreSQL server are declared and read. The key of a database is its oid; the key of the whole server is 0.

import { isForbidden, isRefusedDatabase } from '../../src/connector/sql/postgres/failures.ts';
import type { ServerSession } from '../../src/connector/sql/postgres/session.ts';
import { objectsGap, type RowReader, type SectionedServer } from '../../src/connector/sql/section-pages.ts';
import { type KeyValue, type Section, sectionMaker } from '../../src/connector/sql/sections.ts';
import type { DatabaseRow, PostgresClient } from './client.ts';
import { databaseContents } from './ids.ts';
import type { Roles } from './role-kinds.ts';
import { type StatementName, statement } from './statements.ts';

interface SectionContext {
  readonly client: PostgresClient;
  readonly roles: Roles;
  readonly database?: DatabaseRow;
}

export interface DatabaseContext extends SectionContext {
  readonly database: DatabaseRow;
}

export interface PostgresTypes {
  readonly client: PostgresClient;
  readonly statement: StatementName;
  readonly database: DatabaseRow;
  readonly context: SectionContext;
}

export type PostgresSection = Section<PostgresTypes>;

export const section = sectionMaker<PostgresTypes>(false);

/** For what is read in each database. */
export const databaseSection = sectionMaker<PostgresTypes, DatabaseContext>(true);

export const postgresServer: SectionedServer<PostgresTypes> = {
  wholeServer: 0,
  beforeFirst: null,
  contextOf: async client => ({ client, roles: await client.roles() }),
  databases: client => client.chosenDatabases(),
  keyOf: ({ oid }) => oid,
  isBefore: (oid, other) => oid < other,
  open: async (client, database) => (database ? openDatabase(client, database) : readerOf(client.main, async () => {})),
  contents: (lands, { oid }) => databaseContents(lands, [oid]),
  isForbidden,
  names: {
    server: () => 'server',
    subject: (catalogue, database) => `${database?.name ?? 'server'}: ${catalogue}`,
    place: (catalogue, database) => `${database ? `${database.name}: ` : ''}${catalogue}`,
  },
};

const readerOf = (session: ServerSession, release: () => Promise<void>): RowReader<PostgresTypes> => ({
  pages: (name: StatementName, after: readonly KeyValue[]) => session.pages(statement(name), after),
  release,
});

/** A template to which nobody may connect, such as template0, has nothing that anybody could reach. */
async function openDatabase(client: PostgresClient, database: DatabaseRow) {
  if (database.is_template && !database.allows_connections) return undefined;
  const subject = `database ${database.name}`;
  if (!database.allows_connections || !database.may_connect) {
    const why = database.allows_connections ? `${client.settings.user} may not connect` : 'nobody may connect';
    return objectsGap('forbidden', subject, `${why} to ${database.name}, so nothing in it can be read`);
  }
  try {
    const { session, release } = await client.borrow(database.name);
    return readerOf(session, release);
  } catch (error) {
    if (!isRefusedDatabase(error)) throw error;
    return objectsGap('forbidden', subject, (error as Error).message);
  }
}
