// A database in memory that stays from one build to the next. A build creates the same tables, views and macros each time and asks the
// same queries, and planning these takes far longer than computing a few rows. So what a build drops is only emptied here, what it
// creates again is there already, and the plan of a query stays. A statement that adds nothing, because of tables that are empty
// (emptiness.ts), is left out. Statements that read files, or databases in files, are run as they are.
import { type DuckDB, type DuckDBSettings, openDuckDB } from '../duckdb.ts';
import { noteTable } from './catalogue.ts';
import { createStandingStatements, type StandingStatements, type StandingUse } from './standing-statements.ts';

export interface StandingDuckDB extends DuckDB {
  /** Begin a build. */
  begin(use: StandingUse): Promise<void>;
  /** Empty all tables and detach all files. @returns false when no other build can use the database */
  clear(): Promise<boolean>;
}

export type StandingSettings = Pick<DuckDBSettings, 'memoryBytes'>;

/**
 * Open a database for few rows. It writes no files, so the rows must fit into its memory. Plans that stay are quick ones: DuckDB 1.5.6
 * makes others from statistics of the rows that are there, and does not notice when a prepared plan is run on other rows.
 */
export async function openStandingDuckDB(settings: StandingSettings): Promise<StandingDuckDB> {
  let statements!: StandingStatements;
  const options = { ...settings, file: ':memory:', spillFolder: '', threads: 1, quickPlans: 'of few rows' } as const;
  const duckdb = await openDuckDB(options, connection => {
    statements = createStandingStatements(connection);
    return statements;
  });
  return {
    ...duckdb,
    begin: use => statements.begin(use),
    async appendIntegers(table, columns) {
      await duckdb.appendIntegers(table, columns);
      noteTable(statements.catalogue, `${table.schema}.${table.name}`, true);
    },
    // Statements that read many rows get full plans anyway, and the others must not.
    withFullPlans: work => work(),
    // Only statements of the first connection are followed.
    another: () => Promise.resolve(undefined),
    clear: () => statements.clear(),
    [Symbol.asyncDispose]: () => duckdb[Symbol.asyncDispose](),
  };
}
