// The standing database of this process. One build at a time has it; a build that begins meanwhile opens one of its own.
import { openStandingDuckDB, type StandingDuckDB, type StandingSettings } from './standing-duckdb.ts';
import type { StandingUse } from './standing-statements.ts';

interface Idle {
  readonly duckdb: StandingDuckDB;
  readonly settings: string;
  readonly builds: number;
}

let idle: Idle | undefined;

/** After so many builds the database is opened again, whatever it may have gathered. */
const mostBuilds = 200;

/** Use the standing database. It is closed when `work` fails. */
export async function withStandingDuckDB<Result>(
  settings: StandingSettings,
  use: StandingUse,
  work: (duckdb: StandingDuckDB) => Promise<Result>,
): Promise<Result> {
  const { duckdb, builds } = await take(settings);
  let isUsable = false;
  try {
    await duckdb.begin(use);
    const result = await work(duckdb);
    isUsable = (await duckdb.clear()) && builds + 1 < mostBuilds && idle === undefined;
    return result;
  } finally {
    if (isUsable) idle = { duckdb, settings: JSON.stringify(settings), builds: builds + 1 };
    else await duckdb[Symbol.asyncDispose]();
  }
}

async function take(settings: StandingSettings): Promise<Idle> {
  const taken = idle;
  idle = undefined;
  if (taken?.settings === JSON.stringify(settings)) return taken;
  await taken?.duckdb[Symbol.asyncDispose]();
  const duckdb = await openStandingDuckDB(settings);
  return { duckdb, settings: JSON.stringify(settings), builds: 0 };
}
