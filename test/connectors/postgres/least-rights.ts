// The statements of the README that give a role the least rights for changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = readFileSync(join(import.meta.dirname, '../../../connectors/postgres/README.md'), 'utf8');

/** For `rolecall` on a server before PostgreSQL 16, or on a newer one, where they are about `ann` and `staff`. */
export function rightsForChanges(server: 'older' | 'newer'): string {
  const words = server === 'older' ? 'Before PostgreSQL 16:' : 'Since PostgreSQL 16 the role';
  const [, block] = /```sql\n(.*?)```/s.exec(readme.slice(readme.indexOf(words)))!;
  return `CREATE ROLE rolecall LOGIN; ${block}`;
}
