// Compares a version with the one before it, and writes the table `changes`: what differs, and what differed between the versions
// before them, as long as that is kept.
import type { Resource } from '../../../resources/define.ts';
import { resources } from '../../../resources/registry.ts';
import type { Finding } from '../../../state/findings.ts';
import { isJson, shapeOf } from '../../columns.ts';
import { isShortage } from '../../disk-full.ts';
import { identifier, isoText, literal, type Statements } from '../../duckdb.ts';
import type { InstanceCount } from '../../version/layout.ts';
import type { HistoryPoint, Manifest } from '../../version/manifest.ts';
import { tableRows, type VersionTables } from '../../version/table-parts.ts';
import type { PartPlan } from '../parts/plan.ts';
import type { PreviousVersion } from '../previous/version.ts';
import { comparedFields } from './compared-fields.ts';
import { continueHistory } from './points.ts';
import { rowsToCompare, type Sides } from './rows-to-compare.ts';
import { writeEntries } from './write-entries.ts';

export interface ChangesOptions {
  readonly version: number;
  readonly enrichmentVersion: string;
  readonly generatedAt: Date;
  /** What the new version holds. */
  readonly counts: readonly InstanceCount[];
  /** The version in service and its manifest; undefined for the first version. */
  readonly previous: { readonly version: PreviousVersion; readonly manifest: Manifest } | undefined;
  /** How long changes are kept. */
  readonly keepMs: number;
  /** The new version's tables, and what became of the previous version's parts. */
  readonly tables: VersionTables;
  readonly plans: readonly PartPlan[];
  /** Application instances that were not computed. */
  readonly unchanged: ReadonlySet<string>;
  /** The minimum number of rows of a part. */
  readonly partRows: number;
  /** Take over no file of the version in service. */
  readonly isFull: boolean;
}

export interface WrittenChanges {
  readonly history: readonly HistoryPoint[];
  readonly findings: readonly Finding[];
}

/**
 * Fill the table `changes` of the version that is being built; its other tables are finished. When the previous version cannot be
 * read, the history begins again with this version, and a finding says so.
 */
export async function writeChanges(duckdb: Statements, options: ChangesOptions): Promise<WrittenChanges> {
  const own: HistoryPoint = { version: options.version, generatedAt: options.generatedAt.toISOString() };
  const { previous } = options;
  if (!previous) return { history: [own], findings: [] };
  await duckdb.run(`ATTACH ':memory:' AS history`);
  try {
    const comparison = await compareWith(duckdb, previous, options);
    const { manifest } = previous;
    const before = manifest.history ?? [{ version: manifest.version, generatedAt: manifest.generatedAt }];
    const { points, into } = continueHistory(before, options.generatedAt, options.keepMs);
    const { version, partRows, isFull, tables } = options;
    const tablesBefore = await previous.version.tables();
    await writeEntries(duckdb, { version, partRows, isFull, into, before: tablesBefore, folder: tables.folder });
    return { history: [...points, { ...own, ...(comparison.isPartial && { isPartial: true }) }], findings: [] };
  } catch (error) {
    // A shortage of disk or memory says nothing about the previous version. Let the build fail: its next attempt can continue the history.
    if (isShortage(error)) throw error;
    const why = (error as Error).message.split('\n')[0];
    const message = `changes are known from this version on only, because version ${previous.manifest.version} could not be read: ${why}`;
    return { history: [own], findings: [{ check: 'history_lost', severity: 'warn', message, count: 1 }] };
  } finally {
    await duckdb.run('DETACH history');
  }
}

/** Make `history.changes` with what differs from the previous version. */
async function compareWith(
  duckdb: Statements,
  previous: NonNullable<ChangesOptions['previous']>,
  options: ChangesOptions,
): Promise<{ isPartial: boolean }> {
  const { version, generatedAt, enrichmentVersion, counts, unchanged } = options;
  await duckdb.run('CREATE TABLE history.changes AS FROM warehouse.main.changes LIMIT 0');
  const before = await previous.version.tables();
  const { columns } = before;
  const sameSql = previous.manifest.enrichmentVersion === enrichmentVersion;
  const present = new Set(
    [...previous.manifest.counts, ...counts]
      .filter(({ type, applicationInstanceId }) => !unchanged.has(applicationInstanceId) || ofPersons.has(type))
      .map(({ type }) => type),
  );
  let isPartial = !sameSql;
  for (const resource of resources.filter(({ type }) => present.has(type))) {
    const known = columns.get(resource.type);
    const wanted = comparedFields(resource, sameSql);
    const fields = wanted.filter(name => known?.has(name));
    if (fields.length < wanted.length) isPartial = true;
    if (fields.length === 0) continue;
    const sides = await rowsToCompare(duckdb, resource.type, before, options);
    if (!sides) continue;
    await duckdb.run(differingStatement(resource, fields, sides));
    const [differing] = await duckdb.rows<{ count: bigint }>('SELECT count(*) AS count FROM history.differing');
    if (differing!.count === 0n) continue;
    await findVanished(duckdb, before);
    await duckdb.run(entriesStatement(resource, fields, sides, version, generatedAt));
  }
  return { isPartial };
}

/** Types whose rows may differ in compared fields although their application instance is unchanged. */
const ofPersons: ReadonlySet<string> = new Set(['Person', 'Employee']);

/** Objects that appear now and are known to have vanished before. All of their fields are listed. */
async function findVanished(duckdb: Statements, before: VersionTables): Promise<void> {
  const entries = tableRows(before, 'changes');
  const vanished = `SELECT object_id FROM ${entries}
    WHERE object_id IN (SELECT id FROM history.differing WHERE change = 'Appeared')
    GROUP BY object_id HAVING arg_max(change, version) = 'Vanished'`;
  const none = 'SELECT NULL::UUID AS object_id LIMIT 0';
  await duckdb.run(`CREATE OR REPLACE TABLE history.vanished AS ${entries === undefined ? none : vanished}`);
}

/** Objects that are not the same in both versions. They are compared by a hash of their fields: that reads each value once. */
function differingStatement(resource: Resource, fields: readonly string[], { isNow, was }: Sides): string {
  // DuckDB hashes an empty list like an absent one.
  const hashed = fields.map(name => {
    const isList = shapeOf(resource.fields[name]!).kind === 'list';
    return isList ? `${identifier(name)}, ${identifier(name)} IS NULL` : identifier(name);
  });
  const rows = (table: string) => `SELECT "globalId" AS id, hash(${hashed.join(', ')}) AS digest FROM ${table}`;
  return `CREATE OR REPLACE TABLE history.differing AS
    SELECT id, CASE WHEN was.digest IS NULL THEN 'Appeared' WHEN is_now.digest IS NULL THEN 'Vanished' ELSE 'Changed' END AS change
    FROM (${rows(isNow)}) AS is_now FULL JOIN (${rows(was)}) AS was USING (id)
    WHERE is_now.digest IS DISTINCT FROM was.digest`;
}

function entriesStatement(
  resource: Resource,
  fields: readonly string[],
  sides: Sides,
  version: number,
  generatedAt: Date,
): string {
  const pairs = fields.map(
    name =>
      `{'field': ${literal(name)}, 'before': ${rendered(resource, name, 'was')}, 'after': ${rendered(resource, name, 'is_now')}}`,
  );
  const of = (side: string) => ({
    instance: `${side}."objectMetadata"."ApplicationInstanceId"`,
    name: `coalesce(${nameFields
      .filter(name => name in resource.fields)
      .map(name => `${side}.${identifier(name)}`)
      .join(', ')})`,
  });
  const [before, after] = [of('was'), of('is_now')];
  return `INSERT INTO history.changes BY NAME
    SELECT coalesce(${after.instance}, ${before.instance}) AS application_instance_id,
      ${literal(resource.type)} AS object_type,
      found.id AS object_id,
      CASE WHEN found.change = 'Vanished' THEN ${before.name} ELSE ${after.name} END AS object_name,
      found.change,
      CASE WHEN found.change <> 'Appeared' OR found.id IN (SELECT object_id FROM history.vanished)
        THEN list_filter([${pairs.join(', ')}], lambda pair: pair."before" IS DISTINCT FROM pair."after") END AS fields,
      ${version} AS version,
      ${literal(generatedAt.toISOString())}::TIMESTAMP AS changed_at
    FROM history.differing AS found
    LEFT JOIN ${sides.isNow} AS is_now ON is_now."globalId" = found.id
    LEFT JOIN ${sides.was} AS was ON was."globalId" = found.id`;
}

/** What names an object to people, the best first. */
const nameFields = ['alias', 'displayName', 'name', 'id'];

/** The value of a field as JSON, as the API sends it; NULL where it is absent. */
function rendered({ fields }: Resource, name: string, side: string): string {
  const column = `${side}.${identifier(name)}`;
  const shape = shapeOf(fields[name]!);
  if (isJson(shape)) return column;
  return shape.kind === 'timestamp' ? `to_json(${isoText(column)})` : `to_json(${column})`;
}
