// The roles of a PostgreSQL server, and what they may do in its databases.
import { defineConnector } from '../../src/connector/contract.ts';
import { postgresActions, postgresDeclaredActions } from './actions/index.ts';
import { checkPostgres } from './check.ts';
import { openPostgres, type PostgresClient } from './client.ts';
import { postgresReads, readLogins } from './reads.ts';
import { postgresSettings } from './settings.ts';

export const postgres = defineConnector<typeof postgresSettings, PostgresClient>({
  type: 'postgres',
  title: 'PostgreSQL',
  description:
    'The logins and roles of a PostgreSQL server, their memberships, and their privileges on databases, schemas, tables and columns, with owners, default privileges and row-level policies.',
  settings: postgresSettings,
  declares: [
    {
      types: postgresReads.map(({ lands }) => lands),
      incremental: false,
      rights: 'a role with LOGIN, and CONNECT on each database',
    },
  ],
  open: openPostgres,
  close: client => client.close(),
  check: checkPostgres,
  reads: () => postgresReads,
  readObjects: { Account: readLogins },
  declaresActions: postgresDeclaredActions,
  actions: postgresActions,
});
