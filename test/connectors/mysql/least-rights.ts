// The statements of the README that give an account the least rights with which everything can be read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = readFileSync(join(import.meta.dirname, '../../../connectors/mysql/README.md'), 'utf8');

/** Of the block for MariaDB, for another name, host and password. */
export function leastRights(user: string, host: string, password: string): string {
  const [, block] = /### MariaDB\n.*?```sql\n(.*?)```/s.exec(readme)!;
  return block!.replaceAll("'rolecall'@'10.0.0.5'", `'${user}'@'${host}'`).replaceAll("'…'", `'${password}'`);
}
