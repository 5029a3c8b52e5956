// A collection, its columns, and how it is read.
import { api } from '../../api/api.ts';
import { type Kept, kept } from '../../app/kept.ts';
import type { ListSearch } from '../../objects/list-filter.ts';
import type { CollectionPath, KnownType } from '../../objects/object-types.ts';
import { type PagePlace, type RowPage, rowsPerPage } from '../../objects/paged-list/pages.ts';
import type { DescribedField } from '../../objects/schema.ts';
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

/** The default columns, as far as the collection has them. The name has its own column. */
const usual = [
  ...['alias', 'email', 'severity', 'description', 'type', 'subType', 'status', 'enabled', 'isAdmin'],
  ...['employmentStatus', 'employmentType', 'department', 'category', 'outcome', 'detectedAt', 'entityType'],
  ...['managedViaObjectType', 'assignedObjectType', 'lastActivityDate', 'analyticsImpersonatableAccountsCount'],
  ...['analyticsAccessRiskPosture', 'createdDate'],
];
const usualCount = 7;

export function usualColumns({ fields, path }: Pick<Collection, 'fields' | 'path'>): readonly string[] {
  const known = usual.filter(name => fields.some(field => field.name === name));
  const first = path === '/v1/non-human-identities' ? ['alias', 'analyticsImpersonatableAccountsCount'] : ['alias'];
  const chosen = [...new Set([...first.filter(name => known.includes(name)), ...known])].slice(0, usualCount);
  return chosen.length > 0 ? chosen : fields.slice(0, usualCount).map(({ name }) => name);
}

/** The columns that this browser keeps for a collection. */
export function keptColumns(collection: Collection): Kept<readonly string[]> {
  const names = new Set(collection.fields.map(({ name }) => name));
  const areKnown = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every(name => typeof name === 'string' && names.has(name));
  return kept<readonly string[]>(`columns.${collection.path.slice('/v1/'.length)}`, usualColumns(collection), areKnown);
}

/** The fields that the table needs to name an object and to open it. */
const naming = ['globalId', 'id', 'name', 'displayName', 'alias', 'email', 'objectMetadata'];

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

export async function fetchListPage(
  collection: Collection,
  query: ReturnType<typeof listQuery>,
  { pageToken, skip }: PagePlace,
  signal: AbortSignal,
): Promise<RowPage<ListRow>> {
  // Every collection has the same parameters, so one of them stands for all.
  const { data } = await api.GET(collection.path as '/v1/accounts', {
    params: { query: { ...query, ...(pageToken !== undefined && { pageToken }), ...(skip !== undefined && { skip }) } },
    signal,
  });
  return data as unknown as RowPage<ListRow>;
}

/** The value of a field; a member of an object follows a point. */
export function fieldOf(row: ListRow, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, row);
}
