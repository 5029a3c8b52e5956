// The statements of the README that give an account the least rights with which everything can be read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = readFileSync(join(import.meta.dirname, '../../../connectors/mysql/README.md'), 'utf8');

/** Of the block for MariaDB, for another name, host and password. */
export function leastRights(user: string, host: string, password: string): string {
  return blockAfter('### MariaDB')
    .replaceAll("'rolecall'@'10.0.0.5'", `'${user}'@'${host}'`)
    .replaceAll("'…'", `'${password}'`);
}

/** Of the block for changes on MariaDB. */
export function rightsForChanges(user: string, host: string): string {
  return blockAfter('On MariaDB:').replaceAll("'rolecall'@'10.0.0.5'", `'${user}'@'${host}'`);
}

function blockAfter(words: string): string {
  const [, block] = /```sql\n(.*?)```/s.exec(readme.slice(readme.indexOf(words)))!;
  return block!;
}
