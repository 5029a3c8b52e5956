// What the privileges of MySQL and MariaDB permit, in the flags of the interface.
// Source: https://dev.mysql.com/doc/refman/8.4/en/privileges-provided.html, https://mariadb.com/kb/en/grant/
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { grantedEntitlement } from '../../../src/connector/entitlement.ts';
import { mysqlLinkId } from '../ids.ts';
import type { MysqlEntity } from '../principals.ts';

const flags: Readonly<Record<string, string>> = {
  SELECT: 'isRead',
  INSERT: 'isCreate',
  UPDATE: 'isUpdate',
  DELETE: 'isDelete',
  'DELETE HISTORY': 'isDelete',
  CREATE: 'isCreate',
  DROP: 'isDelete',
  ALTER: 'isUpdate',
  INDEX: 'isUpdate',
  'CREATE VIEW': 'isCreate',
  'CREATE ROUTINE': 'isCreate',
  'CREATE TEMPORARY TABLES': 'isCreate',
  'ALTER ROUTINE': 'isUpdate',
  EXECUTE: 'isExecute',
  EVENT: 'isExecute',
  TRIGGER: 'isExecute',
  'SHOW VIEW': 'isRead',
};

/** Privileges on the server that lead to more. */
const privileged = new Set([
  'SUPER',
  'CREATE USER',
  'FILE',
  'SYSTEM_USER',
  'SET USER',
  'SET_USER_ID',
  'SET_ANY_DEFINER',
]);

/** Privileges of a database that are not about its tables. */
const besideTables = new Set(['EXECUTE', 'CREATE ROUTINE', 'ALTER ROUTINE', 'EVENT', 'CREATE TEMPORARY TABLES']);

/** True when the privileges on a database, or on the whole server, give anything on what is inside. */
export function isOnContents(privileges: readonly string[], isServer: boolean): boolean {
  return privileges.some(name => name in flags && (isServer || !besideTables.has(name)));
}

/** The names in the columns of grant tables are older than those of GRANT. */
const namesOfColumns: Readonly<Record<string, string>> = {
  CREATE_TMP_TABLE: 'CREATE TEMPORARY TABLES',
  DELETE_VERSIONING_ROWS: 'DELETE HISTORY',
};

export interface Grant {
  readonly privileges: readonly string[];
  readonly mayGrant: boolean;
}

/** @param names as in `Select_priv` without `_priv`, or in the sets of grant tables; `Grant` means with grant option */
export function grantOf(names: readonly string[]): Grant {
  const upper = names.map(name => name.toUpperCase().replaceAll(' ', '_'));
  return {
    privileges: upper.filter(name => name !== 'GRANT').map(name => namesOfColumns[name] ?? name.replaceAll('_', ' ')),
    mayGrant: upper.includes('GRANT'),
  };
}

export interface MysqlEntitlement extends Grant {
  readonly description?: string;
  /** False when the grant gives nothing on what the object contains. */
  readonly appliesToContents?: boolean;
  /** Further specifiers, for example of impersonation. */
  readonly specifiers?: readonly string[];
  readonly metadata?: readonly object[];
  /** The hosts of the clients that it is for, where it is not for all clients of the account. */
  readonly clientHost?: string;
}

/** @param what distinguishes several assignments of one entity on one object */
export function grantRecord(
  entity: MysqlEntity,
  objectId: string,
  entitlement: MysqlEntitlement,
  what = '',
): SourceRecord {
  const { privileges, mayGrant, description, specifiers = [], metadata = [], appliesToContents = true } = entitlement;
  const permissions: Record<string, unknown> = { fineGrainedSpecifiers: [...privileges, ...specifiers] };
  for (const name of privileges) {
    const flag = flags[name];
    if (flag) permissions[flag] = true;
    if (privileged.has(name)) permissions['isPrivileged'] = true;
  }
  if (mayGrant) permissions['isShare'] = true;
  return {
    id: `${mysqlLinkId(entity.id, 'on', objectId)}${what && ` ${what}`}`,
    entityId: entity.id,
    entityType: entity.type,
    assignedObjectId: objectId,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification: grantedEntitlement({
      ...(description !== undefined && { description }),
      ...(!appliesToContents && { appliesToContents }),
      ...(entitlement.clientHost !== undefined && { conditions: hostCondition(entitlement.clientHost) }),
      ...(metadata.length > 0 && { accessControlMetadata: metadata }),
      permissions,
    }),
  };
}

const hostCondition = (host: string) => ({
  rootOperator: {
    type: 'Array',
    operator: {
      arrayOpKey: { type: 'Function', value: 'host of the client' },
      arrayOpType: 'Like',
      arrayOpValue: { values: [{ staticConditionValueType: 'host', staticConditionValueData: host }] },
    },
  },
});
