// What each role may do: on the server through its attributes, with other roles, and with databases and what is in them.
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { columnId, databaseId, functionId, relationPlaceId, roleId, schemaId, serverId } from '../ids.ts';
import type { RoleRow, Roles } from '../role-kinds.ts';
import { type DatabaseContext, databaseSection, type PostgresSection, section } from '../sections.ts';
import type { MembershipRow } from './identities.ts';
import { powersOf, powersOnContents } from './predefined-roles.ts';
import { assignmentOf, type GrantRow, type OnContents, onColumns, permissionsOfGrant } from './privileges.ts';

interface ObjectGrantRow extends GrantRow {
  readonly object: number;
}

interface RelationGrantRow extends ObjectGrantRow {
  readonly row_security: boolean;
  readonly force_row_security: boolean;
  readonly policies: readonly PolicyRow[] | null;
}

interface PolicyRow {
  readonly name: string;
  readonly permissive: boolean;
  readonly command: string;
  readonly roles: readonly number[];
  readonly using: string | null;
  readonly check: string | null;
}

interface ColumnGrantRow extends GrantRow {
  readonly relation: number;
  readonly number: number;
}

interface DefaultPrivilegeRow extends Omit<GrantRow, 'is_owner'> {
  readonly oid: number;
  readonly creator: number;
  readonly schema_oid: number;
  readonly kind: string;
}

/** Attributes of a role. Members do not inherit them, but have them after SET ROLE. */
const attributes = [
  ['superuser', 'SUPERUSER'],
  ['create_role', 'CREATEROLE'],
  ['create_database', 'CREATEDB'],
  ['replication', 'REPLICATION'],
  ['bypass_row_security', 'BYPASSRLS'],
] as const;

const onlyHere: OnContents = { appliesToContents: false };

const everything = { isCreate: true, isRead: true, isUpdate: true, isDelete: true, isExecute: true, isShare: true };

const attributeSection = section<RoleRow>('roles', 'pg_roles', ['oid'], (row, { roles }) => {
  const names: string[] = attributes.filter(([column]) => row[column]).map(([, name]) => name);
  const entity = roles.entity(row.oid);
  const powers = powersOf(row);
  if (powers) {
    const entitlement = { permissions: powers, ...powersOnContents(row) };
    return [assignmentOf(entity, serverId, { ...entitlement, description: 'Predefined role' })];
  }
  if (names.length === 0) return [];
  const permissions = {
    ...(row.superuser && everything),
    ...(row.create_database && { isCreate: true }),
    isPrivileged: row.superuser || row.create_role || row.replication,
    fineGrainedSpecifiers: row.superuser ? [...names, 'impersonate:*'] : names,
  };
  // Only a superuser may use what the databases contain; the other attributes are about the server.
  const entitlement = { permissions, appliesToContents: row.superuser };
  return [assignmentOf(entity, serverId, { ...entitlement, description: 'Attributes of the role' })];
});

const membershipSection = section<MembershipRow>(
  'memberships',
  'pg_auth_members',
  ['role', 'member'],
  (row, { roles }) => {
    const isAccount = roles.get(row.role)?.isAccount === true;
    const specifiers = [
      ...(row.inherits ? ['INHERIT'] : []),
      ...(row.may_become ? ['SET'] : []),
      ...(row.admin ? ['ADMIN'] : []),
      ...(row.may_become && isAccount ? [`impersonate:${roleId(row.role)}`] : []),
    ];
    const permissions = { fineGrainedSpecifiers: specifiers, isPrivileged: row.admin, isShare: row.admin };
    return [assignmentOf(roles.entity(row.member), roleId(row.role), { permissions, description: 'Membership' })];
  },
);

const databaseGrantSection = section<ObjectGrantRow>(
  'database-grants',
  'pg_database',
  ['object', 'grantee'],
  (row, { roles }) => [assignmentOf(roles.entity(row.grantee), databaseId(row.object), entitlementOf(row, onlyHere))],
);

const schemaGrantSection = databaseSection<ObjectGrantRow>(
  'schema-grants',
  'pg_namespace',
  ['object', 'grantee'],
  (row, context) => [grantIn(context, row, schemaId(context.database.oid, row.object), onlyHere)],
);

const relationGrantSection = databaseSection<RelationGrantRow>(
  'relation-grants',
  'pg_class',
  ['object', 'grantee'],
  (row, context) => {
    const objectId = relationPlaceId(context.database.oid, row.object);
    return [grantIn(context, row, objectId, onColumns(row), rowSecurity(row, context.roles))];
  },
);

const columnGrantSection = databaseSection<ColumnGrantRow>(
  'column-grants',
  'pg_attribute',
  ['relation', 'number', 'grantee'],
  (row, context) => [grantIn(context, row, columnId(context.database.oid, row.relation, row.number), {})],
);

const functionGrantSection = databaseSection<ObjectGrantRow>(
  'function-grants',
  'pg_proc',
  ['object', 'grantee'],
  (row, context) => [grantIn(context, row, functionId(context.database.oid, row.object), {})],
);

/** pg_database_owner, whose only member is the owner of the database at hand; its object id is fixed. */
const databaseOwnerRole = 6171;
/** From this version on, an owner has the privileges of pg_database_owner even without the attribute INHERIT. */
const ownersAlwaysInherit = 160_000;

function grantIn(
  { client, roles, database }: DatabaseContext,
  row: GrantRow,
  objectId: string,
  onContents: OnContents,
  metadata: readonly object[] = [],
) {
  const entitlement = entitlementOf(row, onContents);
  if (row.grantee !== databaseOwnerRole) {
    const all = [...entitlement.metadata, ...metadata];
    return assignmentOf(roles.entity(row.grantee), objectId, { ...entitlement, metadata: all });
  }
  const inherits = client.versionNumber >= ownersAlwaysInherit || roles.get(database.owner)?.inherit === true;
  const through = metadataItems('grant', { through: 'pg_database_owner', inherits });
  const all = [...entitlement.metadata, ...through, ...metadata];
  return assignmentOf(roles.entity(database.owner), objectId, { ...entitlement, metadata: all }, 'as database owner');
}

/** Nobody may use a table because of a right on its schema or database, be it ownership. */
function entitlementOf(row: GrantRow, onContents: OnContents) {
  return { isOwner: row.is_owner, ...onContents, permissions: permissionsOfGrant(row), metadata: grantOption(row) };
}

function grantOption({ grantable, is_owner: isOwner }: GrantRow) {
  return grantable === null || isOwner ? [] : metadataItems('grant', { grantOption: grantable.split(',') });
}

/** https://www.postgresql.org/docs/current/catalog-pg-policy.html */
const policyCommands: Readonly<Record<string, string>> = {
  r: 'SELECT',
  a: 'INSERT',
  w: 'UPDATE',
  d: 'DELETE',
  '*': 'ALL',
};

/** Policies that a table may have in a record; more would only repeat themselves. */
const mostPolicies = 100;

function rowSecurity(row: RelationGrantRow, roles: Roles) {
  if (!row.row_security) return [];
  const policies = (row.policies ?? [])
    .slice(0, mostPolicies)
    .map(({ name, permissive, command, roles: ids, ...rest }) => ({
      name,
      isPermissive: permissive,
      command: policyCommands[command] ?? command,
      roles: ids.map(oid => roles.name(oid)),
      ...(rest.using !== null && { using: rest.using }),
      ...(rest.check !== null && { check: rest.check }),
    }));
  return metadataItems('row-security', {
    enabled: true,
    appliesToOwner: row.force_row_security,
    policies,
    policyCount: row.policies?.length ?? 0,
  });
}

/** https://www.postgresql.org/docs/current/catalog-pg-default-acl.html */
const objectKinds: Readonly<Record<string, string>> = {
  r: 'tables',
  S: 'sequences',
  f: 'functions',
  T: 'types',
  n: 'schemas',
  L: 'large objects',
};

/** They are about objects that do not exist yet, so the entitlement is not in force. */
const defaultPrivilegeSection = databaseSection<DefaultPrivilegeRow>(
  'default-privileges',
  'pg_default_acl',
  ['oid', 'grantee'],
  (row, { roles, database }) => {
    const objectId = row.schema_oid === 0 ? databaseId(database.oid) : schemaId(database.oid, row.schema_oid);
    const kind = objectKinds[row.kind] ?? row.kind;
    const creator = roles.name(row.creator);
    const entitlement = {
      isInForce: false,
      permissions: permissionsOfGrant({ ...row, is_owner: false }),
      description: `Default privileges on ${kind} that ${creator} creates`,
      metadata: [
        ...grantOption({ ...row, is_owner: false }),
        ...metadataItems('default-privileges', { objects: kind, creator }),
      ],
    };
    return [assignmentOf(roles.entity(row.grantee), objectId, entitlement, `default ${row.oid}`)];
  },
);

export const assignmentSections: readonly PostgresSection[] = [
  attributeSection,
  membershipSection,
  databaseGrantSection,
  schemaGrantSection,
  relationGrantSection,
  columnGrantSection,
  functionGrantSection,
  defaultPrivilegeSection,
];
