// How sections of a MySQL or MariaDB server are declared and read. The key of a database is its name; the key of the whole server is ''.

import { isDeniedStatement } from '../../src/connector/sql/mysql/failures.ts';
import type { SectionedServer } from '../../src/connector/sql/section-pages.ts';
import { type Section, sectionMaker } from '../../src/connector/sql/sections.ts';
import type { MysqlClient, SchemaRow } from './client.ts';
import { isBefore } from './database-names.ts';
import type { GrantRows } from './grant-rows.ts';
import type { Principals } from './principals.ts';
import { type MysqlStatementName, mysqlStatement } from './statements.ts';

interface MysqlRowContext {
  readonly client: MysqlClient;
  readonly principals: Principals;
  readonly rows: GrantRows;
  readonly database?: SchemaRow;
}

interface MysqlDatabaseContext extends MysqlRowContext {
  readonly database: SchemaRow;
}

export interface MysqlTypes {
  readonly client: MysqlClient;
  readonly statement: MysqlStatementName;
  readonly database: SchemaRow;
  readonly context: MysqlRowContext;
}

export type MysqlSection = Section<MysqlTypes>;

export const section = sectionMaker<MysqlTypes>(false);

/** For what is read in each database. */
export const databaseSection = sectionMaker<MysqlTypes, MysqlDatabaseContext>(true);

export const mysqlServer: SectionedServer<MysqlTypes> = {
  wholeServer: '',
  beforeFirst: '',
  contextOf: async client => ({
    client,
    principals: await client.principals(),
    rows: await client.grantRows(),
  }),
  databases: client => client.chosenDatabases(),
  keyOf: ({ name }) => name,
  isBefore: (name, other) => isBefore(String(name), String(other)),
  open: async ({ product, session }, database) => ({
    pages(name, after) {
      const text = mysqlStatement(product, name);
      const inDatabase = database ? [database.name, database.name] : [];
      return text === undefined ? undefined : session.pages(text, [...inDatabase, ...after]);
    },
    release: async () => {},
  }),
  isForbidden: isDeniedStatement,
  names: { server: ({ name }) => name, subject: table => table, place: table => table },
};
