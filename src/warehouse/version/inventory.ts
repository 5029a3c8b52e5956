// Schema `inventory`: the relations of a version for SQL. They are always the same: tables and columns that an older version
// lacks are empty.
import { resources } from '../../resources/registry.ts';
import type { Finding } from '../../state/findings.ts';
import type { LandedChain } from '../../state/landed-chains.ts';
import type { FoundGaps } from '../../state/versions.ts';
import { columnTypes } from '../columns.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';

export interface InventoryRelation {
  readonly name: string;
  /** Column → DuckDB type, in order. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL over the columns: the application instance that a row belongs to, a UUID. */
  readonly applicationInstance: string;
}

/** The tables besides those of the resources. Each has a column `application_instance_id`. */
const furtherTables = {
  application_instances: { application_instance_id: 'UUID', source_id: 'VARCHAR', connector: 'VARCHAR' },
  source_completeness: {
    application_instance_id: 'UUID',
    source_id: 'VARCHAR',
    type: 'VARCHAR',
    status: 'VARCHAR',
    rows: 'BIGINT',
    duplicates: 'BIGINT',
    rejected: 'BIGINT',
    gaps: 'JSON',
    read_at: 'TIMESTAMP',
    kept: 'BIGINT',
    held_back: 'VARCHAR',
  },
  container_nesting: {
    application_instance_id: 'UUID',
    container_id: 'UUID',
    container_type: 'VARCHAR',
    ancestor_id: 'UUID',
    ancestor_type: 'VARCHAR',
    ancestor_name: 'VARCHAR',
    depth: 'INTEGER',
    path: 'STRUCT("type" VARCHAR, id UUID, "name" VARCHAR)[]',
  },
  resource_nesting: { application_instance_id: 'UUID', resource_id: 'UUID', ancestor_id: 'UUID', depth: 'INTEGER' },
} as const;

/** Every relation of schema `inventory`: one per resource, named as its type, then the further tables. */
export function inventoryRelations(): readonly InventoryRelation[] {
  return [
    ...resources.map(({ type, fields }) => ({
      name: type,
      columns: columnTypes(fields),
      applicationInstance: '"objectMetadata"."ApplicationInstanceId"',
    })),
    ...Object.entries(furtherTables).map(([name, columns]) => ({
      name,
      columns,
      applicationInstance: 'application_instance_id',
    })),
  ];
}

/**
 * A query with exactly the relation's columns. `table` holds the rows, and `present` are its columns; columns that an older
 * version lacks are NULL. Without a table there are no rows.
 */
export function relationQuery(relation: InventoryRelation, table?: string, present?: ReadonlySet<string>): string {
  const columns = Object.entries(relation.columns).map(([name, type]) =>
    table !== undefined && present?.has(name) ? identifier(name) : `CAST(NULL AS ${type}) AS ${identifier(name)}`,
  );
  return `SELECT ${columns.join(', ')}${table === undefined ? ' WHERE false' : ` FROM ${table}`}`;
}

/** A configured source, as a version names it. */
export interface BuildSource {
  readonly sourceId: string;
  readonly connector: string;
}

/**
 * Write the further tables into the version that is being built: its sources, the nesting, and the ledger with the gaps that the
 * build found. With the ledger, queries can check how complete the data are.
 */
export async function createFurtherTables(
  duckdb: DuckDB,
  sources: ReadonlyMap<string, BuildSource>,
  chains: readonly LandedChain[],
  heldBack: ReadonlyMap<string, readonly Finding[]>,
): Promise<void> {
  for (const [name, columns] of Object.entries(furtherTables)) {
    const definitions = Object.entries(columns).map(([column, type]) => `${identifier(column)} ${type}`);
    await duckdb.run(`CREATE TABLE ${name} (${definitions.join(', ')})`);
  }
  for (const name of ['container_nesting', 'resource_nesting'])
    await duckdb.run(`INSERT INTO ${name} BY NAME FROM analytics.${name}`);
  for (const [applicationInstanceId, { sourceId, connector }] of sources) {
    await insert(duckdb, 'application_instances', [applicationInstanceId, sourceId, connector]);
    const why = heldBack.get(sourceId)?.map(({ message }) => message);
    for (const chain of chains.filter(candidate => candidate.sourceId === sourceId)) {
      const { read, endedAt } = chain.runs.at(-1)!;
      await insert(duckdb, 'source_completeness', [
        applicationInstanceId,
        sourceId,
        chain.type,
        read.status,
        read.rows,
        read.duplicates,
        read.rejected,
        JSON.stringify(read.gaps),
        endedAt.toISOString(),
        read.kept,
        why?.join('; ') ?? null,
      ]);
    }
  }
  await duckdb.run(`UPDATE source_completeness AS read SET
      status = CASE WHEN found.is_partial AND read.status = 'Complete' THEN 'Partial' ELSE read.status END,
      gaps = to_json(list_concat(from_json(read.gaps, '["JSON"]'), found.gaps))
    FROM (
      SELECT application_instance_id, type, bool_or(is_partial) AS is_partial, list(gap) AS gaps
      FROM analytics.found_gaps GROUP BY ALL
    ) AS found
    WHERE found.application_instance_id = read.application_instance_id AND found.type = read.type`);
}

/** The gaps that the build found in the newest read of each source and type; an empty list where it found none. */
export async function foundGaps(
  duckdb: DuckDB,
  sources: ReadonlyMap<string, BuildSource>,
  chains: readonly LandedChain[],
): Promise<FoundGaps[]> {
  const rows = await duckdb.rows<{ instance: string; type: string; gap: string }>(
    'SELECT application_instance_id::VARCHAR AS instance, type, gap::VARCHAR AS gap FROM analytics.found_gaps ORDER BY ALL',
  );
  return chains.map(({ sourceId, type, runs }) => {
    const own = rows.filter(row => row.type === type && sources.get(row.instance)?.sourceId === sourceId);
    return { run_id: runs.at(-1)!.runId, type, gaps: own.map(({ gap }) => JSON.parse(gap)) };
  });
}

async function insert(duckdb: DuckDB, table: string, values: readonly (string | number | null)[]): Promise<void> {
  const row = values.map(value => (typeof value === 'string' ? literal(value) : String(value)));
  await duckdb.run(`INSERT INTO ${table} VALUES (${row.join(', ')})`);
}
