// Objects of application instances that are not computed, but belong to the same persons as computed ones. The step `enrich` decides
// on them together. Schema `neighbours` has their rows, and what else steps read of such instances; it is empty in a full build.
import type { Resource } from '../../../resources/define.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { columnTypes } from '../../columns.ts';
import { type DuckDB, identifier } from '../../duckdb.ts';
import { sqlFile, sqlFiles } from '../../sql-files.ts';
import { modelFields } from '../model.ts';
import { neighbourTypes } from '../neighbour-tables.ts';
import { allPreviousRows, isOneOf, replacedRows, type UnchangedInstances, unchangedRows } from '../previous/rows.ts';

/**
 * Find the objects of unchanged instances that a change of the computed instances can reach, and take over what the steps read of them.
 * `neighbours.objects` are the objects. Those that are touched share a name with a computed object, now or in the version in
 * service, directly or through others; rows of their persons are computed again. The others are only read: they show who manages them.
 * @param duckdb with the model of the computed instances, and the version in service attached
 */
export async function findNeighbours(duckdb: DuckDB, unchanged: UnchangedInstances): Promise<void> {
  const names = 'neighbours.known_names';
  await duckdb.run(`
    CREATE TABLE neighbours.own_names AS ${sqlFile('building/enrich/001_own_names.sql').body.replace(/^CREATE TABLE \S+ AS|;$/g, '')};
    CREATE TABLE ${names} AS SELECT object_id, name, is_reader FROM ${unchangedRows(unchanged, 'person_names')};
    CREATE TABLE neighbours.own AS
    SELECT object_id, name, is_reader FROM neighbours.own_names
    UNION ALL
    SELECT object_id, name, is_reader FROM ${replacedRows(unchanged, 'person_names')};
    DROP TABLE neighbours.own_names;
    CREATE TABLE neighbours.names AS SELECT DISTINCT name FROM neighbours.own WHERE NOT is_reader;
    CREATE TABLE neighbours.reached (object UUID)`);
  await follow(duckdb, names);
  // Objects whose manager is a computed object.
  await duckdb.run(`
    INSERT INTO neighbours.reached
    SELECT DISTINCT object_id FROM ${names} WHERE is_reader AND object_id NOT IN (FROM neighbours.reached)
      AND name IN (SELECT name FROM neighbours.own WHERE NOT is_reader);
    INSERT INTO neighbours.names
    SELECT DISTINCT name FROM ${names}
    WHERE NOT is_reader AND object_id IN (FROM neighbours.reached) AND name NOT IN (FROM neighbours.names)`);
  await follow(duckdb, names);
  await duckdb.run('INSERT INTO neighbours.objects SELECT object, true FROM neighbours.reached');
  // The managers of all of these.
  await duckdb.run(`INSERT INTO neighbours.names
    SELECT DISTINCT name FROM (
      SELECT name FROM neighbours.own WHERE is_reader
      UNION ALL
      SELECT name FROM ${names} WHERE is_reader AND object_id IN (FROM neighbours.reached)
      UNION ALL
      SELECT name FROM ${names} WHERE NOT is_reader AND object_id IN (
        SELECT "globalManagerEmployeeId" FROM ${unchangedRows(unchanged, 'Employee')} WHERE "globalId" IN (FROM neighbours.reached))
    ) WHERE name NOT IN (FROM neighbours.names)`);
  await follow(duckdb, names);
  await duckdb.run(
    'INSERT INTO neighbours.objects SELECT object, false FROM neighbours.reached WHERE object NOT IN (SELECT object FROM neighbours.objects)',
  );
  await duckdb.run(`DROP TABLE ${names}`);
  await takeOver(duckdb, unchanged, await neighbourCondition(duckdb));
}

/** With as few ids in the text of a statement, DuckDB reads only what is near their rows. A join reads all rows with all columns. */
const mostIdsInText = 20;

/** SQL for the condition that a column has the id of an object, optionally a touched one, of `neighbours.objects`. */
type NeighbourCondition = (column: string, mustBeTouched?: boolean) => string;

async function neighbourCondition(duckdb: DuckDB): Promise<NeighbourCondition> {
  const objects = await duckdb.rows<{ id: string; isTouched: boolean }>(
    `SELECT object::VARCHAR AS id, is_touched AS "isTouched" FROM neighbours.objects LIMIT ${mostIdsInText + 1}`,
  );
  return (column, mustBeTouched = false) => {
    if (objects.length > mostIdsInText)
      return `${column} IN (SELECT object FROM neighbours.objects${mustBeTouched ? ' WHERE is_touched' : ''})`;
    return isOneOf(column, new Set(objects.filter(each => each.isTouched || !mustBeTouched).map(({ id }) => id)));
  };
}

/** Add to `neighbours.reached` all objects that have one of `neighbours.names`, directly or through others. */
async function follow(duckdb: DuckDB, names: string): Promise<void> {
  for (;;) {
    const [found] = await duckdb.rows<{ Count: bigint }>(`INSERT INTO neighbours.reached
      SELECT DISTINCT object_id FROM ${names} WHERE NOT is_reader AND name IN (FROM neighbours.names)
        AND object_id NOT IN (FROM neighbours.reached)`);
    if (found!.Count === 0n) return;
    await duckdb.run(`INSERT INTO neighbours.names
      SELECT DISTINCT name FROM ${names} WHERE NOT is_reader AND object_id IN (FROM neighbours.reached)
        AND name NOT IN (FROM neighbours.names)`);
  }
}

async function takeOver(duckdb: DuckDB, unchanged: UnchangedInstances, isNeighbour: NeighbourCondition): Promise<void> {
  const statements: string[] = neighbourTypes.map(type => {
    const resource = resourceOf(type)!;
    const sql = columnTypes(resource.fields);
    const columns = fieldsToTakeOver(resource).map(name => `${identifier(name)}::${sql[name]!} AS ${identifier(name)}`);
    return `INSERT INTO neighbours.${identifier(type)} BY NAME SELECT ${columns.join(', ')} FROM ${unchangedRows(unchanged, type)}
      WHERE ${isNeighbour('"globalId"')}`;
  });
  const persons = neighbourTypes.map(
    type => `SELECT "enrichedPersonId" AS person, "globalId" AS object FROM ${unchangedRows(unchanged, type)}`,
  );
  statements.push(
    `INSERT INTO neighbours.persons SELECT DISTINCT person FROM (${persons.join(' UNION ALL ')})
     WHERE person IS NOT NULL AND ${isNeighbour('object', true)}`,
    `INSERT INTO neighbours.sso_links BY NAME FROM ${unchangedRows(unchanged, 'sso_links')}
     WHERE ${isNeighbour('account_id')}`,
  );
  for (const name of ['person_accounts', 'person_violations', 'person_facts'] as const) {
    statements.push(`INSERT INTO neighbours.${name} BY NAME FROM ${unchangedRows(unchanged, name)}
      WHERE person_id IN (FROM neighbours.persons)`);
  }
  // One row of any other person is enough to show that persons are known.
  statements.push(`INSERT INTO neighbours.person_accounts BY NAME FROM ${unchangedRows(unchanged, 'person_accounts')}
    WHERE accounts > 0 AND NOT EXISTS (FROM neighbours.person_accounts) LIMIT 1`);
  // What the definitions of the version in service count, without the violations that are replaced: those are few.
  statements.push(`INSERT INTO neighbours.open_violations
    SELECT "globalId", "analyticsOpenViolationCount" - coalesce(replaced.violations, 0)
    FROM ${allPreviousRows(unchanged, 'RiskDefinition')} AS definition
    LEFT JOIN (
      SELECT "globalRiskDefinitionId" AS definition, count(*) AS violations
      FROM ${replacedRows(unchanged, 'RiskViolation')} WHERE "status" = 'Open' GROUP BY ALL
    ) AS replaced ON replaced.definition = "globalId"
    WHERE "analyticsOpenViolationCount" IS NOT NULL`);
  for (const statement of statements) await duckdb.run(statement);
}

/**
 * The fields of neighbours that a build reads; the others are NULL. Rows of employees can be made again, so these are all. Accounts are
 * read by the step `enrich` only, whose SQL names a third of their many fields.
 */
function fieldsToTakeOver(resource: Resource): string[] {
  const fields = modelFields(resource);
  if (resource.type !== 'Account') return fields;
  const texts = sqlFiles('building/enrich').map(({ text }) => text);
  return fields.filter(name => texts.some(text => text.includes(`"${name}"`)));
}

/** Add the neighbours to the model, for the step `enrich`. */
export async function addNeighbours(duckdb: DuckDB): Promise<void> {
  for (const type of neighbourTypes) {
    const [model, neighbours] = [`model.${identifier(type)}`, `neighbours.${identifier(type)}`];
    if ((await kindOf(duckdb, type)) === 'TABLE') {
      await duckdb.run(`INSERT INTO ${model} BY NAME FROM ${neighbours}`);
    } else {
      const computed = `model.${computedView(type)}`;
      await duckdb.run(`ALTER VIEW ${model} RENAME TO ${computedView(type)};
        CREATE VIEW ${model} AS FROM ${computed} UNION ALL BY NAME FROM ${neighbours}`);
    }
  }
}

/** Take the accounts out of the model again, before the steps that compute whole instances. */
export async function removeNeighbours(duckdb: DuckDB): Promise<void> {
  await duckdb.run(
    (await kindOf(duckdb, 'Account')) === 'TABLE'
      ? `DELETE FROM model."Account" WHERE "globalId" IN (SELECT "globalId" FROM neighbours."Account")`
      : `CREATE OR REPLACE VIEW model."Account" AS FROM model.${computedView('Account')}`,
  );
}

const computedView = (type: string) => identifier(`computed ${type}`);

async function kindOf(duckdb: DuckDB, type: string): Promise<'TABLE' | 'VIEW'> {
  const views = await duckdb.rows(
    `SELECT 1 FROM duckdb_views() WHERE database_name = 'model' AND view_name = '${type}'`,
  );
  return views.length > 0 ? 'VIEW' : 'TABLE';
}
