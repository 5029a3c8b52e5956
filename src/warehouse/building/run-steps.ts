// Runs the steps that fill the fields of rows and add rows.
import { dormantDays } from '../../resources/account.ts';
import type { DuckDB } from '../duckdb.ts';
import { sqlFiles } from '../sql-files.ts';
import { fileRunOf, runSql, steps } from './steps.ts';
import type { WorkingTables } from './working/working-tables.ts';

/**
 * The most memory in bytes that a pair of nested objects takes in a build, including indexes and copies. A step of a path takes
 * the same.
 */
const pairBytes = 256;

/** Steps that exact counts of accounts and resources may take, about three seconds of a core for each of the two counts. */
const mostCountedSteps = 10_000_000;

export interface StepRun {
  /** The memory of the build. Nesting is followed as long as its pairs fit. */
  readonly memoryBytes: number;
  /** The tables that stay between builds; undefined: every file is run. */
  readonly working: WorkingTables | undefined;
  /** Called before each step. */
  progress(step: string): void;
  /** Called after each step. */
  done?(step: string): Promise<void>;
}

/** Run the steps that fill fields and add rows. */
export async function runSteps(duckdb: DuckDB, run: StepRun): Promise<void> {
  const { memoryBytes, working } = run;
  const most = Math.floor(memoryBytes / pairBytes);
  await duckdb.run(`SET VARIABLE most_pairs = ${most}`);
  await duckdb.run(`SET VARIABLE most_path_steps = ${most}`);
  await duckdb.run(`SET VARIABLE most_steps = ${Math.min(most, mostCountedSteps)}`);
  await duckdb.run(`SET VARIABLE dormant_days = ${dormantDays}`);
  for (const step of steps) {
    run.progress(step);
    if (working) await working.run(`building/${step}`);
    else await runFiles(duckdb, `building/${step}`);
    await run.done?.(step);
  }
}

/** Run every SQL file of a folder. */
export async function runFiles(duckdb: DuckDB, folder: string): Promise<void> {
  for (const { name, text } of sqlFiles(folder)) {
    const run = fileRunOf(name);
    await runSql(duckdb, text, run);
    await run.afterwards?.(duckdb);
  }
}
