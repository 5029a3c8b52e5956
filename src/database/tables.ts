// The tables of state, read from the database's own catalogue, so that a new table needs no entry in the code.
import type { Database } from './database.ts';

export interface StateTable {
  readonly name: string;
  readonly columns: readonly StateColumn[];
}

export interface StateColumn {
  readonly name: string;
  /** The SQL type: `text[]`, `timestamp with time zone`. */
  readonly type: string;
  /** The SQL name of its sequence; null unless it is an identity column. */
  readonly sequence: string | null;
}

/** Every table except that of the migrations; referenced tables come first. Computed columns are omitted. */
export async function stateTables(database: Database): Promise<StateTable[]> {
  const rows = await database.query<StateColumn & { table: string; needs: string[] }>(
    `select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
       case when a.attidentity <> '' then pg_get_serial_sequence(quote_ident(c.relname), a.attname) end as sequence,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname, a.attnum`,
  );
  const columnsOf = Map.groupBy(rows, row => row.table);
  const ordered = new Map<string, StateTable>();
  const place = (table: string, under: readonly string[]): void => {
    if (ordered.has(table)) return;
    if (under.includes(table))
      throw new Error(`Tables refer to each other in a circle: ${[...under, table].join(', ')}`);
    const columns = columnsOf.get(table) ?? [];
    for (const needed of columns[0]?.needs ?? []) place(needed, [...under, table]);
    ordered.set(table, { name: table, columns: columns.map(({ name, type, sequence }) => ({ name, type, sequence })) });
  };
  for (const table of columnsOf.keys()) place(table, []);
  return [...ordered.values()];
}

/** Fix the text forms of values for this transaction, so that they are the same on every server. */
export async function fixTextForms(transaction: Database): Promise<void> {
  await transaction.execute(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex'; set local extra_float_digits = 1`);
}
