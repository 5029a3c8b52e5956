// The accounts and roles of a MySQL or MariaDB server, and what they may do in its databases.
import { defineConnector } from '../../src/connector/contract.ts';
import { mysqlActions, mysqlDeclaredActions } from './actions/index.ts';
import { checkMysql } from './check.ts';
import { type MysqlClient, openMysql } from './client.ts';
import { mysqlReads } from './reads.ts';
import { mysqlSettings } from './settings.ts';

export const mysql = defineConnector<typeof mysqlSettings, MysqlClient>({
  type: 'mysql',
  title: 'MySQL and MariaDB',
  description:
    'The accounts and roles of a MySQL or MariaDB server, their memberships, and their privileges on the server, databases, tables, columns and routines, with proxies, locks and password expiry.',
  settings: mysqlSettings,
  declares: [
    {
      types: mysqlReads.map(({ lands }) => lands),
      incremental: false,
      rights: 'REFERENCES on `*.*`, and SELECT on the grant tables',
    },
  ],
  open: openMysql,
  close: client => client.close(),
  check: checkMysql,
  reads: () => mysqlReads,
  declaresActions: mysqlDeclaredActions,
  actions: mysqlActions,
});
