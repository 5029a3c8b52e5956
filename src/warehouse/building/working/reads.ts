// What a statement of a step reads: relations, and of each the columns.
import { literal, type Statements } from '../../duckdb.ts';
import { relationNameOf, type SqlStatement } from '../../standing/statements.ts';

/** Relation → the columns that may be read of it; 'all': every column. */
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
    reads.set(name, joined(reads.get(name), isWhole ? 'all' : columns));
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

/**
 * The relations of which a query reads, for each row that it gives, only the rows with the same value of a column: it joins them by this
 * column, groups by nothing or by it, and names them nowhere else.
 */
export async function rowWiseRelations(duckdb: Statements, query: string, column: string): Promise<Set<string>> {
  const select = await parsed(duckdb, query);
  const joined = select.type === 'SELECT_NODE' && !hasWindow(select) ? joinedBy(select.from_table, column) : [];
  const groups = select.group_expressions ?? [];
  const isByColumn = groups.length === 0 || groups.some(({ column_names }) => column_names?.at(-1) === column);
  const named = namedIn(select);
  return new Set(isByColumn ? joined.filter(name => named.filter(each => each === name).length === 1) : []);
}

/** The relations of a FROM clause that joins all of them by a column; none otherwise. */
function joinedBy(from: Node | undefined, column: string): string[] {
  if (from?.type === 'BASE_TABLE') return [nameOf(from)];
  if (from?.type !== 'JOIN' || from.using_columns?.join() !== column) return [];
  const [left, right] = [joinedBy(from.left, column), joinedBy(from.right, column)];
  return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
}

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
    return from.schema_name ? [{ name: nameOf(from), alias: from.alias || from.table_name! }] : [];
  }
  return [...tablesOf(from.left), ...tablesOf(from.right)];
}
