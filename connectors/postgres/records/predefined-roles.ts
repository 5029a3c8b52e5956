// What the roles that PostgreSQL defines may do beyond the privileges that are granted to them.
// Source: https://www.postgresql.org/docs/current/predefined-roles.html
import { isPredefined, type RoleRow } from '../role-kinds.ts';

interface Powers {
  readonly fineGrainedSpecifiers: readonly string[];
  readonly isRead?: true;
  readonly isCreate?: true;
  readonly isUpdate?: true;
  readonly isDelete?: true;
  readonly isExecute?: true;
  readonly isPrivileged?: true;
}

const known: Readonly<Record<string, Powers>> = {
  pg_read_all_data: { fineGrainedSpecifiers: ['SELECT ON ALL TABLES', 'USAGE ON ALL SCHEMAS'], isRead: true },
  pg_write_all_data: {
    fineGrainedSpecifiers: ['INSERT, UPDATE, DELETE ON ALL TABLES', 'USAGE ON ALL SCHEMAS'],
    isCreate: true,
    isUpdate: true,
    isDelete: true,
  },
  pg_maintain: { fineGrainedSpecifiers: ['MAINTAIN ON ALL TABLES'], isUpdate: true },
  pg_execute_server_program: { fineGrainedSpecifiers: ['EXECUTE SERVER PROGRAM'], isExecute: true, isPrivileged: true },
  pg_read_server_files: { fineGrainedSpecifiers: ['READ SERVER FILES'], isRead: true, isPrivileged: true },
  pg_write_server_files: { fineGrainedSpecifiers: ['WRITE SERVER FILES'], isUpdate: true, isPrivileged: true },
  pg_read_all_settings: { fineGrainedSpecifiers: ['READ ALL SETTINGS'], isRead: true },
  pg_read_all_stats: { fineGrainedSpecifiers: ['READ ALL STATS'], isRead: true },
  pg_signal_backend: { fineGrainedSpecifiers: ['SIGNAL BACKEND'], isExecute: true },
  pg_create_subscription: { fineGrainedSpecifiers: ['CREATE SUBSCRIPTION'], isCreate: true },
};

/** True for powers over the tables of every database, false for those over the server itself. */
export function areForAllTables({ fineGrainedSpecifiers }: Powers): boolean {
  return fineGrainedSpecifiers.some(specifier => specifier.endsWith(' ON ALL TABLES'));
}

/**
 * Undefined for pg_database_owner, whose privileges are landed as those of each database's owner. A predefined role that this
 * release does not know has its name as the only specifier.
 */
export function powersOf(row: Pick<RoleRow, 'oid' | 'name'>): Powers | undefined {
  if (!isPredefined(row) || row.name === 'pg_database_owner') return undefined;
  return known[row.name] ?? { fineGrainedSpecifiers: [row.name] };
}
