// What the roles that PostgreSQL defines may do beyond the privileges that are granted to them.
// Source: https://www.postgresql.org/docs/current/predefined-roles.html
import { isPredefined, type RoleRow } from '../role-kinds.ts';
import type { PlaceClass } from './places.ts';
import type { ContentPermissions, OnContents } from './privileges.ts';

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

const tables: readonly PlaceClass[] = ['foreign-table', 'materialized-view', 'table', 'view'];
const onSchemas = {
  resourceClasses: ['schema'],
  permissions: { isExecute: true, fineGrainedSpecifiers: ['USAGE'] },
} as const;

/** Powers over what every database contains. Of a sequence, only SELECT and UPDATE are known. */
const contentsOfPowers: Readonly<Record<string, readonly ContentPermissions[]>> = {
  pg_read_all_data: [
    onSchemas,
    {
      resourceClasses: ['column', 'sequence', 'system-table', ...tables],
      permissions: { isRead: true, fineGrainedSpecifiers: ['SELECT'] },
    },
  ],
  pg_write_all_data: [
    onSchemas,
    {
      resourceClasses: tables,
      permissions: {
        isCreate: true,
        isUpdate: true,
        isDelete: true,
        fineGrainedSpecifiers: ['INSERT', 'UPDATE', 'DELETE'],
      },
    },
    {
      resourceClasses: ['column'],
      permissions: { isCreate: true, isUpdate: true, fineGrainedSpecifiers: ['INSERT', 'UPDATE'] },
    },
    { resourceClasses: ['sequence'], permissions: { isUpdate: true, fineGrainedSpecifiers: ['UPDATE'] } },
  ],
  pg_maintain: [
    {
      resourceClasses: ['system-table', ...tables],
      permissions: { isUpdate: true, fineGrainedSpecifiers: ['MAINTAIN'] },
    },
  ],
};

/** What a predefined role may do with what the server contains; nothing, when its powers are over the server itself. */
export function powersOnContents({ name }: Pick<RoleRow, 'name'>): OnContents {
  const contentPermissions = contentsOfPowers[name];
  return contentPermissions ? { contentPermissions } : { appliesToContents: false };
}

/**
 * Undefined for pg_database_owner, whose privileges are landed as those of each database's owner. A predefined role that this
 * release does not know has its name as the only specifier.
 */
export function powersOf(row: Pick<RoleRow, 'oid' | 'name'>): Powers | undefined {
  if (!isPredefined(row) || row.name === 'pg_database_owner') return undefined;
  return known[row.name] ?? { fineGrainedSpecifiers: [row.name] };
}
