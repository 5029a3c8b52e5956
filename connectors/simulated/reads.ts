// What is read, type by type, in pages that begin after the last row of the page before.
import { composeId } from '../../src/connector/composed-id.ts';
import type { Page, Read, SourceRecord } from '../../src/connector/contract.ts';
import { grantedEntitlement } from '../../src/connector/entitlement.ts';
import type { Store } from './store.ts';

const pageRows = 500;

interface Query<Row> {
  readonly sql: string;
  /** The columns that the query sorts by. Its placeholders are the values of these columns in the row before, and the number of rows. */
  readonly key: readonly (keyof Row)[];
  readonly recordOf: (row: Row) => SourceRecord;
}

/** @param cursor a JSON array: the key after which the pages begin */
async function* pagesOf<Row extends object>(
  store: Store,
  { sql, key, recordOf }: Query<Row>,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  for (let after: string[] = cursor === undefined ? key.map(() => '') : JSON.parse(cursor); ; ) {
    const rows = store.all<Row>(sql, ...after, pageRows);
    const last = rows.at(-1);
    const records = rows.map(recordOf);
    if (last === undefined || rows.length < pageRows) {
      yield { records };
      return;
    }
    after = key.map(column => String(last[column]));
    yield { records, cursor: JSON.stringify(after) };
  }
}

async function* applicationPages(store: Store): AsyncGenerator<Page> {
  const [application] = store.all<{ id: string; name: string; category: string | null }>('SELECT * FROM application');
  if (!application) return;
  const record = present({
    id: application.id,
    key: application.id,
    name: application.name,
    category: application.category,
    vendorName: 'Simulated by Rolecall',
    supportedFederatedRelationships: [],
    unsupportedTypes: {
      objectTypes: ['AssignedApplication', 'Department', 'PermissionSet', 'ResourceInstance'],
      relationshipTypes: ['DepartmentContainsDepartment', 'ResourceInstanceContainsResourceInstance'],
    },
  });
  yield { records: [record] };
}

interface AccountRow {
  readonly id: string;
  readonly alias: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly title: string | null;
  readonly kind: 'person' | 'service';
  readonly enabled: number;
  readonly locked: number;
  readonly expires: string | null;
  readonly created: string | null;
  readonly last_sign_in: string | null;
  readonly created_by: string | null;
  readonly administers: number;
}

/** An account administers the application through a role of its own, or of a group that it is in, however deep. */
const accounts: Query<AccountRow> = {
  sql: `WITH RECURSIVE administrator (type, id) AS (
      SELECT 'Role', id FROM role WHERE administers = 1
      UNION
      SELECT member_type, member_id FROM membership
      JOIN administrator ON object_type = administrator.type AND object_id = administrator.id
    )
    SELECT *, id IN (SELECT id FROM administrator WHERE type = 'Account') AS administers
    FROM account WHERE id > ? ORDER BY id LIMIT ?`,
  key: ['id'],
  recordOf: row =>
    present({
      id: row.id,
      alias: row.alias,
      name: row.name,
      email: row.email,
      title: row.title,
      type: row.kind === 'person' ? 'User' : 'Machine',
      subType: row.kind === 'person' ? 'Employee' : 'ServiceAccount',
      enabled: row.enabled === 1,
      isAdmin: row.administers === 1,
      hasAPIAccess: row.kind === 'service',
      authenticationFunctions: ['ApplicationAccount'],
      expirationDate: row.expires,
      createdDate: row.created,
      createdBy: row.created_by,
      lastActivityDate: row.last_sign_in,
      profileMetadata: [{ name: 'locked', type: 'boolean', value: row.locked === 1 }],
    }),
};

interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

const groups: Query<NamedRow> = {
  sql: 'SELECT id, name, description FROM user_group WHERE id > ? ORDER BY id LIMIT ?',
  key: ['id'],
  recordOf: row => present({ ...row, type: 'Security', isAssignableToRole: true }),
};

const roles: Query<NamedRow> = {
  sql: 'SELECT id, name, description FROM role WHERE id > ? ORDER BY id LIMIT ?',
  key: ['id'],
  recordOf: row => present({ ...row, type: 'Standard' }),
};

interface MembershipRow {
  readonly member_type: string;
  readonly member_id: string;
  readonly object_type: string;
  readonly object_id: string;
}

const seam = />+(?:UserGroup|Role|Application):/g;
const relationId = (from: string, to: string) => composeId([from, to], '>', seam);

const memberships: Query<MembershipRow> = {
  sql: `SELECT * FROM membership WHERE (member_type, member_id, object_type, object_id) > (?, ?, ?, ?)
    ORDER BY member_type, member_id, object_type, object_id LIMIT ?`,
  key: ['member_type', 'member_id', 'object_type', 'object_id'],
  recordOf: row => ({
    id: relationId(`${row.member_type}:${row.member_id}`, `${row.object_type}:${row.object_id}`),
    entityId: row.member_id,
    entityType: row.member_type,
    managedViaObjectId: row.object_id,
    managedViaObjectType: row.object_type,
  }),
};

interface RightsRow extends NamedRow {
  readonly application_id: string;
  readonly administers: number;
  readonly permissions: string;
}

/** Each role gives access to the application. */
const assignments: Query<RightsRow> = {
  sql: `SELECT role.*, application.id AS application_id FROM role, application
    WHERE role.id > ? ORDER BY role.id LIMIT ?`,
  key: ['id'],
  recordOf: row => ({
    id: relationId(`Role:${row.id}`, `Application:${row.application_id}`),
    entityId: row.id,
    entityType: 'Role',
    assignedObjectId: row.application_id,
    assignedObjectType: 'IntegratedApplication',
    entitlementSpecification: grantedEntitlement({
      name: row.name,
      permissions: { fineGrainedSpecifiers: JSON.parse(row.permissions), isPrivileged: row.administers === 1 },
    }),
  }),
};

/** Without the fields that the application does not have. */
function present(fields: Record<string, unknown> & { id: string }): SourceRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as SourceRecord;
}

const pages =
  <Row extends object>(query: Query<Row>) =>
  (store: Store, cursor?: string) =>
    pagesOf(store, query, cursor);

export const simulatedReads: readonly Read<Store>[] = [
  { lands: 'IntegratedApplication', pages: applicationPages },
  { lands: 'Account', pages: pages(accounts) },
  { lands: 'UserGroup', pages: pages(groups) },
  { lands: 'Role', pages: pages(roles) },
  { lands: 'EntityManagedViaObject', needs: ['Account', 'UserGroup', 'Role'], pages: pages(memberships) },
  { lands: 'EntityAssignedAccessToObject', needs: ['Role', 'IntegratedApplication'], pages: pages(assignments) },
];
