// A lookup of sql/lookups whose statements are prepared once for a version: a file with one statement, or a folder of steps.
//
// A step fills a table that the next ones read. In one statement DuckDB would have to estimate how many rows each part finds. It is mostly
// wrong by so much that it reads whole tables. The steps are planned while their tables are empty, so DuckDB expects few rows in them and
// begins each join with them. That is right for a lookup, and planning takes longer than most steps.
import {
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResultReader,
  DuckDBTypeId,
  DuckDBUUIDValue,
} from '@duckdb/node-api';
import { identifier } from '../warehouse/duckdb.ts';
import { requireSelect, type SqlFile, sqlFile, sqlFiles } from '../warehouse/sql-files.ts';

export type LookupValue = string | number | boolean | null;

export type LookupParameters = Readonly<Record<string, LookupValue>>;

export interface PreparedLookup {
  /** Has the tables of the steps. */
  readonly connection: DuckDBConnection;
  /** Fill the tables, in order. */
  readonly steps: readonly DuckDBPreparedStatement[];
  /** Gives the rows. */
  readonly answer: DuckDBPreparedStatement;
}

/**
 * Prepare the file `sql/lookups/<name>.sql`, or the folder `sql/lookups/<name>`: `010_holders.sql` fills a table `holders`, and the last
 * file is the answer.
 * @param connection used for nothing else
 * @param parameters any values that the lookup takes
 */
export async function prepareLookup(
  connection: DuckDBConnection,
  name: string,
  parameters: LookupParameters,
): Promise<PreparedLookup> {
  const files = sqlFiles(`lookups/${name}`);
  const last = files.pop() ?? sqlFile(`lookups/${name}.sql`);
  // All tables are made first, because DuckDB plans a statement again when the catalogue has changed.
  for (const file of files) await createTable(connection, file, parameters);
  const steps: DuckDBPreparedStatement[] = [];
  for (const file of files)
    steps.push(await prepareSelect(connection, file, body => `INSERT INTO ${tableOf(file)} ${body}`));
  return { connection, steps, answer: await prepareSelect(connection, last, body => body) };
}

export function closeLookup({ steps, answer }: PreparedLookup): void {
  for (const statement of [...steps, answer]) statement.destroySync();
}

/** `sql/lookups/account_access/010_direct.sql` fills `direct`. */
const tableOf = ({ name }: SqlFile) => identifier(/\d+_(\w+)\.sql$/.exec(name)![1]!);

async function createTable(connection: DuckDBConnection, file: SqlFile, parameters: LookupParameters): Promise<void> {
  const create = (body: string) => `CREATE TEMP TABLE ${tableOf(file)} AS FROM (${body}) LIMIT 0`;
  const statement = await prepareSelect(connection, file, create);
  bind(statement, parameters);
  await statement.run();
  statement.destroySync();
}

function prepareSelect(connection: DuckDBConnection, file: SqlFile, statementOf: (body: string) => string) {
  requireSelect(file);
  return connection.prepare(statementOf(file.body));
}

/** Run a lookup. Its tables are empty again afterwards. */
export async function runLookup(
  { connection, steps, answer }: PreparedLookup,
  parameters: LookupParameters,
): Promise<DuckDBResultReader> {
  if (steps.length === 0) {
    bind(answer, parameters);
    return answer.runAndReadAll();
  }
  await connection.run('BEGIN');
  try {
    for (const statement of steps) {
      bind(statement, parameters);
      await statement.run();
    }
    bind(answer, parameters);
    return await answer.runAndReadAll();
  } finally {
    await connection.run('ROLLBACK');
  }
}

/**
 * Bind the parameters that a statement uses. DuckDB plans a statement again for each run in which a value has another type than its
 * parameter: NULL has, and so has every value of a parameter that a statement names twice.
 */
function bind(statement: DuckDBPreparedStatement, parameters: LookupParameters): void {
  for (let index = 1; index <= statement.parameterCount; index += 1) {
    const value = parameters[statement.parameterName(index)]!;
    if (typeof value === 'string' && statement.parameterTypeId(index) === DuckDBTypeId.UUID) {
      statement.bindUUID(index, uuidOf(value));
    } else if (typeof value === 'number' && statement.parameterTypeId(index) === DuckDBTypeId.BIGINT) {
      statement.bindBigInt(index, BigInt(value));
    } else {
      statement.bindValue(index, value);
    }
  }
}

const uuidOf = (text: string) => DuckDBUUIDValue.fromUint128(BigInt(`0x${text.replaceAll('-', '')}`));
