// Compares two versions that were made from the same data.
import { resources } from '../../../src/resources/registry.ts';
import { rowHash } from '../../../src/warehouse/building/rows/row-hash.ts';
import { type DuckDB, identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { auxiliaryTables } from '../../../src/warehouse/version/inventory.ts';
import { warehouseFile } from '../../../src/warehouse/version/layout.ts';
import { readManifest } from '../../../src/warehouse/version/manifest.ts';
import { readTables, tableRows, type VersionTables } from '../../../src/warehouse/version/table-parts.ts';
import { openVersion, type Version } from '../../../src/warehouse/version/version.ts';

/** Numbers are valid in one version, so they are replaced by what they stand for. Table → column → table with the number. */
const numbered: Record<string, { columns: readonly string[]; of: string; id: string }> = {
  access_nodes: { columns: ['number'], of: 'access_nodes', id: 'id' },
  access_nodes_by_id: { columns: ['number'], of: 'access_nodes', id: 'id' },
  access_memberships: { columns: ['member', 'container'], of: 'access_nodes', id: 'id' },
  access_nesting: { columns: ['inside', 'outside'], of: 'access_nodes', id: 'id' },
  access_grants: { columns: ['holder', 'object'], of: 'access_nodes', id: 'id' },
  access_containments: { columns: ['resource', 'parent'], of: 'access_nodes', id: 'id' },
  access_places: { columns: ['resource', 'ancestor'], of: 'access_nodes', id: 'id' },
  access_memberships_by_container: { columns: ['container', 'member'], of: 'access_nodes', id: 'id' },
  access_nesting_by_outside: { columns: ['outside', 'inside'], of: 'access_nodes', id: 'id' },
  access_grants_by_object: { columns: ['object', 'holder'], of: 'access_nodes', id: 'id' },
  access_places_by_resource: { columns: ['resource', 'ancestor'], of: 'access_nodes', id: 'id' },
  search_objects: { columns: ['number'], of: 'search_objects', id: 'object_id' },
  search_keys: { columns: ['number'], of: 'search_objects', id: 'object_id' },
};

/** What differs between the versions; empty when nothing does. The time at which a row was made is left out. */
export async function differences(one: string, other: string): Promise<string[]> {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: one, threads: 1, memoryBytes: 2 ** 30 });
  const sides = await Promise.all([attach(duckdb, 'one', one), attach(duckdb, 'other', other)]);
  const differing: string[] = [];
  for (const name of [...resources.map(({ type }) => type), ...(Object.keys(auxiliaryTables) as string[])]) {
    const isResource = resources.some(({ type }) => type === name);
    const rows = isResource ? ownRows : furtherRows;
    differing.push(...(await differentRows(duckdb, name, rows(sides[0], name), rows(sides[1], name))));
    if (isResource) differing.push(...(await wrongHashes(duckdb, sides[0], name)));
  }
  return [...differing, ...(await differentDocuments(one, other)), ...differentCounts(one, other)];
}

async function attach(duckdb: DuckDB, name: string, folder: string): Promise<VersionTables> {
  await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS ${name} (READ_ONLY)`);
  return readTables(duckdb.rows, name, folder);
}

async function differentRows(duckdb: DuckDB, name: string, one: string, other: string): Promise<string[]> {
  const texts = (sql: string) => `SELECT to_json(row)::VARCHAR AS text FROM (${sql}) AS row`;
  const rows = await duckdb.rows<{ side: string; text: string }>(`
    WITH first AS MATERIALIZED (${texts(one)}), second AS MATERIALIZED (${texts(other)})
    (SELECT 'first' AS side, text FROM (FROM first EXCEPT ALL FROM second) LIMIT 2)
    UNION ALL (SELECT 'second', text FROM (FROM second EXCEPT ALL FROM first) LIMIT 2)`);
  return rows.map(({ side, text }) => `${name}, only in the ${side}: ${text}`);
}

/** Where the rows of a table come from, with the columns that queries see. */
function shown(side: VersionTables, name: string): string {
  const columns = [...side.columns.get(name)!].map(identifier).join(', ');
  return `(SELECT ${columns} FROM ${tableRows(side, name)!})`;
}

function ownRows(side: VersionTables, type: string): string {
  return `SELECT * EXCLUDE ("serviceObjectMetadata"), "serviceObjectMetadata"."enrichmentVersion" FROM ${shown(side, type)}`;
}

function furtherRows(side: VersionTables, name: string): string {
  const table = shown(side, name);
  const of = numbered[name];
  if (name === 'search_words') {
    return `SELECT words.application_instance_id, word, letters, object_count, list(object_id ORDER BY object_id) AS objects
      FROM (SELECT *, unnest(objects) AS number FROM ${table}) AS words
      JOIN ${shown(side, 'search_objects')} AS object USING (number) GROUP BY ALL`;
  }
  if (!of) return `FROM ${table}`;
  const replaced = of.columns.map(
    column =>
      `(SELECT any_value(${of.id}) FROM ${shown(side, of.of)} AS numbers WHERE numbers.number = own.${column}) AS ${column}`,
  );
  return `SELECT * REPLACE (${replaced.join(', ')}) FROM ${table} AS own`;
}

/** The next build compares the hashes of rows, so they have to be those of the rows that are shown. */
async function wrongHashes(duckdb: DuckDB, side: VersionTables, type: string): Promise<string[]> {
  if (!side.parts.has(type)) return [];
  const hash = rowHash(resources.find(resource => resource.type === type)!);
  const [row] = await duckdb.rows<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${tableRows(side, type)!} AS own WHERE row_hash <> ${hash}`,
  );
  return row!.count > 0n ? [`${type}: ${row!.count} hashes are not those of their rows`] : [];
}

/** Every list, byte by byte. The documents are in the order of the list. */
async function differentDocuments(one: string, other: string): Promise<string[]> {
  const versions = [await openVersion(one), await openVersion(other)] as const;
  try {
    const names = Object.keys(versions[0].manifest.collections);
    const unequal = await Promise.all(
      names.map(async name => {
        const [first, second] = await Promise.all(versions.map(version => textOf(version, name)));
        return first === second ? [] : [`collection ${name}`];
      }),
    );
    return unequal.flat();
  } finally {
    for (const version of versions) version.close();
  }
}

const frame = {
  before: Buffer.from('['),
  after: Buffer.from(']'),
  allocate: (bytes: number) => Buffer.allocUnsafe(bytes),
};

async function textOf(version: Version, name: string): Promise<string> {
  const rows = version.manifest.collections[name]?.rows ?? 0;
  if (rows === 0) return '';
  const page = await version.collection(name).page(0, rows, undefined).text(frame);
  return page.toString().replaceAll(/"generatedTime":"[^"]*"/g, '');
}

function differentCounts(one: string, other: string): string[] {
  const said = (folder: string) => {
    const { counts, added, history, sources } = readManifest(folder);
    return JSON.stringify({ counts, added, history, sources });
  };
  return said(one) === said(other) ? [] : [`manifests: ${said(one)} and ${said(other)}`];
}
