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
  const known = new Map<string, KnownRecords>();
  return {
    async land(source, over) {
      position += 1;
      const chains: LocalChain[] = [];
      for (const [type, records] of Object.entries(source.rows)) {
        const file = path.join(folder, `${source.sourceId}-${position}-${type}`);
        const name = `${source.sourceId} ${type}`;
        const before = known.get(name);
        const previous = before && over?.find(chain => chain.type === type);
        const { now, landed, removed, below } = differencesOf(records, previous && { ...before, chain: previous });
        known.set(name, now);
        await landType(duckdb, file, source, type, landed);
        const removedFile = removed.length > 0 ? await writeRemoved(duckdb, file, removed) : undefined;
        chains.push(
          chainOf(source, type, position, { all: records.length, landed: landed.length, file, removedFile, below }),
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

/** The records of a type of a source that were landed last. */
interface KnownRecords {
  /** Id → the text of the record. */
  readonly texts: ReadonlyMap<string, string>;
  /** The ids of what the runs after the first one landed or removed. */
  readonly laidOver: ReadonlySet<string>;
}

/** As in pipelines/extract/land-differences.ts, but with fewer runs: the next read replaces those that lie over the first one. */
const mostRuns = 2;

/** What a read of these records lands. @param before undefined: everything */
function differencesOf(
  records: readonly Record<string, unknown>[],
  before: (KnownRecords & { readonly chain: LocalChain }) | undefined,
) {
  const idOf = (record: Record<string, unknown>) => String(record['id']);
  const texts = new Map(records.map(record => [idOf(record), JSON.stringify(record)]));
  if (!before) return { now: { texts, laidOver: new Set<string>() }, landed: records, removed: [], below: [] };
  const [first, ...others] = before.chain.runs.filter(hasFiles);
  const changed = new Set(
    [...texts.keys(), ...before.texts.keys()].filter(id => texts.get(id) !== before.texts.get(id)),
  );
  const isReplacing = first !== undefined && others.length >= mostRuns && changed.size > 0;
  const laidOver = before.laidOver.union(changed);
  const wanted = isReplacing ? laidOver : changed;
  return {
    now: { texts, laidOver },
    landed: records.filter(record => wanted.has(idOf(record))),
    removed: [...wanted].filter(id => !texts.has(id)),
    below: isReplacing ? [first] : before.chain.runs,
  };
}

interface LandedType {
  readonly all: number;
  readonly landed: number;
  readonly file: string;
  readonly removedFile: string | undefined;
  /** The runs that the landed rows are laid over. */
  readonly below: LocalChain['runs'];
}

function chainOf(source: LandedSource, type: string, position: number, of: LandedType): LocalChain {
  const { sourceId, at, partial } = source;
  const { all, landed, file, removedFile, below } = of;
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
  return { sourceId, type, runs: [...below, run] };
}

/** A connector that does not read a type says so with each run. */
function absentChain(source: LandedSource, type: string, position: number): LocalChain {
  const { sourceId, runs } = chainOf({ ...source, partial: [] }, type, position, {
    ...{ all: 0, landed: 0, file: '', removedFile: undefined, below: [] },
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
