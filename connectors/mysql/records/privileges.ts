// What the privileges of MySQL and MariaDB permit, in the flags of the interface.
// Source: https://dev.mysql.com/doc/refman/8.4/en/privileges-provided.html, https://mariadb.com/kb/en/grant/
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { grantedEntitlement } from '../../../src/connector/entitlement.ts';
import { mysqlLinkId } from '../ids.ts';
import type { MysqlEntity } from '../principals.ts';
import type { MysqlClass } from './places.ts';

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

const ofColumns = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'];
const ofTables = [
  ...ofColumns,
  ...['DELETE', 'DELETE HISTORY', 'CREATE', 'DROP', 'ALTER', 'INDEX', 'CREATE VIEW', 'SHOW VIEW', 'TRIGGER'],
];
const ofRoutines = ['EXECUTE', 'ALTER ROUTINE', 'SHOW CREATE ROUTINE'];
const ofDatabases = [...ofTables, ...ofRoutines, 'CREATE ROUTINE', 'EVENT', 'CREATE TEMPORARY TABLES', 'LOCK TABLES'];

/** The privileges that there are on resources of each class. Those of a column also hold by a grant on its table, and so on. */
const onClasses: readonly (readonly [classes: readonly MysqlClass[], privileges: readonly string[]])[] = [
  [['column'], ofColumns],
  [['table', 'view'], ofTables],
  [['function', 'package', 'package-body', 'procedure'], ofRoutines],
  [['database', 'database-pattern'], ofDatabases],
];

/** What a grant on the server, a database, a pattern or a table gives on what is inside. */
function onContents({ privileges, mayGrant }: Grant) {
  const elements = onClasses.flatMap(([resourceClasses, possible]) => {
    const names = privileges.filter(name => possible.includes(name));
    return names.length === 0 ? [] : [{ resourceClasses, permissions: permissionsOf({ privileges: names, mayGrant }) }];
  });
  return elements.length > 0 ? { contentPermissions: elements } : { appliesToContents: false };
}

function permissionsOf({ privileges, mayGrant }: Grant, specifiers: readonly string[] = []): object {
  const permissions: Record<string, unknown> = { fineGrainedSpecifiers: [...privileges, ...specifiers] };
  for (const name of privileges) {
    const flag = flags[name];
    if (flag) permissions[flag] = true;
    if (privileged.has(name)) permissions['isPrivileged'] = true;
  }
  if (mayGrant) permissions['isShare'] = true;
  return permissions;
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
  /** False when the grant gives nothing on what the object contains, whatever its privileges are. */
  readonly appliesToContents?: boolean;
  /** True of a grant on the server, a database, a pattern or a table. */
  readonly hasContents?: boolean;
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
  const { description, specifiers, metadata = [], appliesToContents = true, hasContents = false } = entitlement;
  return {
    id: `${mysqlLinkId(entity.id, 'on', objectId)}${what && ` ${what}`}`,
    entityId: entity.id,
    entityType: entity.type,
    assignedObjectId: objectId,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification: grantedEntitlement({
      ...(description !== undefined && { description }),
      ...(!appliesToContents && { appliesToContents }),
      ...(appliesToContents && hasContents && onContents(entitlement)),
      ...(entitlement.clientHost !== undefined && { conditions: hostCondition(entitlement.clientHost) }),
      ...(metadata.length > 0 && { accessControlMetadata: metadata }),
      permissions: permissionsOf(entitlement, specifiers),
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
