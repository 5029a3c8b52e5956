// Finds the problems of a MySQL or MariaDB source without landing anything.
import type { Problem } from '../../src/connector/contract.ts';
import { isDeniedStatement } from '../../src/connector/sql/mysql/failures.ts';
import type { MysqlClient } from './client.ts';
import { unknownSchemas } from './reads.ts';

const rights = 'give the account the rights that connectors/mysql/README.md lists';

export async function checkMysql(client: MysqlClient): Promise<Problem[]> {
  const { user } = client.settings;
  const problems: Problem[] = [];
  try {
    for (const name of await unknownSchemas(client)) {
      const message = `there is no database ${name}, or it is not visible`;
      problems.push({ severity: 'error', place: 'databases', message, fix: 'correct the name or remove it' });
    }
    await client.principals();
  } catch (error) {
    if (!isDeniedStatement(error)) throw error;
    problems.push({ severity: 'error', place: `account ${user}`, message: (error as Error).message, fix: rights });
  }
  if (!(await client.seesEveryTable())) {
    const message = `${user} does not see tables that it has no privilege on`;
    problems.push({ severity: 'warning', place: `account ${user}`, message, fix: rights });
  }
  return problems;
}
