// Writes the tables that the search looks into.
import type { Resource } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { sqlFiles } from '../sql-files.ts';
import type { NumberRange } from '../version/islands.ts';
import type { InstanceCount } from '../version/layout.ts';
import type { TablePart, VersionTables } from '../version/table-parts.ts';
import { firstFree, numberRanges } from './parts/numbers.ts';
import type { PartPlan } from './parts/plan.ts';
import { type AuxiliaryOptions, auxiliaryColumns, recordParts, writeAuxiliary } from './parts/write-auxiliary.ts';
import { writeLookupFiles } from './parts/write-lookup-files.ts';
import { allPreviousRows, instanceColumn, isOneOf, rowsOfInstances, type UnchangedInstances } from './previous/rows.ts';
import type { TypeRows } from './rows/filled-rows.ts';

/** Fields with names for people, and fields with names that systems use. */
const nameFields = ['displayName', 'name'];
const keyFields = ['alias', 'email', 'alternateEmails', 'employeeNumber', 'key'];

/** The resources whose objects have a name. Others are found by their ids only. */
const named = resources.filter(({ kind, fields }) => kind === 'object' && nameFields.some(name => name in fields));

/** `unchanged`: the instances that are not indexed again. `numbers`: the numbers that their objects have in the version in service. */
export interface SearchOptions extends AuxiliaryOptions {
  /** The tables of the version that is being built. */
  readonly tables: VersionTables;
  readonly counts: readonly InstanceCount[];
  readonly numbers: ReadonlyMap<string, NumberRange>;
  /** The minimum number of rows of a lookup file. */
  readonly lookupRows: number;
}

const searchTables = ['search_objects', 'search_words', 'search_keys'] as const;

/**
 * Fill the tables `search_…` of the version that is being built; the tables of its resources are finished.
 * @returns application instance → the numbers of its objects
 */
export async function writeSearch(duckdb: DuckDB, options: SearchOptions): Promise<ReadonlyMap<string, NumberRange>> {
  const { tables, counts, numbers, unchanged } = options;
  const own = counts.filter(({ applicationInstanceId }) => !unchanged.instances.has(applicationInstanceId));
  const present = new Set(own.map(({ type }) => type));
  const types = named.filter(({ type }) => present.has(type));
  const objects = own.filter(({ type }) => types.some(resource => resource.type === type));
  const first = firstFree(
    [...numbers.values()],
    objects.reduce((sum, { count }) => sum + count, 0),
  );
  await duckdb.run(`ATTACH ':memory:' AS search`);
  await duckdb.run(searchTables.map(name => `CREATE TABLE search.${name} (${auxiliaryColumns(name)})`).join(';'));
  if (types.length > 0) {
    await duckdb.run(`CREATE OR REPLACE TEMP MACRO fold(text) AS strip_accents(lower(nfc_normalize(text)))`);
    const texts = types.map(
      resource => `${textsOf(resource)} FROM ${rowsOfInstances(tables, resource.type, unchanged.instances, false)}`,
    );
    // Objects that one search finds have words in common. Sorted by words they get successive numbers, so they are read together.
    await duckdb.run(`CREATE TABLE search.texts AS
      SELECT (row_number() OVER (ORDER BY application_instance_id, words, object_id) + ${first - 1})::INTEGER AS number, *
      FROM (${texts.join(' UNION ALL ')})`);
    for (const file of sqlFiles('building/search')) await duckdb.run(file.text);
  }
  const ranges = await numberRanges(duckdb, 'search.search_objects');
  const parts: TablePart[] = [];
  await duckdb.run('BEGIN');
  for (const name of searchTables) parts.push(...(await writeAuxiliary(duckdb, name, `search.${name}`, options)));
  await recordParts(duckdb, parts);
  await duckdb.run('COMMIT');
  await duckdb.run('DETACH search');
  const lookups = { folder: options.folder, lookupRows: options.lookupRows, previous: unchanged.previous };
  await recordParts(duckdb, await writeLookupFiles(duckdb, 'search', parts, lookups));
  return new Map([...numbers, ...ranges]);
}

/** What was written of the tables of the resources. */
export interface WrittenRows {
  readonly types: readonly TypeRows[];
  readonly plans: readonly PartPlan[];
  /** How many objects the version in service has. */
  readonly countsBefore: readonly InstanceCount[];
}

/**
 * The instances that need not be indexed: unchanged ones, and computed ones with the same texts as before.
 * @param numbered the instances whose objects have known numbers
 */
export async function instancesWithSameTexts(
  duckdb: DuckDB,
  tables: VersionTables,
  unchanged: UnchangedInstances,
  numbered: ReadonlySet<string>,
  written: WrittenRows,
): Promise<Set<string>> {
  const same = unchanged.instances.difference(await withOtherTexts(duckdb, unchanged));
  const computed = numbered.difference(unchanged.instances);
  return same.union(await computedWithSameTexts(duckdb, tables, unchanged.previous, computed, written));
}

/**
 * Computed instances whose objects have the same texts as before. Only instances with a part of the index of their own are looked at;
 * the others are small, and indexing them takes hardly any time.
 */
async function computedWithSameTexts(
  duckdb: DuckDB,
  tables: VersionTables,
  previous: VersionTables | undefined,
  computed: ReadonlySet<string>,
  { types, plans, countsBefore }: WrittenRows,
): Promise<Set<string>> {
  const parts = previous?.parts.get('search_objects') ?? [];
  const large = new Set(
    parts.flatMap(({ applicationInstanceId: id }) => (id !== null && computed.has(id) ? [id] : [])),
  );
  if (large.size === 0) return new Set();
  const isSame = ({ type }: Resource) =>
    large.isSubsetOf(
      new Set(plans.flatMap(plan => (plan.type === type && plan.action === 'same' ? plan.applicationInstanceId : []))),
    );
  const present = new Set([
    ...types.flatMap(({ resource, counts }) =>
      counts.some(({ instance }) => large.has(instance)) ? resource.type : [],
    ),
    ...countsBefore.flatMap(({ type, applicationInstanceId }) => (large.has(applicationInstanceId) ? type : [])),
  ]);
  const changed = named.filter(resource => present.has(resource.type) && !isSame(resource));
  if (changed.length === 0) return large;
  const carriedOf = new Map(types.map(({ resource, carried }) => [resource.type, carried]));
  const hashes = (version: VersionTables) =>
    changed.map(resource => {
      const instance = instanceColumn(resource.type);
      const all = rowsOfInstances(version, resource.type, large, true);
      const carried = carriedOf.get(resource.type);
      // All other rows are the same.
      const rows =
        carried === undefined || !large.isSubsetOf(carried.instances)
          ? all
          : version === previous
            ? `(FROM ${all} SEMI JOIN ${carried.replaced} AS replaced USING ("globalId"))`
            : `(FROM ${carried.computed} WHERE ${isOneOf(instance, large)})`;
      return `SELECT ${instance} AS instance, ${textsHash(resource)} AS hash FROM ${rows}`;
    });
  const signed = (version: VersionTables, sign: 1 | -1) =>
    `SELECT instance, hash, ${sign} AS sign FROM (${hashes(version).join(' UNION ALL ')})`;
  const rows = await duckdb.rows<{ instance: string }>(
    `SELECT instance::VARCHAR AS instance FROM (${signed(tables, 1)} UNION ALL ${signed(previous!, -1)})
     GROUP BY instance HAVING sum(sign) <> 0 OR sum(sign * hash::HUGEINT) <> 0`,
  );
  return large.difference(new Set(rows.map(({ instance }) => instance)));
}

/** A hash of an object and of everything that the index takes from it. */
function textsHash({ type, fields }: Resource): string {
  const columns = [...nameFields, ...keyFields, 'id'].filter(name => name in fields).map(identifier);
  return `hash(${[literal(type), '"globalId"', ...columns].join(', ')})`;
}

/**
 * The unchanged instances in which an object has other texts than before, because a person has other addresses now. They have to be indexed
 * again.
 * @param duckdb with the computed rows
 */
async function withOtherTexts(duckdb: DuckDB, unchanged: UnchangedInstances): Promise<Set<string>> {
  if (unchanged.instances.size === 0) return new Set();
  const fields = ['displayName', 'email', 'alternateEmails', 'employeeNumber', 'id'].map(identifier).join(', ');
  const instance = instanceColumn('Person');
  const rows = await duckdb.rows<{ instance: string }>(
    `SELECT DISTINCT instance::VARCHAR AS instance FROM (
       SELECT ${instance} AS instance, "globalId", ${fields} FROM computed."Person"
       EXCEPT SELECT ${instance}, "globalId", ${fields} FROM ${allPreviousRows(unchanged, 'Person')}
         SEMI JOIN computed."Person" USING ("globalId"))`,
  );
  return new Set(rows.map(row => row.instance).filter(id => unchanged.instances.has(id)));
}

/** An id of hexadecimal digits has no words: nobody types a part of it. */
const hexadecimal = '[0-9a-fA-F{}-]{16,}';

function textsOf({ type, fields }: Resource): string {
  const columns = (names: readonly string[]) => names.filter(name => name in fields);
  const folded = (name: string) =>
    name === 'alternateEmails'
      ? `list_transform("alternateEmails", lambda address: fold(address))`
      : `[fold(${identifier(name)})]`;
  const list = (names: readonly string[]) =>
    names.length === 0 ? '[]::VARCHAR[]' : `list_concat(${names.map(folded).join(', ')}, []::VARCHAR[])`;
  const words = [
    ...columns([...nameFields, 'alias', 'employeeNumber', 'key']).map(identifier),
    ...columns(['email']).map(() => `split_part("email", '@', 1)`),
    ...columns(['alternateEmails']).map(
      () => `array_to_string(list_transform("alternateEmails", lambda address: split_part(address, '@', 1)), ' ')`,
    ),
    `CASE WHEN NOT regexp_full_match("id", ${literal(hexadecimal)}) THEN "id" END`,
  ];
  return `SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id, ${literal(type)} AS object_type,
    "globalId" AS object_id, fold(concat_ws(' ', ${words.join(', ')})) AS words,
    ${list(columns(keyFields))} AS keys, ${list(columns(nameFields))} AS names`;
}
