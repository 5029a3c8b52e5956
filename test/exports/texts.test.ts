// The texts in an export are unchanged for every reader.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDuckDB } from '../../src/warehouse/duckdb.ts';
import { accountCount, exportRecords, hostileTexts } from '../support/export-records.ts';
import { type Exporting, exportsAs } from '../support/exports.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

const context = 'accessInventoryAccounts';

let test: TestService;
let exporting: Exporting;

beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords() }, synced: true });
  exporting = exportsAs(test, await test.token());
});
afterAll(() => test.close());

describe('the texts in it', () => {
  /** What a spreadsheet would run has an apostrophe before it, unless it is a number; so has what begins with one. */
  const inCells = hostileTexts.map(text =>
    /^[=+\-@\t\r\n＝＋－＠']/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text,
  );
  const params = {
    filterBy: [{ dataType: 'enum', field: 'type', filterType: 'in', values: ['User', 'Machine', 'Token'] }],
    sortBy: [{ field: 'lastPasswordChangedDate', sortType: 'asc' }],
  };
  const count = hostileTexts.length;
  let csv: Buffer;
  let file: string;

  beforeAll(async () => {
    csv = await exporting.file(context, params);
    file = path.join(test.folder, 'export.csv');
    fs.writeFileSync(file, csv);
  });

  const distinct = (names: readonly string[]) => [...new Set(names)].sort();

  it('are the same for csv-parse', () => {
    expect(csv.toString('utf8').charCodeAt(0)).not.toBe(0xfeff);
    const rows = parse(csv, { columns: true }) as Item[];
    expect(distinct(rows.map(row => row.name))).toEqual(distinct(inCells));
    expect(distinct(inCells)).toHaveLength(count);
  });

  it('differ from what was put before them: a leading apostrophe is not of the text', () => {
    const rows = parse(csv, { columns: true }) as Item[];
    expect(distinct(rows.map(row => row.name.replace(/^'/, '')))).toEqual(distinct(hostileTexts));
  });

  it('are the same for DuckDB', async () => {
    await using duckdb = await openDuckDB({
      file: ':memory:',
      spillFolder: test.folder,
      threads: 1,
      memoryBytes: 256e6,
    });
    const rows = await duckdb.rows<Item>(
      `SELECT * FROM read_csv('${file}', all_varchar = true, header = true, delim = ',', quote = '"', escape = '"')`,
    );
    expect(rows).toHaveLength(accountCount);
    expect(distinct(rows.map(row => row.name))).toEqual(distinct(inCells));
  });

  const python = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!python)(`are the same for Python${python ? '' : ' (skipped: there is no python3)'}`, () => {
    const program = `import csv,json,sys;print(json.dumps([r["name"] for r in csv.DictReader(open(sys.argv[1],newline="",encoding="utf-8"))]))`;
    const names = JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' })) as string[];
    expect(names).toHaveLength(accountCount);
    expect(distinct(names)).toEqual(distinct(inCells));
  });

  it('are unchanged in JSON lines and Parquet, which have the same rows', async () => {
    const rows = parse(csv, { columns: true }) as Item[];
    const lines = (await exporting.file(context, { ...params, format: 'jsonl' }))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const objects = lines.map(line => JSON.parse(line) as Item);
    expect(objects.map(object => object.accountId)).toEqual(rows.map(row => row.accountId));
    expect(distinct(objects.map(object => object.name))).toEqual(distinct(hostileTexts));
    expect(objects.map(object => object.lastPasswordChangedDate ?? '')).toEqual(
      rows.map(row => row.lastPasswordChangedDate),
    );
    expect(objects[0]).toMatchObject({ enabled: expect.any(Boolean), analyticsRiskViolationCount: expect.any(Number) });

    const parquet = path.join(test.folder, 'export.parquet');
    fs.writeFileSync(parquet, await exporting.file(context, { ...params, format: 'parquet' }));
    await using duckdb = await openDuckDB({
      file: ':memory:',
      spillFolder: test.folder,
      threads: 1,
      memoryBytes: 256e6,
    });
    const read = await duckdb.rows<Item>(
      `SELECT "accountId"::VARCHAR AS id, name, typeof("lastPasswordChangedDate") AS type FROM '${parquet}'`,
    );
    expect(read.map(row => row.id)).toEqual(rows.map(row => row.accountId));
    expect(distinct(read.map(row => row.name))).toEqual(distinct(hostileTexts));
    expect(read[0].type).toBe('TIMESTAMP');
  });
});
