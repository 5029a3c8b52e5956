// The tables of state as the database itself describes them, so that a table that is added needs no mention elsewhere.
import type { Database } from './database.ts';

export interface StateTable {
  readonly name: string;
  readonly columns: readonly StateColumn[];
}

export interface StateColumn {
  readonly name: string;
  /** As SQL writes it: `text[]`, `timestamp with time zone`. */
  readonly type: string;
  /** What its numbers come from, as SQL writes it; null unless it is an identity. */
  readonly sequence: string | null;
}

/** Every table but that of the migrations, those first that others refer to. Computed columns are left out. */
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

/** A name as SQL takes it, whatever it holds. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Have values written as text, and read from it, the same way on every server. For the transaction at hand. */
export async function fixTextForms(transaction: Database): Promise<void> {
  await transaction.execute(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex'; set local extra_float_digits = 1`);
}
