// Schema `inventory` over a version's tables: one view per relation, limited to what a caller may see.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { PlainVisibility } from '../../resources/visibility/visible.ts';
import { identifier } from '../duckdb.ts';
import { type InventoryRelation, inventoryRelations, relationQuery } from './inventory.ts';
import { tableRows, type VersionTables } from './table-parts.ts';
import { hasNoHiddenId, joinColumns, visibleColumns, visibleRows } from './visible-rows.ts';

/**
 * Create schema `inventory` over a version whose file is attached.
 * @param visible what may be seen; null: all
 * @param schema another name for the schema, where several versions are attached
 */
export async function createInventory(
  connection: DuckDBConnection,
  tables: VersionTables,
  visible: PlainVisibility | null,
  schema = 'inventory',
): Promise<void> {
  await connection.run(`CREATE SCHEMA ${schema}`);
  for (const relation of inventoryRelations()) {
    const { name, copyOf } = relation;
    const stored = copyOf === undefined || tables.parts.has(name) ? name : copyOf;
    const rows = visible
      ? await limitedRows(connection, relation, stored, { tables, visible })
      : tableRows(tables, stored);
    const present = tables.columns.get(stored);
    const limited =
      visible && rows !== undefined
        ? await withoutIdle(connection, visibleColumns(relation, tables, visible), rows, joinColumns(relation, present))
        : undefined;
    const query = relationQuery(relation, rows, present, limited);
    await connection.run(`CREATE VIEW ${schema}.${identifier(name)} AS ${query}`);
    if (name === 'Account') await createCountedBlastRadii(connection, schema, rows, present);
  }
}

/**
 * The visible rows of a relation. Whether a row names a hidden object in a list of ids is asked once: mostly no row does, and DuckDB
 * moves no conditions of queries below the condition.
 */
async function limitedRows(
  connection: DuckDBConnection,
  relation: InventoryRelation,
  stored: string,
  { tables, visible }: { readonly tables: VersionTables; readonly visible: PlainVisibility },
): Promise<string | undefined> {
  const rows = visibleRows(relation, stored, tables, visible);
  if (rows === undefined || !relation.limits?.without) return rows;
  const condition = hasNoHiddenId(relation.limits.without, tables, visible);
  const asked = await connection.runAndReadAll(`SELECT EXISTS (FROM ${rows} WHERE NOT (${condition})) AS is_needed`);
  return asked.getRows()[0]![0] === true ? visibleRows(relation, stored, tables, visible, condition) : rows;
}

/**
 * The expressions without those that hide nothing of these columns. By such columns queries join, and joins by an expression read all
 * rows instead of few. Mostly no reference of a source is federated, so a look at the rows is worth it.
 */
async function withoutIdle(
  connection: DuckDBConnection,
  limited: Readonly<Record<string, string>>,
  rows: string,
  columns: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const candidates = columns.filter(name => name in limited);
  if (candidates.length === 0) return limited;
  const hides = candidates.map(
    name => `coalesce(bool_or((${limited[name]!}) IS DISTINCT FROM ${identifier(name)}), false)`,
  );
  const [found] = (await connection.runAndReadAll(`SELECT ${hides.join(', ')} FROM ${rows}`)).getRows();
  const idle = new Set(candidates.filter((_, index) => found![index] === false));
  return Object.fromEntries(Object.entries(limited).filter(([name]) => !idle.has(name)));
}

/**
 * `inventory.counted_blast_radii`: the accounts whose blast radius the build could count. A limited client does not see that number, which
 * counts hidden accounts; a lookup counts the visible ones, and says nothing where too little was read to count.
 */
async function createCountedBlastRadii(
  connection: DuckDBConnection,
  schema: string,
  rows: string | undefined,
  present: ReadonlySet<string> | undefined,
): Promise<void> {
  const count = 'analyticsImpersonatableAccountsCount';
  const counted =
    rows !== undefined && present?.has(count)
      ? `SELECT "globalId" AS account_id FROM ${rows} WHERE ${identifier(count)} IS NOT NULL`
      : 'SELECT NULL::UUID AS account_id WHERE false';
  await connection.run(`CREATE VIEW ${schema}.counted_blast_radii AS ${counted}`);
}
