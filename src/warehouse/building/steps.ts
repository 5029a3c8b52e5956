// The steps that fill the fields of rows and add rows, and how their SQL is run.
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
  for (const step of steps) {
    progress(step);
    for (const file of sqlFiles(`building/${step}`)) await runStatements(duckdb, file);
    await done(step);
  }
}

/**
 * A file that begins with `-- repeat: until it adds nothing` is one INSERT. It is repeated until it inserts no row. A file that begins
 * with `-- only when: <query>` is left out when the query's column `holds` is false. A file that begins with `-- then: …` is followed
 * by a computation outside of SQL, which would be too slow for it.
 */
async function runStatements(duckdb: DuckDB, { header, text }: SqlFile): Promise<void> {
  const condition = /^only when: (.*)$/.exec(header[0] ?? '')?.[1];
  if (condition !== undefined) {
    const [row] = await duckdb.rows<{ holds: boolean }>(condition);
    if (!row!.holds) return;
  }
  if (header[0] !== 'repeat: until it adds nothing') {
    await duckdb.run(text);
    if (header[0] === 'then: count the accounts that each account reaches') await fillReachedAccounts(duckdb);
    return;
  }
  for (;;) {
    const [added] = await duckdb.rows<{ Count: bigint }>(text);
    if (added!.Count === 0n) return;
  }
}
