// Runs the enrichment of a build over given records, without a service: the landing, the model and the steps' SQL are the real ones.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PersonSettings } from '../../../src/config/person-settings.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { createModel, prepareModel } from '../../../src/warehouse/building/model.ts';
import { attachDatabases, attachSteps } from '../../../src/warehouse/building/step-databases.ts';
import { type DuckDB, identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import type { LocalChain } from '../../../src/warehouse/landing/landed.ts';
import { landedColumns } from '../../../src/warehouse/landing/landed-rows.ts';
import { sqlFiles } from '../../../src/warehouse/sql-files.ts';

/** Application instance (UUID) → type → records as connectors land them. */
export type Landed = Readonly<Record<string, Readonly<Record<string, readonly Record<string, unknown>[]>>>>;

export interface Enrichment extends AsyncDisposable {
  readonly duckdb: DuckDB;
  /** Replace what was landed before, and run the step `enrich` again, or other steps. */
  run(landed: Landed, steps?: (duckdb: DuckDB) => Promise<void>): Promise<void>;
}

export async function openEnrichment(
  threads = 1,
  persons: PersonSettings = { alias_domains: {}, plus_addressing: [] },
): Promise<Enrichment> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'enrichment-'));
  const duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads, memoryBytes: 2 ** 31 });
  await prepareModel(duckdb, 'main', persons);
  await attachDatabases(duckdb);
  await attachSteps(duckdb);
  return {
    duckdb,
    async run(landed, steps = runEnrichment) {
      const chains: LocalChain[] = [];
      for (const [instance, types] of Object.entries(landed)) {
        for (const [type, records] of Object.entries(types))
          chains.push(await land(duckdb, folder, instance, type, records));
      }
      await createModel(duckdb, chains, new Date());
      await duckdb.run(`DETACH enrich; ATTACH ':memory:' AS enrich`);
      await steps(duckdb);
    },
    async [Symbol.asyncDispose]() {
      await duckdb[Symbol.asyncDispose]();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The step `enrich`, alone. */
async function runEnrichment(duckdb: DuckDB): Promise<void> {
  for (const { text } of sqlFiles('building/enrich')) await duckdb.run(text);
}

async function land(
  duckdb: DuckDB,
  folder: string,
  instance: string,
  type: string,
  records: readonly Record<string, unknown>[],
): Promise<LocalChain> {
  const file = path.join(folder, `${instance}-${type}`);
  const metadata = {
    ApplicationInstanceId: instance,
    GeneratedTime: '2026-11-01 00:00:00',
    Profile: type,
    ObjectOrRelationshipType: type,
  };
  fs.writeFileSync(
    `${file}.json`,
    records.map(record => `${JSON.stringify({ ...record, objectMetadata: metadata })}\n`).join(''),
  );
  const columns = Object.entries(landedColumns(resourceOf(type)!)).map(
    ([name, sql]) => `${identifier(name)}: ${literal(sql)}`,
  );
  await duckdb.run(`COPY (
    FROM read_json(${literal(`${file}.json`)}, format = 'newline_delimited', columns = {${columns.join(', ')}})
  ) TO ${literal(`${file}.parquet`)} (FORMAT parquet)`);
  const read = { rows: records.length, kept: 0, unchanged: 0 };
  return {
    sourceId: instance,
    type,
    runs: [{ paths: [`${file}.parquet`], removedPaths: [], read }],
  } as unknown as LocalChain;
}
