// The model: typed views over everything landed, with global ids. Later steps read `model."<Type>"`.
import { federationNameOf, globalNameOf, isLandable, type Resource, referenceOf } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import type { LocalChain } from '../landing/landed.ts';
import { landedRows } from '../landing/landed-rows.ts';
import { enrichmentVersion, sqlFiles } from '../sql-files.ts';

/** Create the variable and the macros that the model's views use. Once for each database. */
export async function prepareModel(duckdb: DuckDB, tenant: string): Promise<void> {
  await duckdb.run(`SET VARIABLE tenant = ${literal(tenant)}`);
  for (const file of sqlFiles('build/model')) await duckdb.run(file.text);
}

/** Create `model."<Type>"` for every type that connectors land, an empty one where nothing was landed. */
export async function createModel(duckdb: DuckDB, chains: readonly LocalChain[], generatedAt: Date): Promise<void> {
  for (const resource of resources) {
    if (resource.madeBy !== 'connectors') continue;
    const landed = landedRows(
      resource,
      chains.filter(chain => chain.type === resource.type),
    );
    await duckdb.run(
      `CREATE OR REPLACE VIEW model.${identifier(resource.type)} AS SELECT ${modelColumns(resource, generatedAt)} FROM (${landed}) AS landed`,
    );
  }
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
    const holdsType = Object.values(resource.fields).some(field => {
      const reference = referenceOf(field);
      return reference !== undefined && 'typeField' in reference && reference.typeField === local;
    });
    return holdsType ? `('Service_' || ${column})` : `${identifier(name)}(${instance}, ${column})`;
  }
  const targetType = 'type' in target ? literal(target.type) : identifier(target.typeField);
  const federation = federationNameOf(local);
  if (!(federation in resource.fields)) return `global_id(${instance}, ${targetType}, ${column})`;
  // A federated reference names an object of another instance, which enrichment has to find, so it gets no global id here. The
  // condition is inside the hash instead of around it, because DuckDB then hashes whole vectors.
  const own = `CASE WHEN (${identifier(federation)}->>'isFederated') = 'true' THEN NULL ELSE ${column} END`;
  return `global_id(${instance}, ${targetType}, ${own})`;
}
