// ClickHouse reads the open tables from the folder, as Iceberg and as Delta: chdb is ClickHouse as a library, which has half a gigabyte.
// `npm run check -- --long` installs it.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTables } from '../../../src/warehouse/open-tables/open-tables.ts';
import { accessOfBoth, type GuideRow, graphScript, guideView } from './guide-access.ts';
import { type PublishedService, startPublishedService } from './published-service.ts';
import { digestOf, type RowsDigest } from './row-digest.ts';

const installed = path.resolve(import.meta.dirname, '../../../node_modules/.chdb');
const isInstalled = fs.existsSync(path.join(installed, 'node_modules/chdb'));
if (!isInstalled) console.warn('skipped: chdb is not installed; `sh scripts/install-test-servers.sh --chdb` does it');

interface ClickHouse {
  query(sql: string, format: string): string;
}

describe.skipIf(!isInstalled)('ClickHouse', () => {
  let published: PublishedService;
  let clickHouse: ClickHouse;
  const before = process.cwd();

  beforeAll(async () => {
    published = await startPublishedService({ sources: { graph: graphScript } });
    // It refuses paths above its working folder.
    process.chdir(published.test.folder);
    clickHouse = createRequire(`${installed}/`)('chdb') as ClickHouse;
  });

  afterAll(async () => {
    process.chdir(before);
    await published?.test.close();
  });

  const ask = (sql: string): Record<string, unknown>[] => {
    const answer = clickHouse.query(sql, 'JSONEachRow').trim();
    return answer === '' ? [] : answer.split('\n').map(line => JSON.parse(line));
  };

  function read(version: number, format: 'iceberg' | 'delta'): Map<string, RowsDigest> {
    return new Map(
      openTables.map(table => {
        const names = table.columns
          .filter(({ type }) => format === 'iceberg' || type.kind === 'scalar')
          .map(({ name }) => name);
        const folder = `${published.folder}/${table.name}`;
        const from =
          format === 'iceberg'
            ? `icebergLocal('${folder}') SETTINGS iceberg_snapshot_id = ${version}`
            : `deltaLakeLocal('${folder}') SETTINGS delta_lake_snapshot_version = ${version - 1}`;
        const selected = names.map(name => `\`${name}\``).join(', ');
        const rows = ask(
          `SELECT ${selected} FROM ${from}, output_format_json_quote_64bit_integers = 0, date_time_output_format = 'iso'`,
        );
        return [table.name, digestOf(rows, names, true)];
      }),
    );
  }

  it('finds the rows of each application instance, without the files of other partitions', () => {
    for (const { name, instanceField } of openTables) {
      if (instanceField === undefined) continue;
      const from = `icebergLocal('${published.folder}/${name}')`;
      const counts = ask(`SELECT toString(${instanceField}) AS id, toInt32(count()) AS rows FROM ${from} GROUP BY id`);
      // It compares the statistics of Parquet for UUIDs in an order of its own (docs/open-tables.md).
      const settings = 'SETTINGS input_format_parquet_filter_push_down = 0';
      const found = counts.flatMap(({ id }) =>
        ask(`SELECT '${id}' AS id, toInt32(count()) AS rows FROM ${from} WHERE ${instanceField} = '${id}' ${settings}`),
      );
      expect(found, name).toEqual(counts);
    }
    const [pruned] = ask(
      "SELECT toInt32(value) AS files FROM system.events WHERE event = 'IcebergPartitionPrunedFiles'",
    );
    expect(pruned?.['files']).toBeGreaterThan(0);
  }, 600_000);

  it('has what accounts reach, by the SQL of the guide with its own names of the operations on bits', async () => {
    const tables = openTables
      .filter(({ name }) => name.startsWith('access_') && guideView().includes(name))
      .map(({ name }) => `${name} AS (SELECT * FROM icebergLocal('${published.folder}/${name}'))`);
    const query = guideView()
      .replace(/CREATE VIEW effective_access AS\s+WITH/, `WITH ${tables.join(', ')},`)
      .replaceAll(/([\w.]+) & ~(coalesce\([^)]*\))/g, 'bitAnd($1, bitNot($2))')
      .replaceAll(/([\w.]+) & (\d+)/g, 'bitAnd($1, $2)')
      .replaceAll('bit_or(', 'groupBitOr(')
      .replace(/;\s*$/, ' SETTINGS output_format_json_quote_64bit_integers = 0');
    const { byGuide, byApi } = await accessOfBoth(published.test, ask(query) as unknown as GuideRow[]);
    expect(byGuide).toEqual(byApi);
  }, 600_000);

  it('reads the rows of each version as our SQL does', async () => {
    const second = await published.publishChange();
    const third = await published.publishChange();
    const sees = async (version: number) => {
      expect(read(version, 'iceberg')).toEqual(await published.expected(version, true));
      expect(read(version, 'delta')).toEqual(await published.expected(version, true, 'scalars'));
    };
    for (const version of [1, second, third]) await sees(version);
    await published.expire();
    await sees(third);
  }, 600_000);
});
