// The databases of a build: one for the model and for each step. They are named like schemas in SQL.
import type { DuckDB } from '../duckdb.ts';
import { createNeighbours } from './neighbour-tables.ts';
import { steps } from './steps.ts';

/** What is made anew in each build. `filled` has the rows as the steps before `risks` have filled them. */
const ofOneBuild = ['model', 'neighbours', 'filled', 'violations'] as const;

/** Attach the databases, except those of the steps, with the empty tables of `neighbours`. */
export async function attachDatabases(duckdb: DuckDB): Promise<void> {
  for (const name of ofOneBuild) await duckdb.run(`ATTACH ':memory:' AS ${name}`);
  await createNeighbours(duckdb);
}

/** Attach empty databases of the steps, in memory. */
export async function attachSteps(duckdb: DuckDB): Promise<void> {
  for (const name of steps) await duckdb.run(`ATTACH ':memory:' AS ${name}`);
}

/** Detach all of these databases. */
export async function detachDatabases(duckdb: DuckDB): Promise<void> {
  for (const name of [...ofOneBuild, ...steps]) await duckdb.run(`DETACH ${name}`);
}
