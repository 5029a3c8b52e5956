// The steps that fill the fields of rows and add rows, and how their SQL is run.
import { dormantDays } from '../../resources/account.ts';
import type { DuckDB } from '../duckdb.ts';
import { type SqlFile, sqlFiles } from '../sql-files.ts';
import { fillReachedAccounts } from './impersonation/fill-reached-accounts.ts';

/**
 * The steps that add to the model, in order. Each has a database. Its tables are named like types; each has a `globalId` and the fields
 * that the step fills. The tables in its schema `added` have whole rows, which are added to those that connectors landed.
 */
export const steps = ['enrich', 'analytics', 'impersonation', 'risks'] as const;
export type Step = (typeof steps)[number];

/** Schemas that exist only while a version is built. `filled` has the rows as the steps before have filled them. */
export const stepNames = ['model', 'neighbours', ...steps, 'filled'] as const;

/**
 * The most memory in bytes that a pair of nested objects takes in a build, including indexes and copies. A step of a path takes
 * the same.
 */
const pairBytes = 256;

/** Steps that exact counts of accounts and resources may take, about three seconds of a core for each of the two counts. */
const mostCountedSteps = 10_000_000;

/**
 * Run the steps that fill fields and add rows.
 * @param memoryBytes the memory of the build: nesting is followed as long as its pairs fit
 * @param progress called before each step
 * @param done called after each step
 */
export async function runSteps(
  duckdb: DuckDB,
  memoryBytes: number,
  progress: (step: string) => void,
  done: (step: string) => Promise<void> = async () => {},
): Promise<void> {
  const most = Math.floor(memoryBytes / pairBytes);
  await duckdb.run(`SET VARIABLE most_pairs = ${most}`);
  await duckdb.run(`SET VARIABLE most_path_steps = ${most}`);
  await duckdb.run(`SET VARIABLE most_steps = ${Math.min(most, mostCountedSteps)}`);
  await duckdb.run(`SET VARIABLE dormant_days = ${dormantDays}`);
  for (const step of steps) {
    progress(step);
    for (const file of sqlFiles(`building/${step}`)) await runFile(duckdb, file);
    await done(step);
  }
}

interface FileRun {
  /** The file is one INSERT, which is repeated until it inserts no row. */
  readonly repeats?: true;
  /** A query. The file is left out when its column `holds` is false. */
  readonly onlyWhen?: string;
  /** A computation that follows, which would be too slow in SQL. */
  readonly afterwards?: (duckdb: DuckDB) => Promise<void>;
}

/** How files of the steps are run that are not simply run once, by their names below sql/building. */
const runs: Readonly<Record<string, FileRun>> = {
  'analytics/006_container_pairs.sql': { repeats: true },
  'analytics/009_resource_pairs.sql': { repeats: true },
  'analytics/016_profile_holders.sql': { repeats: true },
  'analytics/023_profile_resources.sql': { repeats: true },
  'analytics/024_profile_resources_estimated.sql': {
    onlyWhen: 'SELECT count(*) > 0 AS holds FROM analytics.profile_batches WHERE batch IS NULL',
  },
  'analytics/026_place_set_accounts.sql': { repeats: true },
  'analytics/027_place_set_accounts_estimated.sql': {
    onlyWhen: 'SELECT count(*) > 0 AS holds FROM analytics.place_set_batches WHERE batch IS NULL',
  },
  'impersonation/041_denials.sql': {
    onlyWhen: 'SELECT count(*) > 0 AS holds FROM impersonation.granted WHERE is_denial',
  },
  'impersonation/061_inner_holders.sql': { repeats: true },
  'impersonation/071_inner_contents.sql': { repeats: true },
  'impersonation/073_directory_steps.sql': {
    onlyWhen: `SELECT count(*) > 0 AS holds FROM impersonation.steps WHERE to_type = 'ObjectDirectory'`,
  },
  'impersonation/080_graph.sql': { afterwards: fillReachedAccounts },
};

async function runFile(duckdb: DuckDB, { name, text }: SqlFile): Promise<void> {
  const { repeats, onlyWhen, afterwards } = runs[name.replace(/^building\//, '')] ?? {};
  if (onlyWhen !== undefined) {
    const [row] = await duckdb.rows<{ holds: boolean }>(onlyWhen);
    if (!row!.holds) return;
  }
  if (repeats) await repeat(duckdb, text);
  else await duckdb.run(text);
  await afterwards?.(duckdb);
}

async function repeat(duckdb: DuckDB, insertion: string): Promise<void> {
  for (;;) {
    const [added] = await duckdb.rows<{ Count: bigint }>(insertion);
    if (added!.Count === 0n) return;
  }
}
