// Lands records without a service, as the chains that a build takes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
import { type DuckDB, identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import type { LocalChain } from '../../../src/warehouse/landing/landed.ts';
import { landedColumns } from '../../../src/warehouse/landing/landed-rows.ts';

export type Rows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

export interface Landing extends AsyncDisposable {
  /** Land the rows of a source: type → records. A later call makes other files. */
  land(source: LandedSource): Promise<LocalChain[]>;
}

export interface LandedSource {
  readonly sourceId: string;
  readonly applicationInstanceId: string;
  readonly rows: Rows;
  readonly at: Date;
  /** Types that the read did not see completely. */
  readonly partial?: readonly string[];
}

/** A landing in a temporary folder for the tests of a file. @returns the folder, and the landing while tests run */
export function landingOfTests(name: string): { readonly folder: string; readonly landing: () => Landing } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`));
  let landing: Landing;
  beforeAll(async () => {
    landing = await openLanding(path.join(folder, 'landed'));
  });
  afterAll(async () => {
    await landing[Symbol.asyncDispose]();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return { folder, landing: () => landing };
}

async function openLanding(folder: string): Promise<Landing> {
  fs.mkdirSync(folder, { recursive: true });
  const duckdb = await openDuckDB({
    file: ':memory:',
    spillFolder: folder,
    threads: 1,
    memoryBytes: 2 ** 30,
    quickPlans: 'of few rows',
  });
  let position = 0;
  return {
    async land(source) {
      position += 1;
      const chains: LocalChain[] = [];
      for (const [type, records] of Object.entries(source.rows)) {
        const file = path.join(folder, `${source.sourceId}-${position}-${type}`);
        await landType(duckdb, file, source, type, records);
        chains.push(chainOf(source, type, position, records.length, `${file}.parquet`));
      }
      return chains;
    },
    async [Symbol.asyncDispose]() {
      await duckdb[Symbol.asyncDispose]();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function chainOf(source: LandedSource, type: string, position: number, rows: number, file: string): LocalChain {
  const { sourceId, at, partial } = source;
  const runId = `run-${position}`;
  const read = {
    ...{ run_id: runId, type, cursor: null, parts: 1, rows, duplicates: 0, rejected: 0, kept: 0, since: null },
    ...{ status: partial?.includes(type) ? ('Partial' as const) : ('Complete' as const), base_position: null },
    ...{ changes_only: false, laid_over: null, unchanged: null, digest: null, filled: {}, gaps: [], error: null },
  };
  const run = {
    runId,
    position,
    duplicates: false,
    read,
    endedAt: at,
    files: undefined,
    paths: rows > 0 ? [file] : [],
    ...{ removed: [], removedPaths: [], unconfirmed: [], unconfirmedPaths: [] },
  };
  return { sourceId, type, runs: [run] };
}

async function landType(
  duckdb: DuckDB,
  file: string,
  { applicationInstanceId, at }: LandedSource,
  type: string,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const objectMetadata = {
    ApplicationInstanceId: applicationInstanceId,
    GeneratedTime: at.toISOString().slice(0, 19).replace('T', ' '),
    ...{ Profile: type, ObjectOrRelationshipType: type },
  };
  const lines = records.map(record => `${JSON.stringify({ ...record, objectMetadata })}\n`);
  fs.writeFileSync(`${file}.json`, lines.join(''));
  // A landed file may lack columns. The fewer it has, the faster it is planned and written.
  const present = new Set(['id', 'objectMetadata', ...records.flatMap(record => Object.keys(record))]);
  const columns = Object.entries(landedColumns(resourceOf(type)!))
    .filter(([name]) => present.has(name))
    .map(([name, sql]) => `${identifier(name)}: ${literal(sql)}`);
  await duckdb.run(`COPY (
    FROM read_json(${literal(`${file}.json`)}, format = 'newline_delimited', columns = {${columns.join(', ')}})
  ) TO ${literal(`${file}.parquet`)} (FORMAT parquet)`);
  fs.rmSync(`${file}.json`);
}
