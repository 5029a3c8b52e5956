// Settings of the database that the queries of a description go to. A description names no server and no password.
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { ConnectorContext } from '../../../../src/connector/contract.ts';
import { openMysqlSession, readOnly } from '../../../../src/connector/sql/mysql/session.ts';
import { mysqlLimits, mysqlLogin } from '../../../../src/connector/sql/mysql/settings.ts';
import { openSession } from '../../../../src/connector/sql/postgres/session.ts';
import { postgresLimits, postgresLogin } from '../../../../src/connector/sql/postgres/settings.ts';
import { tlsOptions } from '../../../../src/connector/sql/tls.ts';
import type { QueriedDatabase } from './queried-database.ts';
import { openSqlite } from './sqlite.ts';

const databaseKinds = {
  postgres: z
    .strictObject({ ...postgresLogin, database: z.string().min(1).describe('The database'), ...postgresLimits })
    .optional()
    .describe('A PostgreSQL server'),
  mysql: z
    .strictObject({ ...mysqlLogin, ...mysqlLimits })
    .optional()
    .describe('A MySQL or MariaDB server'),
  sqlite: z
    .strictObject({ file: z.string().min(1).describe('File, relative to the folder of the configuration file') })
    .optional()
    .describe('A SQLite file'),
};

export const databaseSettings = z
  .strictObject(databaseKinds)
  .refine(
    kinds => Object.values(kinds).filter(kind => kind !== undefined).length === 1,
    `give one of ${Object.keys(databaseKinds).join(', ')}`,
  );

export type DatabaseSettings = z.output<typeof databaseSettings>;

const quoted = (mark: string) => (name: string) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;

/** @throws SourceError that names setting and remedy; SourceUnavailable */
export async function openQueriedDatabase(
  { postgres, mysql, sqlite }: DatabaseSettings,
  { signal, baseFolder }: ConnectorContext,
): Promise<QueriedDatabase> {
  if (postgres) {
    const target = { settings: postgres, tls: await tlsOptions(postgres, baseFolder), signal, isOfOperator: true };
    const session = await openSession(target, postgres.database);
    return { quote: quoted('"'), parameter: '$1', pages: session.pages, close: session.close };
  }
  if (mysql) {
    const target = { settings: mysql, tls: await tlsOptions(mysql, baseFolder), signal, isOfOperator: true };
    const session = await openMysqlSession(target, ["SET SESSION time_zone = '+00:00'", ...readOnly]);
    return { quote: quoted('`'), parameter: '?', pages: session.pages, close: session.close };
  }
  const { file } = sqlite!;
  return {
    quote: quoted('"'),
    parameter: '?',
    ...(await openSqlite(isAbsolute(file) ? file : join(baseFolder, file), signal)),
  };
}
