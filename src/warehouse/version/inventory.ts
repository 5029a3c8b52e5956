// Schema `inventory`: the relations of a version for SQL. They are always the same: tables and columns that an older version
// lacks are empty.
//
// A model is a folder of views over them (sql/views, src/queries/models.ts). Each build computes once which groups and roles lie in which
// others, and the same for resources (sql/building/analytics/005…009), so a plain join finds what an account reaches. Nesting is followed to
// its end, cycles included; the memory of the build is the only limit. When a build leaves out nesting, or finds that an assignment names an
// object that was not read, it adds a gap to the ledger of the read (sql/building/analytics/040), and the affected counts are absent. In
// views that expand paths, the account is joined inside each branch that finds the holder of its access, and the resource inside each branch
// that finds what contains it, so that a filter on either is applied before anything is expanded.
//
// Sparse nested objects (an entitlement, an authentication requirement) are JSON text. As STRUCTs, each of their sixty members would cost
// time in every pass.
import type { Resource } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { columnTypes } from '../columns.ts';
import { identifier } from '../duckdb.ts';

export interface InventoryRelation {
  readonly name: string;
  /** Column → DuckDB type, in order. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL over the columns: the application instance that a row belongs to, a UUID. */
  readonly applicationInstance: string;
  /** The table that has its rows where it has none of its own. */
  readonly copyOf?: string | undefined;
  /** Column → SQL over other columns, for versions that lack the column. */
  readonly derived?: Readonly<Record<string, string>> | undefined;
  /** The resource whose objects are the rows; undefined for the auxiliary tables. */
  readonly resource?: Resource | undefined;
  readonly limits?: TableLimits | undefined;
}

/** What a client that is limited to application instances sees of a auxiliary table, besides only the rows of its instances. */
export interface TableLimits {
  /** The rows follow from persons or from several instances: nothing without person data. */
  readonly isTenant?: boolean;
  /** Columns with ids of objects that may belong to other instances → their types. Where the object is hidden, the value is NULL. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
  /** The row is hidden when this column, of `ids`, has an object that is hidden. */
  readonly needs?: string;
  /** SQL for a list of ids of these types: the row is hidden when one of them is an object of a hidden instance. */
  readonly without?: { readonly ids: string; readonly types: readonly string[] };
  /** SQL for a condition of visible rows; `$instances` stands for the list of the instances. */
  readonly where?: string;
}

/**
 * The graph of access over node numbers, for lookups: sql/building/analytics/045_access_tables.sql fills the tables,
 * sql/building/analytics/013_grants.sql explains `permissions` and denials.
 */
const accessTables = {
  /** Accounts, containers and the objects that access is assigned to. Without a name: not read. */
  access_nodes: {
    application_instance_id: 'UUID',
    number: 'INTEGER',
    id: 'UUID',
    /** The first four bytes of the id. A scan of a Parquet file skips rows by numbers, but not by UUIDs. */
    id_prefix: 'UINTEGER',
    type: 'VARCHAR',
    name: 'VARCHAR',
    is_read: 'BOOLEAN',
    is_enabled: 'BOOLEAN',
    /** Of a node that stands for the contents of a resource of some classes: the resource. */
    contents_of: 'UUID',
  },
  /** Direct memberships of accounts and containers. */
  access_memberships: {
    application_instance_id: 'UUID',
    member: 'INTEGER',
    container: 'INTEGER',
    relation_id: 'UUID',
    is_account: 'BOOLEAN',
  },
  /** Containers in containers over any number of steps, each also in itself at depth 0. */
  access_nesting: { application_instance_id: 'UUID', inside: 'INTEGER', outside: 'INTEGER', depth: 'INTEGER' },
  /** Assignments that count, from the account or container to the object. */
  access_grants: {
    application_instance_id: 'UUID',
    holder: 'INTEGER',
    object: 'INTEGER',
    permissions: 'USMALLINT',
    is_denial: 'BOOLEAN',
    assignment_id: 'UUID',
  },
  /** Which resource is directly in which. */
  access_containments: { application_instance_id: 'UUID', resource: 'INTEGER', parent: 'INTEGER' },
  /** Resources in resources over any number of steps. */
  access_places: { application_instance_id: 'UUID', resource: 'INTEGER', ancestor: 'INTEGER', depth: 'INTEGER' },
} as const;

/** Columns of the tables above, for lookups that come from the other side. {@link lookupTables} says where the rows come from. */
const accessCopies = {
  access_nodes_by_id: { application_instance_id: 'UUID', id_prefix: 'UINTEGER', id: 'UUID', number: 'INTEGER' },
  access_memberships_by_container: {
    application_instance_id: 'UUID',
    container: 'INTEGER',
    member: 'INTEGER',
    is_account: 'BOOLEAN',
  },
  access_nesting_by_outside: {
    application_instance_id: 'UUID',
    outside: 'INTEGER',
    inside: 'INTEGER',
    depth: 'INTEGER',
  },
  access_grants_by_object: {
    application_instance_id: 'UUID',
    object: 'INTEGER',
    holder: 'INTEGER',
    permissions: 'USMALLINT',
    is_denial: 'BOOLEAN',
  },
  access_places_by_resource: {
    application_instance_id: 'UUID',
    resource: 'INTEGER',
    ancestor: 'INTEGER',
    depth: 'INTEGER',
  },
} as const;

/** What the search looks into: sql/building/search fills the tables. */
const searchTables = {
  search_objects: {
    application_instance_id: 'UUID',
    number: 'INTEGER',
    object_type: 'VARCHAR',
    object_id: 'UUID',
    words: 'VARCHAR',
  },
  search_words: {
    application_instance_id: 'UUID',
    word: 'VARCHAR',
    letters: 'INTEGER',
    object_count: 'BIGINT',
    objects: 'INTEGER[]',
  },
  search_keys: { application_instance_id: 'UUID', key: 'UBIGINT', number: 'INTEGER', is_name: 'BOOLEAN' },
} as const;

export interface LookupTable {
  /** Which of an instance's lookup files has the table. */
  readonly subject: LookupSubject;
  /** The table that has its rows. */
  readonly of: string;
  /** The order of the rows in a lookup file; by default that of the table. A lookup by the first columns of the order reads few rows. */
  readonly order?: string;
}

/** What lookup files are about: the graph of access, and the search. */
export type LookupSubject = 'access' | 'search';

/** The tables of lookup files (lookup-files.ts). Elsewhere, a table of an order of its own shows the rows of the other one. */
export const lookupTables: Readonly<Record<string, LookupTable>> = {
  ...inOwnOrder('access', accessTables),
  ...({
    access_nodes_by_id: { subject: 'access', of: 'access_nodes', order: 'id_prefix, id' },
    access_memberships_by_container: { subject: 'access', of: 'access_memberships', order: 'container, member' },
    access_nesting_by_outside: { subject: 'access', of: 'access_nesting', order: 'outside, depth, inside' },
    access_grants_by_object: { subject: 'access', of: 'access_grants', order: 'object, holder' },
    access_places_by_resource: { subject: 'access', of: 'access_places', order: 'resource, depth' },
  } satisfies Record<keyof typeof accessCopies, LookupTable>),
  ...inOwnOrder('search', searchTables),
};

function inOwnOrder(subject: LookupSubject, tables: object): Record<string, LookupTable> {
  return Object.fromEntries(Object.keys(tables).map(name => [name, { subject, of: name }]));
}

const idPrefix = `('0x' || left(id::VARCHAR, 8))::UINTEGER`;

const derivedColumns: Readonly<Record<string, InventoryRelation['derived']>> = {
  access_nodes: { id_prefix: idPrefix },
  access_nodes_by_id: { id_prefix: idPrefix },
};

/** What the next build reads of application instances that it does not compute again. */
const buildTables = {
  /** sql/building/impersonation/096_found_gaps.sql */
  found_gaps: { application_instance_id: 'UUID', type: 'VARCHAR', is_partial: 'BOOLEAN', gap: 'JSON' },
  /** sql/building/enrich/080_instance_links.sql */
  instance_links: { application_instance_id: 'UUID', token: 'UBIGINT', side: 'INTEGER' },
  /** sql/building/enrich/018_person_names.sql */
  person_names: { application_instance_id: 'UUID', object_id: 'UUID', name: 'UBIGINT', is_reader: 'BOOLEAN' },
  /** sql/building/analytics/050_persons.sql */
  person_accounts: {
    application_instance_id: 'UUID',
    person_id: 'UUID',
    evidence: 'VARCHAR[]',
    accounts: 'BIGINT',
    enabled: 'BIGINT',
    administrators: 'BIGINT',
    last_at: 'TIMESTAMP',
    data_date: 'DATE',
    has_applications: 'BOOLEAN',
    applications: 'BIGINT',
    owned: 'BIGINT',
  },
  /** sql/building/risks/fields/010_fields.sql */
  person_violations: { application_instance_id: 'UUID', person_id: 'UUID', rank: 'INTEGER', violations: 'BIGINT' },
  /** sql/building/risks/prepare/070_person_facts.sql */
  person_facts: {
    application_instance_id: 'UUID',
    person_id: 'UUID',
    fact: 'VARCHAR',
    pair: 'VARCHAR',
    side: 'INTEGER',
  },
} as const;

/** The tables other than those of the resources. Each has a column `application_instance_id`. */
export const auxiliaryTables = {
  application_instances: { application_instance_id: 'UUID', source_id: 'VARCHAR', connector: 'VARCHAR' },
  source_completeness: {
    application_instance_id: 'UUID',
    source_id: 'VARCHAR',
    type: 'VARCHAR',
    status: 'VARCHAR',
    rows: 'BIGINT',
    duplicates: 'BIGINT',
    rejected: 'BIGINT',
    gaps: 'JSON',
    read_at: 'TIMESTAMP',
    data_date: 'DATE',
    kept: 'BIGINT',
    held_back: 'VARCHAR',
    /** Fields that no record had: all objects show their documented defaults. Absent in versions made before release 0.3. */
    assumed_fields: 'VARCHAR[]',
  },
  /** Objects that the newest read of their type did not see. Their data date is that of the last read that did. */
  unconfirmed_objects: { application_instance_id: 'UUID', type: 'VARCHAR', object_id: 'UUID', data_date: 'DATE' },
  container_nesting: {
    application_instance_id: 'UUID',
    container_id: 'UUID',
    container_type: 'VARCHAR',
    ancestor_id: 'UUID',
    ancestor_type: 'VARCHAR',
    ancestor_name: 'VARCHAR',
    depth: 'INTEGER',
    path: 'STRUCT("type" VARCHAR, id UUID, "name" VARCHAR)[]',
  },
  changes: {
    application_instance_id: 'UUID',
    object_type: 'VARCHAR',
    object_id: 'UUID',
    object_name: 'VARCHAR',
    change: 'VARCHAR',
    fields: 'STRUCT(field VARCHAR, "before" JSON, "after" JSON)[]',
    version: 'BIGINT',
    changed_at: 'TIMESTAMP',
  },
  ...searchTables,
  resource_nesting: { application_instance_id: 'UUID', resource_id: 'UUID', ancestor_id: 'UUID', depth: 'INTEGER' },
  impersonation_steps: {
    application_instance_id: 'UUID',
    from_application_instance_id: 'UUID',
    from_node: 'UUID',
    from_type: 'VARCHAR',
    from_id: 'UUID',
    to_node: 'UUID',
    to_type: 'VARCHAR',
    to_id: 'UUID',
    reason: 'VARCHAR',
    evidence_id: 'UUID',
    detail: 'VARCHAR',
    is_in_force: 'BOOLEAN',
  },
  ...accessTables,
  ...accessCopies,
  account_person_evidence: {
    application_instance_id: 'UUID',
    account_id: 'UUID',
    person_id: 'UUID',
    rule: 'VARCHAR',
    via_account_id: 'UUID',
    is_joined: 'BOOLEAN',
  },
  person_conflicts: {
    application_instance_id: 'UUID',
    object_id: 'UUID',
    object_type: 'VARCHAR',
    reason: 'VARCHAR',
    person_id: 'UUID',
  },
  sso_links: {
    application_instance_id: 'UUID',
    account_id: 'UUID',
    source_account_id: 'UUID',
    matched_by: 'VARCHAR',
    authentication_key: 'VARCHAR',
  },
  sso_near_misses: {
    application_instance_id: 'UUID',
    deployment_id: 'UUID',
    assigned_application_id: 'UUID',
    account_id: 'UUID',
    reason: 'VARCHAR',
  },
  ...buildTables,
} as const;

const ofTenant: TableLimits = { isTenant: true };
/** All that the rows say is of the instance that they belong to. */
const ofInstance: TableLimits = {};

/** Every auxiliary table has an entry: whoever adds one decides what a limited client may see of it. */
const limitsOfTables: Readonly<Record<keyof typeof auxiliaryTables, TableLimits>> = {
  application_instances: ofInstance,
  source_completeness: ofInstance,
  unconfirmed_objects: ofInstance,
  container_nesting: {
    without: {
      ids: 'list_append(list_transform(path, lambda one: one.id), ancestor_id)',
      types: ['UserGroup', 'Role', 'PermissionSet', 'ObjectDirectory'],
    },
  },
  /** visible-rows.ts knows more of it. */
  changes: ofInstance,
  search_objects: ofInstance,
  search_words: ofInstance,
  search_keys: ofInstance,
  resource_nesting: ofInstance,
  impersonation_steps: { where: 'from_application_instance_id IN ($instances)' },
  access_nodes: ofInstance,
  access_memberships: ofInstance,
  access_nesting: ofInstance,
  access_grants: ofInstance,
  access_containments: ofInstance,
  access_places: ofInstance,
  access_nodes_by_id: ofInstance,
  access_memberships_by_container: ofInstance,
  access_nesting_by_outside: ofInstance,
  access_grants_by_object: ofInstance,
  access_places_by_resource: ofInstance,
  account_person_evidence: { isTenant: true, ids: { via_account_id: ['Account'] } },
  person_conflicts: ofTenant,
  sso_links: { ids: { source_account_id: ['Account'] }, needs: 'source_account_id' },
  sso_near_misses: { isTenant: true, ids: { assigned_application_id: ['AssignedApplication'] } },
  found_gaps: ofInstance,
  instance_links: ofTenant,
  person_names: ofTenant,
  person_accounts: ofTenant,
  person_violations: ofTenant,
  person_facts: ofTenant,
};

/** Every relation of schema `inventory`: one per resource, named as its type, then the auxiliary tables. */
export function inventoryRelations(): readonly InventoryRelation[] {
  return [
    ...resources.map(resource => ({
      name: resource.type,
      resource,
      columns: columnTypes(resource.fields),
      applicationInstance: '"objectMetadata"."ApplicationInstanceId"',
    })),
    ...Object.entries(auxiliaryTables).map(([name, columns]) => ({
      name,
      columns,
      applicationInstance: 'application_instance_id',
      copyOf: lookupTables[name]?.of,
      derived: derivedColumns[name],
      limits: limitsOfTables[name as keyof typeof auxiliaryTables],
    })),
  ];
}

/**
 * A query with exactly the relation's columns. `table` holds the rows, and `present` are its columns; columns that an older
 * version lacks are derived from others, or NULL. Without a table there are no rows.
 * @param limited column → SQL for what is visible of it; other columns are visible as they are
 */
export function relationQuery(
  relation: InventoryRelation,
  table?: string,
  present?: ReadonlySet<string>,
  limited?: Readonly<Record<string, string>>,
): string {
  const columns = Object.entries(relation.columns).map(([name, type]) => {
    const visible = limited?.[name];
    if (table !== undefined && present?.has(name))
      return visible === undefined ? identifier(name) : `CAST(${visible} AS ${type}) AS ${identifier(name)}`;
    const derived = table === undefined ? undefined : relation.derived?.[name];
    return `CAST(${derived ?? 'NULL'} AS ${type}) AS ${identifier(name)}`;
  });
  return `SELECT ${columns.join(', ')}${table === undefined ? ' WHERE false' : ` FROM ${table}`}`;
}
