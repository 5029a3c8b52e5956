// A collection, its columns, and how it is read.
import { api } from '../../api/api.ts';
import type { DescribedField } from '../../api/fields.ts';
import { type Kept, kept } from '../../app/kept.ts';
import type { ListSearch } from '../../objects/list-filter.ts';
import { fetchObjectNames } from '../../objects/object-names.ts';
import type { CollectionPath, KnownType, ObjectType } from '../../objects/object-types.ts';
import { type PagePlace, type RowPage, rowsPerPage } from '../../objects/paged-list/pages.ts';
import { targetOf } from '../../objects/schema.ts';
import type { ServedObject } from '../../objects/served-object.ts';

export interface Collection {
  readonly path: CollectionPath;
  readonly title: string;
  readonly type: KnownType;
  readonly about: string;
  readonly fields: readonly DescribedField[];
}

/** A row: an object, or a text where the list has texts. */
export type ListRow = ServedObject | string;

/**
 * The default columns beside name and source, the most telling first: no more than fit into a window of 1280 pixels. Names of fields are
 * compared with the schema, because an older service may lack one.
 */
const usual: Partial<Record<ObjectType, readonly string[]>> = {
  Account: ['alias', 'enabled', 'lastActivityDate'],
  Person: ['email', 'department', 'employmentStatus', 'analyticsAccessRiskPosture'],
  Employee: ['email', 'department', 'employmentStatus', 'terminationDate'],
  Department: ['code', 'managerEmail', 'analyticsMemberCount'],
  UserGroup: ['description', 'type', 'analyticsMemberAccountsCount'],
  Role: ['description', 'type', 'analyticsMemberAccountsCount'],
  PermissionSet: ['description', 'type', 'analyticsAccountsWithAccessCount'],
  ResourceInstance: ['isSensitive', 'externallyShared', 'analyticsAccountsWithAccessCount'],
  ResourceClass: ['analyticsResourceInstanceCount', 'sorPrimaryStewardEmail', 'pageUri'],
  IntegratedApplication: ['category', 'vendorName'],
  AssignedApplication: ['vendorName', 'oauthClientId', 'labels'],
  Authenticator: ['description', 'isActive'],
  AuthenticatorEnrollment: ['authenticationMethods', 'enrollmentStatus', 'enrolledAt'],
  Activity: ['occurredAt', 'category', 'outcome', 'ipAddress'],
  RiskViolation: ['severity', 'status', 'detectedAt'],
  RiskDefinition: ['severity', 'type', 'analyticsOpenViolationCount'],
  ObjectDirectory: ['description', 'type', 'analyticsAccountCount'],
  DirectoryProvider: ['description', 'type', 'analyticsSyncedAccountCount'],
  EntityAssignedAccessToObject: ['entityType', 'assignedObjectType', 'analyticsLastActivityDate'],
  EntityManagedViaObject: ['entityType', 'managedViaObjectType'],
};
const machines: readonly string[] = ['alias', 'analyticsImpersonatableAccountsCount', 'type', 'enabled'];

export function usualColumns({ fields, path, type }: Pick<Collection, 'fields' | 'path' | 'type'>): readonly string[] {
  const wanted = path === '/v1/non-human-identities' ? machines : (usual[type.type] ?? []);
  const known = wanted.filter(name => fields.some(field => field.name === name));
  return known.length > 0 ? known : fields.slice(0, 1).map(({ name }) => name);
}

/** The columns that this browser keeps for a collection. */
export function keptColumns(collection: Collection): Kept<readonly string[]> {
  const names = new Set(collection.fields.map(({ name }) => name));
  const areKnown = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every(name => typeof name === 'string' && names.has(name));
  return kept<readonly string[]>(`columns.${collection.path.slice('/v1/'.length)}`, usualColumns(collection), areKnown);
}

/** The fields that the table needs to name an object and to open it. */
const naming = ['globalId', 'id', 'name', 'displayName', 'alias', 'email', 'description', 'objectMetadata'];

/**
 * The query of a list. A list without filter and order is sent from files, so its items are whole. Any other list is looked up, so only the
 * fields that the table shows are requested.
 */
export function listQuery(collection: Collection, { filter, sort, source }: ListSearch, columns: readonly string[]) {
  const isSelected = filter !== undefined || sort !== undefined;
  const top = (name: string) => name.split('.')[0]!;
  const available = new Set(collection.fields.map(field => top(field.name)));
  const fields = [...new Set([...naming, ...columns.map(top)])].filter(name => available.has(name));
  return {
    pageSize: rowsPerPage,
    ...(source !== undefined && { applicationInstanceId: source }),
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(sort !== undefined && { sort }),
    ...(isSelected && collection.type.kind !== 'edge' && { fields: fields.join(',') }),
  };
}

/** Those of some columns that name other objects by their global ids. */
export const namingColumns = ({ fields }: Pick<Collection, 'fields'>, columns: readonly string[]): readonly string[] =>
  columns.filter(name => targetOf(name, {}, fields) !== undefined);

/** Row → the names of the objects that it names, by global id. */
const namesOfRows = new WeakMap<ServedObject, ReadonlyMap<string, string>>();

/** What an object is called that a row names by its global id; undefined when that is not known. */
export const nameInRow = (row: ListRow, id: string): string | undefined =>
  typeof row === 'string' ? undefined : namesOfRows.get(row)?.get(id);

export const idsIn = (row: ListRow, field: string): readonly string[] =>
  [fieldOf(row, field)].flat().filter(id => typeof id === 'string');

/** @param columns fields that are shown: the objects that they name get their names with the page */
export async function fetchListPage(
  collection: Collection,
  query: ReturnType<typeof listQuery>,
  columns: readonly string[],
  { pageToken, skip }: PagePlace,
  signal: AbortSignal,
): Promise<RowPage<ListRow>> {
  // Every collection has the same parameters, so one of them stands for all.
  const { data } = await api.GET(collection.path as '/v1/accounts', {
    params: { query: { ...query, ...(pageToken !== undefined && { pageToken }), ...(skip !== undefined && { skip }) } },
    signal,
  });
  const page = data as unknown as RowPage<ListRow>;
  const naming = namingColumns(collection, columns);
  const names = await fetchObjectNames(page.items.flatMap(row => naming.flatMap(field => idsIn(row, field))));
  for (const row of page.items) if (typeof row !== 'string') namesOfRows.set(row, names);
  return page;
}

/** The value of a field; a member of an object follows a point. */
export function fieldOf(row: ListRow, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, row);
}
