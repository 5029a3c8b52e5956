// Lands records without a service, as the chains that a build takes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { resourceOf, resources } from '../../../src/resources/registry.ts';
import { type DuckDB, identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { hasFiles, type LocalChain } from '../../../src/warehouse/landing/landed.ts';
import { landedColumns } from '../../../src/warehouse/landing/landed-rows.ts';

export type Rows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

export interface Landing extends AsyncDisposable {
  /**
   * Land the rows of a source: type → records. A later call makes other files.
   * @param over what was landed of the source before: only what differs from it is landed
   */
  land(source: LandedSource, over?: readonly LocalChain[]): Promise<LocalChain[]>;
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
  /** What was landed last: the texts of the records of a type of a source, by id. */
  const known = new Map<string, ReadonlyMap<string, string>>();
  return {
    async land(source, over) {
      position += 1;
      const chains: LocalChain[] = [];
      for (const [type, records] of Object.entries(source.rows)) {
        const file = path.join(folder, `${source.sourceId}-${position}-${type}`);
        const now = new Map(records.map(record => [String(record['id']), JSON.stringify(record)]));
        const name = `${source.sourceId} ${type}`;
        const before = known.get(name);
        known.set(name, now);
        const previous = before && over?.find(chain => chain.type === type);
        const landed = previous
          ? records.filter(record => before.get(String(record['id'])) !== JSON.stringify(record))
          : records;
        const removed = previous ? [...before.keys()].filter(id => !now.has(id)) : [];
        await landType(duckdb, file, source, type, landed);
        const removedFile = removed.length > 0 ? await writeRemoved(duckdb, file, removed) : undefined;
        chains.push(
          chainOf(source, type, position, { all: records.length, landed: landed.length, file, removedFile, previous }),
        );
      }
      const landed = new Set([
        ...Object.keys(source.rows),
        ...(over ?? []).filter(chain => chain.runs.some(hasFiles)).map(({ type }) => type),
      ]);
      const absent = resources.filter(({ type }) => !landed.has(type));
      return [...chains, ...absent.map(({ type }) => absentChain(source, type, position))];
    },
    async [Symbol.asyncDispose]() {
      await duckdb[Symbol.asyncDispose]();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface LandedType {
  readonly all: number;
  readonly landed: number;
  readonly file: string;
  readonly removedFile: string | undefined;
  /** What the landed rows are laid over; undefined: these are all. */
  readonly previous: LocalChain | undefined;
}

function chainOf(source: LandedSource, type: string, position: number, of: LandedType): LocalChain {
  const { sourceId, at, partial } = source;
  const { all, landed, file, removedFile, previous } = of;
  const runId = `run-${position}`;
  const read = {
    ...{ run_id: runId, type, cursor: null, parts: 1, rows: landed, duplicates: 0, rejected: 0, kept: 0, since: null },
    ...{ status: partial?.includes(type) ? ('Partial' as const) : ('Complete' as const), base_position: null },
    ...{
      changes_only: false,
      laid_over: null,
      unchanged: all - landed,
      digest: null,
      filled: {},
      gaps: [],
      error: null,
    },
  };
  const run = {
    runId,
    position,
    duplicates: false,
    targeted: false,
    read,
    endedAt: at,
    files: undefined,
    paths: landed > 0 ? [`${file}.parquet`] : [],
    ...{ removed: [], removedPaths: removedFile ? [removedFile] : [], unconfirmed: [], unconfirmedPaths: [] },
  };
  return { sourceId, type, runs: [...(previous?.runs ?? []), run] };
}

/** A connector that does not read a type says so with each run. */
function absentChain(source: LandedSource, type: string, position: number): LocalChain {
  const { sourceId, runs } = chainOf({ ...source, partial: [] }, type, position, {
    ...{ all: 0, landed: 0, file: '', removedFile: undefined, previous: undefined },
  });
  return { sourceId, type, runs: runs.map(run => ({ ...run, read: { ...run.read, status: 'Unsupported' } })) };
}

async function writeRemoved(duckdb: DuckDB, file: string, ids: readonly string[]): Promise<string> {
  const removed = `${file}-removed.parquet`;
  await duckdb.run(
    `COPY (SELECT unnest([${ids.map(literal).join(', ')}]) AS id) TO ${literal(removed)} (FORMAT parquet)`,
  );
  return removed;
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
