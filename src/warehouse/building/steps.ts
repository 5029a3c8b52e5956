// The steps that fill the fields of rows and add rows, and how the files of their SQL are run.
import type { DuckDB } from '../duckdb.ts';
import { fillReachedAccounts } from './impersonation/fill-reached-accounts.ts';

/** The steps that add to the model, in order. Each has a database. */
export const steps = ['enrich', 'analytics', 'impersonation', 'risks'] as const;

/**
 * The databases with what the steps add; `violations` is the outcome of the step `risks`. Their tables are named like types. Each has a
 * `globalId` and the fields that the step fills. The tables in a schema `added` have whole rows, which are added to those that connectors
 * landed.
 */
export const outcomes = ['enrich', 'analytics', 'impersonation', 'violations'] as const;
export type StepOutcome = (typeof outcomes)[number];

export interface FileRun {
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

/** How a file of the steps is run. @param name below sql/ */
export const fileRunOf = (name: string): FileRun => runs[name.replace(/^building\//, '')] ?? {};

/** Run SQL as its file is run. */
export async function runSql(duckdb: DuckDB, text: string, { repeats, onlyWhen }: FileRun): Promise<void> {
  if (onlyWhen !== undefined) {
    const [row] = await duckdb.rows<{ holds: boolean }>(onlyWhen);
    if (!row!.holds) return;
  }
  if (!repeats) return duckdb.run(text);
  for (;;) {
    const [added] = await duckdb.rows<{ Count: bigint }>(text);
    if (added!.Count === 0n) return;
  }
}
