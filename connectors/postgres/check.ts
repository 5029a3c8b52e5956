// Finds the problems of a PostgreSQL source without landing anything.
import { type Problem, SourceError } from '../../src/connector/contract.ts';
import { isForbidden } from '../../src/connector/sql/postgres/failures.ts';
import { namesWithoutDatabase } from '../../src/connector/sql/section-pages.ts';
import type { PostgresClient } from './client.ts';
import type { RoleRow } from './role-kinds.ts';
import { fromTheStart, statement, statementNames } from './statements.ts';

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
  return [...problems, ...(await lackingReads(client))];
}

/** What the server cannot answer or the role may not read, found by asking for the first rows of each read. */
async function lackingReads({ main }: PostgresClient): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const name of statementNames) {
    const text = statement(name);
    const rows = main.pages(text, fromTheStart(text));
    try {
      await rows.next();
    } catch (error) {
      if (error instanceof SourceError) problems.push(...error.problems.map(problem => ({ ...problem, place: name })));
      else if (isForbidden(error)) {
        const fix = 'let the role read the catalogue; what is in it is missing otherwise';
        problems.push({ severity: 'warning', place: name, message: (error as Error).message, fix });
      } else throw error;
    } finally {
      await rows.return(undefined);
    }
  }
  return problems;
}
