// The model: typed views over everything landed, with global ids. Later steps read `model."<Type>"`.
import type { PersonSettings } from '../../config/person-settings.ts';
import { globalNameOf, isLandable, type Resource, referenceOf } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { federationOf, isTypeOfReference } from '../../resources/visibility/origin.ts';
import { objectsOf } from '../../state/landed-chains.ts';
import { columnTypes } from '../columns.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { confirmingRun } from '../landing/data-date.ts';
import type { LocalChain } from '../landing/landed.ts';
import { landedRows } from '../landing/landed-rows.ts';
import { enrichmentVersion, sqlFiles } from '../sql-files.ts';
import { setFederations } from './federation.ts';

/** Create the variables and the macros that the model's views use. Once for each database. */
export async function prepareModel(duckdb: DuckDB, tenant: string, persons: PersonSettings): Promise<void> {
  await duckdb.run(`SET VARIABLE tenant = ${literal(tenant)}`);
  await setAddresses(duckdb, persons);
  for (const file of sqlFiles('building/model')) await duckdb.run(file.text);
}

/** Set the variables of sql/building/model/030_names.sql; without settings they are NULL, and addresses stay as they are. */
async function setAddresses(duckdb: DuckDB, persons: PersonSettings): Promise<void> {
  const { alias_domains: domains, plus_addressing: plus } = persons;
  const aliases = Object.entries(domains).flatMap(([main, names]) => names.map(alias => [alias, main] as const));
  const pairs = aliases.map(([alias, main]) => `${literal(alias)}: ${literal(main)}`);
  const isSet = aliases.length + plus.length > 0;
  await duckdb.run(`
    SET VARIABLE alias_domains = ${isSet ? `MAP {${pairs.join(', ')}}::MAP(VARCHAR, VARCHAR)` : 'NULL'};
    SET VARIABLE plus_domains = ${isSet ? `[${plus.map(literal).join(', ')}]::VARCHAR[]` : 'NULL'}`);
}

/**
 * Types with at most this many landed rows are stored as tables. Their views would cost more: every statement that names one plans
 * all of its columns again.
 */
const fewRows = 10_000;

/**
 * Create `model."<Type>"` for every type that connectors land, an empty one where nothing was landed. What was created before is
 * replaced.
 */
export async function createModel(duckdb: DuckDB, chains: readonly LocalChain[], generatedAt: Date): Promise<void> {
  await duckdb.run(`DETACH model; ATTACH ':memory:' AS model`);
  await setFederations(duckdb, chains);
  const landed = typesWithFiles(chains);
  for (const resource of resources) {
    if (resource.madeBy !== 'connectors') continue;
    const name = `model.${identifier(resource.type)}`;
    if (!landed.has(resource.type)) {
      await duckdb.run(emptyTable(name, resource, modelFields(resource), ', data_date DATE, is_unconfirmed BOOLEAN'));
      continue;
    }
    const own = chains.filter(chain => chain.type === resource.type);
    const rows = modelRows(resource, own, generatedAt);
    await duckdb.run(`CREATE ${landedRowCount(own) > fewRows ? 'VIEW' : 'TABLE'} ${name} AS ${rows}`);
  }
  await duckdb.run(federationKeys());
  await duckdb.run(unconfirmedObjects(chains));
}

/** A query of the rows of a type in the model. @param of a query of the local ids of the wanted rows in a column `id`; by default all */
export function modelRows(resource: Resource, chains: readonly LocalChain[], generatedAt: Date, of?: string): string {
  return `SELECT ${modelColumns(resource, generatedAt)}, data_date, is_unconfirmed
    FROM (${landedRows(resource, chains, of)}) AS landed`;
}

/** The statement that creates `model.unconfirmed_objects`: the objects whose data date is older than that of their type. */
function unconfirmedObjects(chains: readonly LocalChain[]): string {
  const types = typesWithFiles(chains.filter(chain => (confirmingRun(chain)?.unconfirmedPaths ?? []).length > 0));
  const rows = [...types].map(
    type => `SELECT ${instance} AS application_instance_id, ${literal(type)} AS type, "globalId" AS object_id, data_date
      FROM model.${identifier(type)} WHERE is_unconfirmed`,
  );
  const none = `SELECT NULL::UUID AS application_instance_id, '' AS type, NULL::UUID AS object_id, NULL::DATE AS data_date WHERE false`;
  return `CREATE VIEW model.unconfirmed_objects AS ${[none, ...rows].join(' UNION ALL ')}`;
}

/** The statement that creates `model.federation_keys`: the authentication keys that federated references name. */
function federationKeys(): string {
  // The fields of a type are read by one query, because each query of a type plans all of its columns.
  const texts = resources
    .filter(resource => resource.madeBy === 'connectors' && fieldsWithKeys(resource).length > 0)
    .map(resource => {
      const fields = fieldsWithKeys(resource).map(name => `${identifier(name)}::VARCHAR`);
      return `SELECT DISTINCT * FROM (
        SELECT ${instance} AS instance, unnest([${fields.join(', ')}]) AS text FROM model.${identifier(resource.type)})
        WHERE contains(text, 'uthenticationKey')`;
    });
  return `CREATE VIEW model.federation_keys AS SELECT DISTINCT instance, key::JSON->>'$' AS key FROM (
    SELECT instance, unnest(regexp_extract_all(text, '[aA]uthenticationKey"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")', 1)) AS key
    FROM (${texts.join(' UNION ALL ')}))`;
}

/** The fields of a resource that may name authentication keys. */
export function fieldsWithKeys({ fields }: Resource): string[] {
  return Object.keys(fields).filter(
    name => /Federation$|^federationSpecification$|^entitlementSpecification$/.test(name) && isLandable(name),
  );
}

/**
 * An empty table for some fields of a resource. It is made without a query, because a query would have to be planned.
 * @param others columns besides the fields
 */
export function emptyTable(name: string, resource: Resource, fields: readonly string[], others = ''): string {
  const types = columnTypes(resource.fields);
  return `CREATE TABLE ${name} (${fields.map(field => `${identifier(field)} ${types[field]!}`).join(', ')}${others})`;
}

/** How many objects the chains hold, as their newest reads say; of reads of former releases that do not say it, how many records they brought. */
export function landedRowCount(chains: readonly LocalChain[]): number {
  return chains.reduce((sum, chain) => {
    const brought = chain.runs.reduce((rows, { read }) => rows + read.rows, 0);
    return sum + (objectsOf(chain) ?? brought);
  }, 0);
}

/** The types that connectors land and for which some chain has a landed file. */
export function typesWithFiles(chains: readonly LocalChain[]): Set<string> {
  return new Set(chains.filter(({ runs }) => runs.some(({ paths }) => paths.length > 0)).map(({ type }) => type));
}

/** The fields that the model fills; enrichment and analytics fill the rest. */
export function modelFields(resource: Resource): string[] {
  return Object.keys(resource.fields).filter(name => modelExpression(resource, name) !== undefined);
}

function modelColumns(resource: Resource, generatedAt: Date): string {
  const metadata = `{'enrichmentVersion': ${literal(enrichmentVersion())}, 'generatedTime': ${literal(generatedAt.toISOString())}::TIMESTAMP}`;
  return modelFields(resource)
    .map(name => {
      const expression = name === 'serviceObjectMetadata' ? metadata : modelExpression(resource, name);
      return `${expression} AS ${identifier(name)}`;
    })
    .join(', ');
}

const instance = '"objectMetadata"."ApplicationInstanceId"';

function modelExpression(resource: Resource, name: string): string | undefined {
  const { fields, type } = resource;
  if (name === 'globalId') return `global_id(${instance}, ${literal(type)}, "id")`;
  if (name === 'id' && resource.idIsGlobal) return `global_id(${instance}, ${literal(type)}, "id")::VARCHAR`;
  if (name === 'serviceObjectMetadata') return 'NULL';
  if (name === 'objectMetadata') return identifier(name);
  if (name === 'displayName' && 'name' in fields) return `coalesce("displayName", "name")`;
  if (name === 'isCustom' && 'type' in fields) return `("type" = 'Custom')`;
  if (isLandable(name)) return identifier(name);
  const local = Object.keys(fields).find(field => isLandable(field) && globalNameOf(field) === name);
  return local === undefined ? undefined : globalCounterpart(resource, name, local);
}

function globalCounterpart(resource: Resource, name: string, local: string): string {
  const column = identifier(local);
  const target = referenceOf(resource.fields[local]!);
  if (!target) {
    return isTypeOfReference(resource, local)
      ? `('Service_' || ${column})`
      : `${identifier(name)}(${instance}, ${column})`;
  }
  const targetType = 'type' in target ? literal(target.type) : identifier(target.typeField);
  return `global_id(${instanceOfReference(resource, local)}, ${targetType}, ${column})`;
}

/**
 * The application instance of a referenced object. The condition for a federated reference is inside the hash instead of around it,
 * because DuckDB then hashes whole vectors.
 */
function instanceOfReference(resource: Resource, local: string): string {
  const federation = federationOf(resource, local);
  if (!federation) return instance;
  const { side } = federation;
  const field = identifier(federation.field);
  if (!side) return `referenced_instance(${instance}, ${field})`;
  return `side_instance(${instance}, ${field}, '${side}', ${field}->>'${side.toLowerCase()}AuthenticationKey')`;
}
