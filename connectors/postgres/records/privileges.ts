// What a privilege of PostgreSQL permits, in the flags of the interface.
// Source: https://www.postgresql.org/docs/current/ddl-priv.html
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { linkId } from '../ids.ts';
import type { Entity } from '../role-kinds.ts';
import type { PlaceClass } from './places.ts';

const flags: Readonly<Record<string, string>> = {
  SELECT: 'isRead',
  INSERT: 'isCreate',
  UPDATE: 'isUpdate',
  DELETE: 'isDelete',
  TRUNCATE: 'isDelete',
  CREATE: 'isCreate',
  TEMPORARY: 'isCreate',
  CONNECT: 'isExecute',
  EXECUTE: 'isExecute',
  USAGE: 'isExecute',
  MAINTAIN: 'isUpdate',
};

/** A row about what one role may do with one object. */
export interface GrantRow {
  readonly grantee: number;
  readonly is_owner: boolean;
  /** Joined with commas. Null: an owner without privileges, because they were revoked. */
  readonly privileges: string | null;
  /** Those that the role may grant to others, too. */
  readonly grantable: string | null;
}

/** Privileges on a table that hold for each of its columns. */
const columnPrivileges = new Set(['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']);

/** What a right is on the contents of its object; without either, it is the same right. */
export interface OnContents {
  /** False when the right is about the object itself, and opens nothing inside it. */
  readonly appliesToContents?: boolean;
  readonly contentPermissions?: readonly ContentPermissions[];
}

export interface ContentPermissions {
  readonly resourceClasses: readonly PlaceClass[];
  readonly permissions: object;
}

/** What a grant on a table gives on its columns. */
export function onColumns(row: GrantRow): OnContents {
  const names = row.privileges?.split(',') ?? [];
  const left = names.filter(name => columnPrivileges.has(name));
  if (left.length === names.length && left.length > 0) return {};
  if (left.length === 0) return { appliesToContents: false };
  const grantable = row.grantable?.split(',').filter(name => columnPrivileges.has(name)) ?? [];
  const privileges = { privileges: left.join(','), grantable: grantable.length > 0 ? grantable.join(',') : null };
  return {
    contentPermissions: [{ resourceClasses: ['column'], permissions: permissionsOfGrant({ ...row, ...privileges }) }],
  };
}

/** An owner may always grant, alter and drop, whatever privileges it has. */
export function permissionsOfGrant({ is_owner: isOwner, privileges, grantable }: Omit<GrantRow, 'grantee'>) {
  const names = privileges?.split(',') ?? [];
  const permissions: Record<string, unknown> = { fineGrainedSpecifiers: names };
  for (const name of names) {
    const flag = flags[name];
    if (flag) permissions[flag] = true;
  }
  if (isOwner) Object.assign(permissions, { isPrivileged: true, isShare: true, ownershipLevel: 'Owner' });
  else if (grantable !== null) permissions['isShare'] = true;
  return permissions;
}

export interface Entitlement extends OnContents {
  readonly isOwner?: boolean;
  readonly isInForce?: boolean;
  readonly permissions: object;
  readonly description?: string;
  readonly metadata?: readonly object[];
}

/** @param what distinguishes several assignments of one entity on one object */
export function assignmentOf(entity: Entity, objectId: string, entitlement: Entitlement, what = ''): SourceRecord {
  const {
    isOwner = false,
    isInForce = true,
    appliesToContents = true,
    contentPermissions,
    permissions,
    description,
    metadata = [],
  } = entitlement;
  return {
    id: `${linkId(entity.id, 'on', objectId)}${what && ` ${what}`}`,
    entityId: entity.id,
    entityType: entity.type,
    assignedObjectId: objectId,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification: {
      reason: isOwner ? 'Ownership' : 'AccessControl',
      isInferred: false,
      reasonSpecificData: {
        enabled: isInForce,
        type: 'Grant',
        ...(!appliesToContents && { appliesToContents }),
        ...(contentPermissions && { contentPermissions }),
        ...(description !== undefined && { description }),
        ...(metadata.length > 0 && { accessControlMetadata: metadata }),
        permissions,
      },
    },
  };
}
