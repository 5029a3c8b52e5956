// Rows from Parquet files that DuckDB wrote, and from workbooks. people.xlsx was written by openpyxl 3.1, which knows this format
// from the standard; archives that are hostile are made here.
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { zipArchive } from '../../support/zip-archive.ts';
import { faultsOf, pagesOf, problemsOf, recordsOf, source } from './source-folder.ts';

const rowsOfPeople = `SELECT * FROM (VALUES
  (9007199254740993::BIGINT, 'Ada Noë', DATE '2025-12-31', TIMESTAMPTZ '2026-11-01 09:05:00.123456+00', true,
    ['a', 'b'], {'email': 'ada@one.example', 'floor': 3}),
  (7::BIGINT, 'Bob', NULL, NULL, false, []::VARCHAR[], NULL)) people(id, name, joined, seen, active, units, profile)`;

const mapping = (file: string, more = '') => `${more}
objects:
  Account:
    file: ${file}
    fields:
      id: id
      alias: name
      type: { constant: User }
      email: profile.email
      enabled: active
      createdDate: joined
      lastActivityDate: seen
      alternateEmails: units
`;

/** A folder with a Parquet file that DuckDB made of a query. */
async function parquet(query: string, description: string, options = ''): Promise<string> {
  const folder = source(description, { 'x.csv': 'a\n' });
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });
  await duckdb.run(
    `SET TimeZone = 'UTC'; COPY (${query}) TO '${join(folder, 'rawdata/p.parquet')}' (FORMAT parquet${options})`,
  );
  return folder;
}

describe('Parquet', () => {
  test.each(['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli'])('packed with %s', async compression => {
    const folder = await parquet(rowsOfPeople, mapping('p.parquet'), `, COMPRESSION ${compression}`);
    expect(await recordsOf(folder, 'Account')).toEqual([
      {
        id: '9007199254740993',
        alias: 'Ada Noë',
        type: 'User',
        email: 'ada@one.example',
        enabled: true,
        createdDate: '2025-12-31T00:00:00.000Z',
        lastActivityDate: '2026-11-01T09:05:00.123Z',
        alternateEmails: ['a', 'b'],
      },
      { id: '7', alias: 'Bob', type: 'User', enabled: false },
    ]);
    expect(await problemsOf(folder)).toEqual([]);
  });

  test('a time without a zone is in the zone of the mapping', async () => {
    const query = "SELECT '1' AS id, 'a' AS name, TIMESTAMP '2026-07-01 12:00:00' AS seen";
    const fields =
      '{ id: id, alias: name, type: { constant: User }, lastActivityDate: { column: seen, zone: Europe/Amsterdam } }';
    const folder = await parquet(query, `objects: { Account: { file: p.parquet, fields: ${fields} } }\n`);
    expect((await recordsOf(folder, 'Account'))[0]!['lastActivityDate']).toBe('2026-07-01T10:00:00.000Z');
  });

  const units = "SELECT i AS id, format('Unit {}', i) AS name FROM range(5000) t(i)";
  const departments = 'objects: { Department: { file: p.parquet, fields: { id: id, name: name } } }\n';

  test('reading resumes after any page', async () => {
    const folder = await parquet(units, departments, ', ROW_GROUP_SIZE 2048');
    const pages = await pagesOf(folder, 'Department');
    expect(pages.flatMap(({ records }) => records)).toHaveLength(5000);
    expect(pages[2]!.place!(0)).toBe('p.parquet[2000]');
    for (const [index, page] of pages.entries()) {
      const rest = await pagesOf(folder, 'Department', page.cursor);
      expect(rest.flatMap(({ records }) => records)).toEqual(pages.slice(index + 1).flatMap(({ records }) => records));
    }
  });

  test('columns that are missing, or would be rounded, are named before anything is read', async () => {
    const missing = await parquet("SELECT 1 AS id, 'a' AS label", departments);
    expect(await problemsOf(missing)).toMatchObject([
      { severity: 'error', message: 'column `name` is not in p.parquet', fix: expect.stringContaining('`label`') },
    ]);
    const rounded = await parquet("SELECT 12345678901234567890::DECIMAL(20,0) AS id, 'a' AS name", departments);
    await expect(recordsOf(rounded, 'Department')).rejects.toThrow('holds decimals of more than 15 digits');
  });

  test.each([0, 3, 200, 4000])('a file that is cut off after %i bytes ends the read', async length => {
    const folder = await parquet(units, departments);
    truncateSync(join(folder, 'rawdata/p.parquet'), length);
    await expect(recordsOf(folder, 'Department')).rejects.toThrow(/^p\.parquet: cannot be read as Parquet: .*cut off/);
  });

  test('bytes that were changed never come as other rows without a word', async () => {
    const folder = await parquet(units, departments);
    const file = join(folder, 'rawdata/p.parquet');
    const bytes = readFileSync(file);
    bytes.fill(0xff, 100, 200);
    writeFileSync(file, bytes);
    const pages = await pagesOf(folder, 'Department').catch(error => (error as Error).message);
    expect(typeof pages === 'string' ? pages : pages.flatMap(({ rejected = [] }) => rejected).length).not.toBe(0);
  });
});

/** More characters than a token of a sheet may have. */
const longer = 1024 * 1024 + 1;
/** 300 MiB of tags. */
const bomb = deflateRawSync(Buffer.alloc(300 * 1024 * 1024, '<a/>'), { level: 1 });

const workbook = readFileSync(new URL('people.xlsx', import.meta.url));
const sheetMapping = (settings: string) => `files: { people.xlsx: ${settings} }
objects:
  Account:
    file: people.xlsx
    fields:
      id: id
      alias: { column: name, default: none }
      type: { constant: User }
      enabled: active
      createdDate: joined
      lastActivityDate: { column: seen, zone: Europe/Amsterdam }
      alternateEmails: { column: units, separator: ";" }
`;

describe('a workbook', () => {
  const settings = '{ sheet: People, skipLines: 1, footer: Total, nulls: N/A }';

  test('gives rows with texts, days, times and numbers with all their digits', async () => {
    const folder = source(sheetMapping(settings), { 'people.xlsx': workbook });
    expect(await recordsOf(folder, 'Account')).toEqual([
      {
        id: '9007199254740993',
        alias: 'Ada Noë',
        type: 'User',
        enabled: true,
        createdDate: '2025-12-31T00:00:00.000Z',
        lastActivityDate: '2026-11-01T08:05:00.000Z',
        alternateEmails: ['a', 'b'],
      },
      { id: '0007', alias: '  Bob  ', type: 'User', enabled: false, createdDate: '2020-02-29T00:00:00.000Z' },
      { id: '8.5', alias: 'Eve', type: 'User', enabled: true },
      { id: 'x1', alias: 'none', type: 'User', enabled: true },
    ]);
    expect(await problemsOf(folder)).toEqual([]);
  });

  test.each([
    ['{ sheet: Poeple }', /has no sheet `Poeple`.*nearest: `People`/],
    ['{}', /column `id` is not in people\.xlsx/],
    ['{ sheet: People }', /column `id` is not in people\.xlsx.*Export of/],
    ['{ sheet: People, escape: "\\\\" }', /`escape` is for files of the format csv/],
  ])('with the settings %s', async (given, expected) => {
    const faults = await problemsOf(source(sheetMapping(given), { 'people.xlsx': workbook }));
    expect(faults.map(({ message, fix }) => `${message}; ${fix}`).join('\n')).toMatch(expected);
  });

  test.each([
    ['cut off', workbook.subarray(0, 3000), /is cut off, or no archive/],
    ['text', Buffer.from('id,name\n1,a\n'), /is cut off, or no archive/],
    ['empty', Buffer.alloc(0), /is cut off, or no archive/],
    [
      'a bomb that states a small size',
      zipArchive([{ name: 'xl/workbook.xml', content: Buffer.alloc(10), packed: bomb }]),
      /has more than 268435456 bytes/,
    ],
    ...[
      ['a long tag', `<x${'x'.repeat(longer)}/>`],
      ['a tag of many attributes', `<x${' a="<>"'.repeat(longer / 7 + 1)}/>`],
      ['a long value', `<x a='"${'>'.repeat(longer)}"'/>`],
      ['a long comment', `<!-- "${'<>'.repeat(longer / 2)}-->`],
      ['long CDATA', `<![CDATA['${'<>'.repeat(longer / 2)}]]>`],
      ['a long instruction', `<?x "${'<>'.repeat(longer / 2)}?>`],
      ['a comment without an end', `<!--${'<>'.repeat(longer / 2)}`],
    ].map(([name, content]): [string, Buffer, RegExp] => [
      name!,
      zipArchive([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.from(content!) }]),
      /has a text or a tag of more than 1048576 bytes in xl\/worksheets\/sheet1\.xml/,
    ]),
    [
      'an archive without sheets',
      zipArchive([{ name: 'a.txt', content: Buffer.from('a') }]),
      /cannot be read as a workbook/,
    ],
  ])('%s', async (_, bytes, expected) => {
    const folder = source(sheetMapping('{}'), { 'people.xlsx': bytes });
    expect((await faultsOf(folder)).join('\n')).toMatch(expected);
    await expect(recordsOf(folder, 'Account')).rejects.toThrow(expected);
  });
});
