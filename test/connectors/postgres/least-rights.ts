// The statements of the README that give a role the least rights for changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = readFileSync(join(import.meta.dirname, '../../../connectors/postgres/README.md'), 'utf8');

/** Before PostgreSQL 16. */
export function rightsForChanges(role: string): string {
  const [, block] = /Before PostgreSQL 16:\n\n```sql\n(.*?)```/s.exec(readme)!;
  return `CREATE ROLE ${role} LOGIN; ${block!.replaceAll('rolecall', role)}`;
}
