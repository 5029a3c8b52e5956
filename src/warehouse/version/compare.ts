// Compares two versions: their tables by SQL, and the documents of their collections. When an object was made is not compared.
import path from 'node:path';
import { identifier, literal } from '../duckdb.ts';
import { type InventoryRelation, inventoryRelations, lookupTables } from './inventory.ts';
import { warehouseFile } from './layout.ts';
import { openVersionFile, type VersionOpening } from './read-only.ts';
import { openVersion, type Version } from './version.ts';

/** A table or collection in which two versions differ. */
export interface Difference {
  readonly what: string;
  /** Rows that only the first version has, and rows that only the second one has. A changed row is in both numbers. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

export interface CompareOptions {
  /** For temporary files; it exists. */
  readonly folder: string;
  readonly threads: number;
  readonly memoryBytes: number;
}

/** The table `changes` depends on the version before, and the columns say when a row was made. */
const notCompared = { tables: ['changes'], columns: ['serviceObjectMetadata'] };

/** @param first, second folders of versions */
export async function compareTables(first: string, second: string, options: CompareOptions): Promise<Difference[]> {
  const tables = inventoryRelations().filter(({ name }) => !notCompared.tables.includes(name));
  const looked = tables.filter(({ name }) => name in lookupTables);
  return [
    ...(await compareRelations(first, second, tables, options)),
    ...(await compareRelations(first, second, looked, { ...options, usesLookupFiles: true })),
  ];
}

async function compareRelations(
  first: string,
  second: string,
  tables: readonly InventoryRelation[],
  options: CompareOptions & Pick<VersionOpening, 'usesLookupFiles'>,
): Promise<Difference[]> {
  // One after the other: each may take all of the memory.
  const before = await withVersion(first, options, run => digestsOf(run, tables));
  const after = await withVersion(second, options, run => digestsOf(run, tables));
  const differing = tables.filter(({ name }) => before.get(name) !== after.get(name));
  if (differing.length === 0) return [];
  const file = (side: number, name: string) => literal(path.join(options.folder, `${side}-${name}.parquet`));
  for (const [side, folder] of [first, second].entries()) {
    await withVersion(folder, options, async run => {
      for (const table of differing) await run(`COPY (${hashes(table)}) TO ${file(side, table.name)} (FORMAT parquet)`);
    });
  }
  return withVersion(first, options, async run => {
    const found: Difference[] = [];
    for (const { name } of differing) {
      const only = (side: number) =>
        `(SELECT count(*) FROM (FROM read_parquet(${file(side, name)}) EXCEPT ALL FROM read_parquet(${file(1 - side, name)})))`;
      const [counts] = await run(`SELECT ${only(0)} AS first, ${only(1)} AS second`);
      const what = options.usesLookupFiles ? `table ${name} of lookup files` : `table ${name}`;
      found.push({ what, onlyFirst: Number(counts!['first']), onlySecond: Number(counts!['second']) });
    }
    return found;
  });
}

type Run = (sql: string) => Promise<Record<string, unknown>[]>;

async function withVersion<Result>(
  folder: string,
  { folder: spillFolder, ...options }: CompareOptions & Pick<VersionOpening, 'usesLookupFiles'>,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const opening = { file: warehouseFile(folder), ...options, visible: null };
  const { connection } = await openVersionFile(opening, spillFolder);
  try {
    return await work(async sql => (await connection.runAndReadAll(sql)).getRowObjectsJson());
  } finally {
    connection.closeSync();
  }
}

/** Table → number and hash of its rows in any order. */
async function digestsOf(run: Run, tables: readonly InventoryRelation[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of tables) {
    const [row] = await run(`SELECT count(*) AS rows, sum(hash::HUGEINT) AS hash FROM (${hashes(table)})`);
    found.set(table.name, `${row!['rows']} ${row!['hash']}`);
  }
  return found;
}

/** DuckDB hashes an empty list like an absent one. */
function hashes({ name, columns }: InventoryRelation): string {
  const own = ['access_nodes', 'access_nodes_by_id', 'search_objects'].includes(name) ? ['number'] : [];
  const left = [...notCompared.columns, ...own];
  const compared = Object.entries(columns).filter(([column]) => !left.includes(column));
  const hashed = compared.map(([column, type]) => {
    return type.endsWith('[]') ? `${identifier(column)}, ${identifier(column)} IS NULL` : identifier(column);
  });
  return `SELECT hash(${hashed.join(', ')}) AS hash FROM ${withoutNumbers(name)}`;
}

/** Columns with numbers of nodes or of searched objects. Table → columns. */
const numberColumns: Readonly<Record<string, readonly string[]>> = {
  access_memberships: ['member', 'container'],
  access_nesting: ['inside', 'outside'],
  access_grants: ['holder', 'object'],
  access_containments: ['resource', 'parent'],
  access_places: ['resource', 'ancestor'],
  access_memberships_by_container: ['container', 'member'],
  access_nesting_by_outside: ['outside', 'inside'],
  access_grants_by_object: ['object', 'holder'],
  access_places_by_resource: ['resource', 'ancestor'],
  search_keys: ['number'],
};

/** Where the rows of a relation come from. A version has its own numbers, so they are replaced by the ids that they stand for. */
function withoutNumbers(name: string): string {
  const rows = `inventory.${identifier(name)}`;
  if (name === 'search_words')
    return `(SELECT word.* EXCLUDE (objects, number), list(object.object_id ORDER BY object.object_id) AS objects
      FROM (SELECT *, unnest(objects) AS number FROM ${rows}) AS word
      JOIN inventory.search_objects AS object USING (number) GROUP BY ALL)`;
  const columns = numberColumns[name];
  if (!columns) return rows;
  const [ids, id] = name.startsWith('search_') ? ['search_objects', 'object_id'] : ['access_nodes', 'id'];
  const joins = columns.map(
    (column, index) => `LEFT JOIN inventory.${ids} AS node_${index} ON node_${index}.number = own.${column}`,
  );
  const replaced = columns.map((column, index) => `node_${index}.${id} AS ${column}`);
  return `(SELECT own.* REPLACE (${replaced.join(', ')}) FROM ${rows} AS own ${joins.join(' ')})`;
}

/** Documents that are compared at once. */
const pageSize = 200;
const frame = {
  before: Buffer.from('['),
  after: Buffer.from(']'),
  allocate: (bytes: number) => Buffer.allocUnsafe(bytes),
};

/** Compares documents at the same place of both lists. */
export async function compareDocuments(first: string, second: string): Promise<Difference[]> {
  const one = await openVersion(first);
  try {
    const other = await openVersion(second);
    try {
      const names = new Set([one, other].flatMap(({ manifest }) => Object.keys(manifest.collections)));
      const found: Difference[] = [];
      for (const name of names) {
        const difference = await compareCollection(name, one, other);
        if (difference.onlyFirst + difference.onlySecond > 0) found.push(difference);
      }
      return found;
    } finally {
      other.close();
    }
  } finally {
    one.close();
  }
}

async function compareCollection(name: string, first: Version, second: Version): Promise<Difference> {
  const rowsOf = (version: Version) => version.manifest.collections[name]?.rows ?? 0;
  const [before, after] = [rowsOf(first), rowsOf(second)];
  const both = Math.min(before, after);
  let differing = 0;
  for (let row = 0; row < both; row += pageSize) {
    const page = (version: Version) =>
      version
        .collection(name)
        .page(row, Math.min(pageSize, both - row), undefined)
        .text(frame);
    const [one, other] = await Promise.all([page(first), page(second)]);
    if (!one.equals(other)) differing += differingDocuments(one, other);
  }
  return { what: `collection ${name}`, onlyFirst: before - both + differing, onlySecond: after - both + differing };
}

function differingDocuments(one: Buffer, other: Buffer): number {
  const [first, second] = [one, other].map(page => (JSON.parse(page.toString()) as unknown[]).map(withoutTime));
  return first!.filter((document, index) => document !== second![index]).length;
}

/** A document without the time at which it was made, as text. The document of an edge is a string and has no such time. */
function withoutTime(document: unknown): string {
  if (typeof document !== 'object' || document === null) return String(document);
  const { serviceObjectMetadata: _, ...compared } = document as Record<string, unknown>;
  return JSON.stringify(compared);
}
