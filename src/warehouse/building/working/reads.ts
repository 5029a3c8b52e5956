// What a statement of a step reads: relations, and of each the columns.
import { literal, type Statements } from '../../duckdb.ts';
import { relationNameOf, type SqlStatement } from '../../standing/statements.ts';

/** Relation → the columns that may be read of it; `*` stands for each that it has, but not for `rowid`; 'all': every column, and `rowid`. */
export type Reads = ReadonlyMap<string, Columns>;
export type Columns = ReadonlySet<string> | 'all';

/**
 * The column `objectMetadata` as a whole counts under this name. Nearly every statement reads the application instance in it, and nothing
 * else of it.
 */
export const wholeMetadata = 'whole objectmetadata';

/** A node of DuckDB's own syntax tree (json_serialize_sql), as far as it is looked at here. */
interface Node {
  readonly type?: string;
  readonly class?: string;
  readonly alias?: string;
  readonly relation_name?: string;
  readonly column_names?: readonly string[];
  readonly catalog_name?: string;
  readonly schema_name?: string;
  readonly table_name?: string;
  readonly from_table?: Node;
  readonly select_list?: readonly Node[];
  readonly modifiers?: readonly Node[];
  readonly aggregate_handling?: string;
  readonly join_type?: string;
  readonly condition?: Node | null;
  readonly children?: readonly Node[];
  readonly left?: Node;
  readonly right?: Node;
  readonly using_columns?: readonly string[];
  readonly group_expressions?: readonly Node[];
  readonly subquery_type?: string;
  readonly subquery?: { readonly node?: Node };
}

/**
 * What a statement reads. A column counts as read of every relation of a FROM clause when the SELECT names it anywhere: too many columns cost
 * time, too few would leave something old. `*`, or a row as a value, reads all columns of the relations that it stands for.
 */
export async function readsOfStatement(duckdb: Statements, statement: SqlStatement): Promise<Reads> {
  if (!('query' in statement)) {
    const named = [...statement.text.matchAll(/\b\w+\.(?:\w+\.)?(?:"[^"]+"|\w+)/g)].map(([name]) =>
      relationNameOf(name),
    );
    return new Map(named.map(name => [name, 'all']));
  }
  return relationsOf(duckdb, statement.query);
}

/** What a query reads. */
export async function relationsOf(duckdb: Statements, query: string): Promise<Reads> {
  const tree = await parsed(duckdb, query);
  const reads = new Map<string, Columns>();
  const exists = new Set<Node>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.subquery_type === 'EXISTS') exists.add(node.subquery!.node!);
    if (node.type === 'SELECT_NODE') readBy(node, reads, exists.has(node));
    for (const child of Object.values(value)) visit(child);
  };
  visit(tree);
  const missed = namedIn(tree).find(name => !reads.has(name));
  if (missed) throw new Error(`${missed} is read in a way that is not understood: ${query.slice(0, 200)}`);
  return reads;
}

/** Add what the FROM clause of a SELECT reads. @param isOfExists it is asked only whether there are rows, so `*` reads nothing */
function readBy(select: Node, reads: Map<string, Columns>, isOfExists: boolean): void {
  const { columns, wholes } = namesIn(select);
  if (isOfExists) wholes.delete('');
  for (const { name, alias } of tablesOf(select.from_table)) {
    const isWhole = wholes.has('') || wholes.has(alias);
    reads.set(name, joined(reads.get(name), isWhole ? columns.union(new Set(['*'])) : columns));
  }
}

/** What a SELECT names: columns, and the relations of which it takes all columns or whole rows (empty: all of its relations). */
function namesIn(select: Node): { columns: Set<string>; wholes: Set<string> } {
  const columns = new Set<string>();
  const wholes = new Set<string>();
  const visit = (value: unknown, isInner: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const isOfInner = isInner || (node.type === 'SELECT_NODE' && node !== select);
    // The stars of an inner SELECT stand for its own relations. Its columns may be those of this one.
    if (node.type === 'STAR' && !isOfInner) wholes.add(node.relation_name ?? '');
    const names = node.type === 'COLUMN_REF' ? node.column_names! : [];
    if (names.length === 1) wholes.add(names[0]!);
    if (names.at(-1) === 'objectMetadata') columns.add(wholeMetadata);
    for (const name of [...names, ...(node.using_columns ?? [])]) columns.add(name.toLowerCase());
    for (const child of Object.values(value)) visit(child, isOfInner);
  };
  visit(select, false);
  return { columns, wholes };
}

export function joined(one: Columns | undefined, other: Columns): Columns {
  if (one === undefined) return other;
  return one === 'all' || other === 'all' ? 'all' : one.union(other);
}

async function parsed(duckdb: Statements, query: string): Promise<Node> {
  const [row] = await duckdb.rows<{ tree: string }>(`SELECT json_serialize_sql(${literal(query)}) AS tree`);
  const tree = JSON.parse(row!.tree) as
    | { readonly error: true; readonly error_message: string }
    | { readonly error: false; readonly statements: readonly { readonly node: Node }[] };
  if (tree.error) throw new Error(`${tree.error_message}: ${query.slice(0, 200)}`);
  return tree.statements[0]!.node;
}

/** A query each of whose rows is about one row of its first relation. */
export interface KeyedQuery {
  /** The first relation of the FROM clause. */
  readonly relation: string;
  /** Empty: none. */
  readonly alias: string;
  /** The column of it that the key of the result is. */
  readonly key: string;
  /** Relations of which, for each row of the result, only the rows with its key are read → the column in which they have it. */
  readonly byKey: ReadonlyMap<string, string>;
  /** The other relations. */
  readonly others: readonly string[];
  readonly isOrdered: boolean;
}

/**
 * What a query reads for each of its rows. Undefined when rows cannot be told apart by a column of the first relation, or depend on those
 * with other keys.
 * @param column the column of the result that tells its rows apart; by default the first one
 */
export async function keyedQuery(duckdb: Statements, query: string, column?: string): Promise<KeyedQuery | undefined> {
  const select = await parsed(duckdb, query);
  if (select.type !== 'SELECT_NODE' || hasWindow(select)) return undefined;
  const modifiers = (select.modifiers ?? []).map(({ type }) => type);
  if (modifiers.some(type => type !== 'ORDER_MODIFIER')) return undefined;
  const first = firstOf(select.from_table);
  const key = first && keyOf(select, first, column);
  if (key === undefined) return undefined;
  const named = namedIn(select);
  const isOnce = (name: string) => named.filter(each => each === name).length === 1;
  const joins = joinsOf(select.from_table).flatMap(join => joinedBy(join, aliasOf(first!), key));
  const byKey = new Map([[nameOf(first!), key] as const, ...joins].filter(([name]) => isOnce(name)));
  if (!byKey.has(nameOf(first!))) return undefined;
  const others = named.filter(name => !byKey.has(name));
  return { relation: nameOf(first!), alias: first!.alias!, key, byKey, others, isOrdered: modifiers.length > 0 };
}

/** The first relation of a FROM clause whose joins give no rows without one of it. */
function firstOf(from: Node | undefined): Node | undefined {
  if (from?.type === 'JOIN') {
    return ['INNER', 'LEFT', 'SEMI', 'ANTI'].includes(from.join_type!) ? firstOf(from.left) : undefined;
  }
  return from?.type === 'BASE_TABLE' && from.schema_name ? from : undefined;
}

/** The column of the first relation that is the key of the rows of a SELECT. */
function keyOf(select: Node, first: Node, column: string | undefined): string | undefined {
  const item = select.select_list!.find(
    each => column === undefined || (each.alias || each.column_names?.at(-1)) === column,
  );
  if (item?.type !== 'COLUMN_REF') return undefined;
  const key = item.column_names!.at(-1)!;
  const isOfFirst =
    item.column_names!.length > 1
      ? item.column_names!.at(-2) === aliasOf(first)
      : joinsOf(select.from_table).every(({ using_columns }) => using_columns!.includes(key));
  if (!isOfFirst) return undefined;
  if (select.aggregate_handling === 'STANDARD_HANDLING' && select.group_expressions!.length === 0) return key;
  const groups = select.aggregate_handling === 'FORCE_AGGREGATES' ? [item] : select.group_expressions!;
  return groups.some(({ column_names }) => column_names?.at(-1) === key) ? key : undefined;
}

function joinsOf(from: Node | undefined): Node[] {
  return from?.type === 'JOIN' ? [...joinsOf(from.left), from] : [];
}

/** The relation that a join adds, and its column with the key, when it is joined by the key of the first relation. */
function joinedBy({ right, condition, using_columns }: Node, first: string, key: string): [string, string][] {
  if (right?.type !== 'BASE_TABLE' || !right.schema_name) return [];
  if (using_columns!.includes(key)) return [[nameOf(right), key]];
  const isKey = ({ column_names: names }: Node) => names?.length === 2 && names[0] === first && names[1] === key;
  for (const { type, left, right: other } of conjunctsOf(condition)) {
    if (type !== 'COMPARE_EQUAL') continue;
    const column = [left!, other!].find(side => !isKey(side));
    if (column?.column_names?.length === 2 && column.column_names[0] === aliasOf(right) && [left!, other!].some(isKey))
      return [[nameOf(right), column.column_names[1]!]];
  }
  return [];
}

function conjunctsOf(condition: Node | null | undefined): readonly Node[] {
  if (!condition) return [];
  return condition.type === 'CONJUNCTION_AND' ? condition.children!.flatMap(conjunctsOf) : [condition];
}

const aliasOf = ({ alias, table_name }: Node) => alias || table_name!;

function hasWindow(node: Node): boolean {
  return JSON.stringify(node).includes('"class":"WINDOW"');
}

/** Every relation of a tree, as often as it is named. */
function namedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const own = node.type === 'BASE_TABLE' && node.schema_name ? [nameOf(node)] : [];
  return [...own, ...Object.values(value).flatMap(namedIn)];
}

function nameOf({ catalog_name, schema_name, table_name }: Node): string {
  return relationNameOf([catalog_name, schema_name, table_name].filter(Boolean).join('.'));
}

function tablesOf(from: Node | undefined): { name: string; alias: string }[] {
  if (!from) return [];
  if (from.type === 'BASE_TABLE') {
    return from.schema_name ? [{ name: nameOf(from), alias: aliasOf(from) }] : [];
  }
  return [...tablesOf(from.left), ...tablesOf(from.right)];
}
