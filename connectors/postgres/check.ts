// Finds the problems of a PostgreSQL source without landing anything.
import type { Problem } from '../../src/connector/contract.ts';
import { namesWithoutDatabase } from '../../src/connector/sql/section-pages.ts';
import type { PostgresClient } from './client.ts';
import type { RoleRow } from './role-kinds.ts';
import { statement } from './statements.ts';

export async function checkPostgres(client: PostgresClient): Promise<Problem[]> {
  const { settings } = client;
  const problems: Problem[] = namesWithoutDatabase(settings.databases, await client.databases()).map(name => ({
    severity: 'error',
    place: 'databases',
    message: `there is no database ${name}`,
    fix: 'correct the name or remove it',
  }));
  for (const { name, allows_connections: allows, may_connect: may } of await client.chosenDatabases()) {
    if (!allows || may) continue;
    const fix = `GRANT CONNECT ON DATABASE ${name} TO ${settings.user}, or leave it out of databases`;
    problems.push({ severity: 'warning', place: `database ${name}`, message: `${settings.user} may not connect`, fix });
  }
  for await (const rows of client.main.pages<RoleRow>(statement('roles'), [null])) {
    if (!rows.some(row => row.name === settings.user && row.superuser)) continue;
    const fix = 'use a role that only has LOGIN: the connector needs no other rights';
    problems.push({ severity: 'warning', place: 'user', message: `${settings.user} is a superuser`, fix });
  }
  return problems;
}
