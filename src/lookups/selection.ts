// The SQL of filtered lists and of their facets. Names come from the declarations of the resources; values are bound parameters.
//
// The process that has the version open finds the ids, and the API sends the objects from the files of the plain list. A page begins after
// the last object of the previous one, in the order of the list, so deep pages cost as much as the first.
import { conditionsOf, type FilterConditions } from '../exports/conditions.ts';
import type { Filter, FilterValue } from '../exports/filters.ts';
import type { Sort } from '../exports/sorts.ts';
import type { ListOrder } from '../resources/define.ts';
import { collections, type ServedCollection } from '../resources/registry.ts';
import { identifier } from '../warehouse/duckdb.ts';
import { collectionName } from '../warehouse/version/layout.ts';
import { listFields } from './list-fields.ts';

/** Some objects of a collection. */
export interface Selection {
  /** The name of the collection, for example `user-groups`. */
  readonly collection: string;
  /** Filters over {@link listFields} that are valid. */
  readonly filters: readonly Filter[];
  /** Null: all that the client may see. */
  readonly applicationInstanceId: string | null;
  /** The time from which `last` counts back, ISO 8601. */
  readonly asOf: string;
}

export interface PageSelection extends Selection {
  /** Empty: the order of the plain list. Objects that are equal in it follow by global id. */
  readonly sorts: readonly Sort[];
  /** Global id of the last object of the former page; null on the first page. */
  readonly after: string | null;
  /** Objects after it that are passed over. */
  readonly skip: number;
  readonly size: number;
}

export interface FacetSelection extends Selection {
  /** Names of {@link listFields}. */
  readonly fields: readonly string[];
  /** How many values are counted for each field. */
  readonly size: number;
}

export interface ListStatement {
  readonly sql: string;
  readonly values: Readonly<Record<string, FilterValue>>;
}

/** A key of an order. NULL comes last in both directions. */
interface OrderKey {
  readonly expression: string;
  readonly descending: boolean;
}

/** The condition that a collection adds to its resource. sql/building/serve writes the plain lists by the same conditions. */
const restrictions: Readonly<Record<string, string>> = { 'non-human-identities': `"type" <> 'User'` };

const instance = '"objectMetadata"."ApplicationInstanceId"';

const orders: Readonly<Record<ListOrder, readonly OrderKey[]>> = {
  instance: [{ expression: instance, descending: false }],
  blastRadius: [{ expression: '"analyticsImpersonatableAccountsCount"', descending: true }],
  newest: [{ expression: '"occurredAt"', descending: true }],
};

const byName = new Map(collections.map(served => [collectionName(served), served]));

/** The names of columns that the statements add. No field has such a name. */
const idColumn = identifier(':id');
const lastIdColumn = identifier(':last id');
const keyColumn = (index: number) => identifier(`:key${index}`);
const lastColumn = (index: number) => identifier(`:last key${index}`);

/** Up to `size` rows with the global id as `id`, in order. */
export function pageStatement(page: PageSelection): ListStatement {
  const served = byName.get(page.collection)!;
  const keys = orderOf(served, page.sorts);
  const added = keys.map(({ expression }, index) => `${expression} AS ${keyColumn(index)}`);
  const conditions = conditionsFor(page);
  const rows = rowsOf(page, served, [...added, `"globalId" AS ${idColumn}`]);
  const place = [
    ...keys.map((_, index) => `${keyColumn(index)} AS ${lastColumn(index)}`),
    `${idColumn} AS ${lastIdColumn}`,
  ];
  const last =
    page.after === null
      ? ''
      : `, last AS MATERIALIZED (SELECT ${place.join(', ')} FROM rows WHERE ${idColumn} = $after::UUID)`;
  const isAfter = page.after === null ? '' : ` AND ${afterLast(keys)}`;
  const order = [
    ...keys.map(({ descending }, index) => `${keyColumn(index)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`),
    idColumn,
  ];
  return {
    sql: `WITH rows AS (${rows})${last}
      SELECT ${idColumn}::VARCHAR AS id FROM ${page.after === null ? 'rows' : 'rows, last'}
      WHERE ${conditions.sql}${isAfter} ORDER BY ${order.join(', ')} LIMIT $size OFFSET $skip`,
    values: {
      ...conditions.values,
      size: page.size,
      skip: page.skip,
      ...(page.after !== null && { after: page.after }),
    },
  };
}

/** One row: how many objects the selection has, as `total`. */
export function countStatement(selection: Selection): ListStatement {
  const conditions = conditionsFor(selection);
  const rows = rowsOf(selection, byName.get(selection.collection)!, []);
  return { sql: `SELECT count(*) AS total FROM (${rows}) AS rows WHERE ${conditions.sql}`, values: conditions.values };
}

/** One row: the most frequent `values` of a field with their counts, their number `distinct_values`, and how many are `missing`. */
export function facetStatement(selection: FacetSelection, field: string): ListStatement {
  const conditions = conditionsFor(selection);
  const served = byName.get(selection.collection)!;
  const { expression, list } = listFields(served.resource).find(({ name }) => name === field)!;
  // An object counts for each of its elements once, and as missing when it has none.
  const value = list ? `unnest(CASE WHEN len(${list}) > 0 THEN list_distinct(${list}) ELSE [NULL] END)` : expression;
  const rows = rowsOf(selection, served, [`${value} AS ":value"`]);
  return {
    sql: `WITH groups AS MATERIALIZED (
        SELECT ":value" AS value, count(*) AS count FROM (${rows}) AS rows WHERE ${conditions.sql} GROUP BY ALL
      ), frequent AS (FROM groups WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT $size)
      SELECT (SELECT list({value: value, count: count} ORDER BY count DESC, value) FROM frequent) AS values,
        (SELECT count(*) FROM groups WHERE value IS NOT NULL) AS distinct_values,
        (SELECT coalesce(sum(count), 0)::BIGINT FROM groups WHERE value IS NULL) AS missing`,
    values: { ...conditions.values, size: selection.size },
  };
}

function conditionsFor({ collection, filters, asOf, applicationInstanceId: id }: Selection): FilterConditions {
  const fields = listFields(byName.get(collection)!.resource);
  const listOf = (field: string) => (fields.find(({ name }) => name === field)?.isList ? identifier(field) : undefined);
  const { sql, values } = conditionsOf(filters, new Date(asOf), listOf);
  return { sql, values: { ...values, ...(id !== null && { instance: id }) } };
}

/**
 * The rows of a collection: the fields that the filters name, and the added columns. One more column is always there, because SQL has
 * no rows without columns.
 */
function rowsOf(
  { filters, applicationInstanceId }: Selection,
  { resource, collection }: ServedCollection,
  added: readonly string[],
): string {
  const named = new Set(filters.map(({ field }) => field));
  const filtered = listFields(resource)
    .filter(({ name }) => named.has(name))
    .map(({ name, expression, list = expression }) => `${list} AS ${identifier(name)}`);
  const restriction = restrictions[collectionName({ resource, collection })];
  const limits = [
    ...(restriction ? [restriction] : []),
    ...(applicationInstanceId === null ? [] : [`${instance} = $instance::UUID`]),
  ];
  const where = limits.length > 0 ? ` WHERE ${limits.join(' AND ')}` : '';
  return `SELECT ${[...filtered, ...added, '1 AS ":one"'].join(', ')} FROM inventory.${identifier(resource.type)}${where}`;
}

function orderOf({ resource, collection }: ServedCollection, sorts: readonly Sort[]): readonly OrderKey[] {
  if (sorts.length === 0) return orders[collection.order];
  const fields = listFields(resource);
  return sorts.map(({ field, sortType }) => {
    const { expression } = fields.find(({ name }) => name === field)!;
    return { expression, descending: sortType === 'desc' };
  });
}

/** Whether a row comes after the row `last`: by the first key in which they differ, and otherwise by global id. */
function afterLast(keys: readonly OrderKey[]): string {
  return keys.reduceRight((following, { descending }, index) => {
    const [own, former] = [keyColumn(index), lastColumn(index)];
    const isLater = `${own} ${descending ? '<' : '>'} ${former} OR (${own} IS NULL AND ${former} IS NOT NULL)`;
    return `(${isLater} OR (${own} IS NOT DISTINCT FROM ${former} AND ${following}))`;
  }, `${idColumn} > ${lastIdColumn}`);
}
