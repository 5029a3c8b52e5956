// The tables of a version: the model's rows joined with the fields that enrichment and analytics add.
import { isLandable, type Resource } from '../../../resources/define.ts';
import { resourceOf, resources } from '../../../resources/registry.ts';
import { columnTypes } from '../../columns.ts';
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import { modelFields } from '../model.ts';
import { instanceColumn, isOneOf } from '../previous/rows.ts';
import { outcomes, type StepOutcome } from '../steps.ts';

/** Create `filled."<Type>"` for some types: their rows with the fields that the steps before `risks` have filled. */
export async function viewFilled(duckdb: DuckDB, types: readonly string[]): Promise<void> {
  for (const type of types)
    await duckdb.run(`CREATE VIEW filled.${identifier(type)} AS ${await rowsBeforeRisks(duckdb, type)}`);
}

/** Some rows of the model. */
export interface RowsOfModel {
  readonly query: string;
  /** What the `globalId` of each of them meets, so that no others are read of the tables of the steps. */
  readonly condition: string;
}

/** A query of the rows of a type with the fields that the steps before `risks` have filled. @param model by default all rows */
export async function rowsBeforeRisks(duckdb: DuckDB, type: string, model?: RowsOfModel): Promise<string> {
  const found = await fieldsFound(duckdb, ['enrich', 'analytics', 'impersonation']);
  const resource = resourceOf(type)!;
  return filledRows(resource, found.get(type) ?? [], [], Object.keys(resource.fields), model);
}

/** The rows of a type in the version that is being built. */
export interface TypeRows {
  readonly resource: Resource;
  /** A query of the rows with all fields; undefined where there are none. */
  readonly rows: string | undefined;
  /** How many rows each application instance has, in the order of their ids. */
  readonly counts: readonly InstanceRows[];
  /** A query of the rows of some application instances. */
  rowsOf(instances: readonly string[]): string;
  /** What is taken over from the previous version; absent when all rows are computed. */
  readonly carried?: CarriedRows;
}

export interface InstanceRows {
  readonly instance: string;
  readonly count: number;
}

/** Rows of a type that a build takes over from the version in service. */
export interface CarriedRows {
  /** The application instances that have them. */
  readonly instances: ReadonlySet<string>;
  /** Those of these instances that have other rows too, or of which rows are gone. */
  readonly changed: ReadonlySet<string>;
  /** After FROM: the rows that were computed. */
  readonly computed: string;
  /** After FROM: the ids of the rows that are not taken over, because they were computed or are gone, in a column `globalId`. */
  readonly replaced: string;
}

/** The rows of all types, as the steps have filled them. @param landed types with landed data */
export async function filledTypes(duckdb: DuckDB, landed: ReadonlySet<string>): Promise<TypeRows[]> {
  const queriesOf = await filledQueries(duckdb, landed);
  const queries = resources.map(resource => ({ resource, ...queriesOf(resource) }));
  const counted = await countRows(
    duckdb,
    queries.flatMap(({ resource, instances }) =>
      instances === undefined ? [] : [[resource.type, instances] as const],
    ),
  );
  return queries.map(({ resource, rows }) => ({
    ...{ resource, rows, counts: counted.get(resource.type) ?? [] },
    rowsOf: instances => `SELECT * FROM (${rows}) WHERE ${isOneOf(instanceColumn(resource.type), new Set(instances))}`,
  }));
}

/**
 * A function that gives queries of a resource's rows, and of their application instances in a column `instance`; undefined when there
 * cannot be any.
 * @param landed types with landed data
 */
export async function filledQueries(
  duckdb: DuckDB,
  landed: ReadonlySet<string>,
): Promise<(resource: Resource) => FilledQueries> {
  const found = await fieldsFound(duckdb);
  const added = await addedRows(duckdb);
  return resource => {
    const adding = added.get(resource.type) ?? [];
    const isEmpty = resource.madeBy === 'connectors' && !landed.has(resource.type) && adding.length === 0;
    const fields = found.get(resource.type) ?? [];
    const rowsOf = (model: RowsOfModel) => filledRows(resource, fields, [], Object.keys(resource.fields), model);
    const isOnlyLanded = resource.madeBy === 'connectors' && adding.length === 0;
    if (isEmpty) return { rows: undefined, instances: undefined, isOnlyLanded, rowsOf };
    const own = fields.filter(step => step.fields.includes('objectMetadata'));
    return {
      ...{ isOnlyLanded, rowsOf },
      rows: filledRows(resource, fields, adding),
      instances: `SELECT "objectMetadata"."ApplicationInstanceId" AS instance
        FROM (${filledRows(resource, own, adding, ['objectMetadata'])})`,
    };
  };
}

export interface FilledQueries {
  readonly rows: string | undefined;
  readonly instances: string | undefined;
  /** All rows are those of connectors. */
  readonly isOnlyLanded: boolean;
  /** The query for some rows of the model instead of those of all connectors. */
  rowsOf(model: RowsOfModel): string;
}

/** What steps fill in the rows of a type. */
export interface StepFields {
  /** SQL for the value of each field, where the tables of `joins` are joined. */
  readonly fields: Readonly<Record<string, string>>;
  /** @param condition what the `globalId` of all rows meets to which the tables are joined */
  joins(condition: string): string;
  /** The steps whose tables these are. */
  readonly steps: readonly string[];
}

/** Type → the fields that steps fill; only types to which no step adds rows. */
export async function stepFields(duckdb: DuckDB): Promise<Map<string, StepFields>> {
  const found = await fieldsFound(duckdb);
  const added = await addedRows(duckdb);
  const types = resources.filter(({ type, madeBy }) => madeBy === 'connectors' && !added.has(type));
  return new Map(
    types.map(resource => {
      const own = found.get(resource.type) ?? [];
      const ofModel = new Set(modelFields(resource));
      const types = Object.entries(columnTypes(resource.fields)).filter(([name]) => !ofModel.has(name));
      const fields = Object.fromEntries(types.map(([name, type]) => [name, stepValue(own, name, type)]));
      return [
        resource.type,
        { fields, joins: condition => stepJoins(resource, own, condition), steps: own.map(({ step }) => step) },
      ];
    }),
  );
}

/** Type → rows by application instance. @param queries types, and queries of the application instances of their rows */
export async function countRows(
  duckdb: DuckDB,
  queries: readonly (readonly [type: string, instances: string])[],
): Promise<Map<string, InstanceRows[]>> {
  if (queries.length === 0) return new Map();
  const counts = queries.map(
    ([type, instances]) =>
      `SELECT ${literal(type)} AS type, instance::VARCHAR AS instance, count(*)::DOUBLE AS count FROM (${instances}) GROUP BY ALL`,
  );
  const rows = await duckdb.rows<InstanceRows & { type: string }>(
    `${counts.join(' UNION ALL ')} ORDER BY type, instance`,
  );
  return Map.groupBy(rows, ({ type }) => type);
}

interface FoundFields {
  readonly step: string;
  readonly fields: readonly string[];
}

/** Steps → what they fill. It follows from the SQL of the program, so it is read once. */
const fieldsOfSteps = new Map<string, Map<string, FoundFields[]>>();

/**
 * The fields in the tables of steps that have run, by type. A column that is not a field of its resource is a mistake in the SQL and
 * stops the build.
 */
export async function fieldsFound(
  duckdb: DuckDB,
  ofSteps: readonly StepOutcome[] = outcomes,
): Promise<Map<string, FoundFields[]>> {
  const key = ofSteps.join();
  const known = fieldsOfSteps.get(key);
  if (known) return known;
  const rows = await duckdb.rows<{ step: string; type: string; fields: { items?: string[] } | string[] }>(
    `SELECT database_name AS step, table_name AS type, list(column_name ORDER BY column_index) AS fields
     FROM duckdb_columns()
     WHERE database_name IN (${ofSteps.map(literal).join(', ')}) AND schema_name = 'main' AND NOT internal
     GROUP BY ALL ORDER BY ALL`,
  );
  const found = new Map<string, FoundFields[]>();
  for (const row of rows) {
    const resource = resources.find(candidate => candidate.type === row.type);
    if (!resource) continue; // a working table of the step
    const fields = (Array.isArray(row.fields) ? row.fields : (row.fields.items ?? [])).filter(
      name => name !== 'globalId',
    );
    for (const name of fields) {
      const known = name in resource.fields && !(isLandable(name) && resource.madeBy === 'connectors');
      if (!known) throw new Error(`sql/${row.step}: ${row.type}.${name} is not a field that enrichment fills`);
    }
    found.set(row.type, [...(found.get(row.type) ?? []), { step: row.step, fields }]);
  }
  fieldsOfSteps.set(key, found);
  return found;
}

let adding: Map<string, string[]> | undefined;

/** Type → the steps that add rows to it. All steps have run. It follows from the SQL of the program, so it is read once. */
async function addedRows(duckdb: DuckDB): Promise<Map<string, string[]>> {
  if (adding) return adding;
  const rows = await duckdb.rows<{ step: string; type: string }>(
    `SELECT database_name AS step, table_name AS type FROM duckdb_tables() WHERE schema_name = 'added' ORDER BY ALL`,
  );
  adding = new Map(
    [...Map.groupBy(rows, ({ type }) => type)].map(([type, from]) => [type, from.map(({ step }) => step)]),
  );
  return adding;
}

/**
 * A query of a resource's rows. @param added steps that add rows to those that connectors landed @param wanted only these fields
 * @param model by default all rows of the model
 */
function filledRows(
  resource: Resource,
  found: readonly FoundFields[],
  added: readonly string[] = [],
  wanted: readonly string[] = Object.keys(resource.fields),
  model: RowsOfModel = { query: `FROM model.${identifier(resource.type)}`, condition: 'true' },
): string {
  const table = identifier(resource.type);
  const ofModel = new Set(resource.madeBy === 'connectors' ? modelFields(resource) : ['globalId']);
  const types = columnTypes(resource.fields);
  const columns = wanted.map(name => {
    if (ofModel.has(name)) return `model.${identifier(name)}`;
    const value = name === 'serviceObjectMetadata' ? madeNow : stepValue(found, name, types[name]!);
    return `${value} AS ${identifier(name)}`;
  });
  const landed = resource.madeBy === 'connectors' ? model.query : `SELECT "globalId" FROM enrich.${table}`;
  const rows = [landed, ...added.map(step => `FROM ${step}.added.${table}`)].join(' UNION ALL BY NAME ');
  return `SELECT ${columns.join(', ')} FROM (${rows}) AS model ${stepJoins(resource, found, model.condition)}`;
}

/** Of a row that steps make. Their tables may be of a former build. */
const madeNow = `{'enrichmentVersion': getvariable('enrichment_version'), 'generatedTime': getvariable('generated_at')}`;

function stepJoins({ type }: Resource, found: readonly FoundFields[], condition: string): string {
  return found
    .map(({ step }) => {
      const table = `${step}.main.${identifier(type)}`;
      const rows = condition === 'true' ? table : `(FROM ${table} WHERE ${condition})`;
      return `LEFT JOIN ${rows} AS ${step} USING ("globalId")`;
    })
    .join(' ');
}

/** The value of a field that steps fill. The last step that has the field fills it. */
function stepValue(found: readonly FoundFields[], name: string, type: string): string {
  const step = found.findLast(candidate => candidate.fields.includes(name))?.step;
  return `${step ? `${step}.${identifier(name)}` : 'NULL'}::${type}`;
}
