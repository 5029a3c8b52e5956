// Bad descriptions and bad rows, one line for each: a check says place, reason and remedy, and a read loses nothing. Nothing is lost
// when the read ends with an error, says that objects may be missing, or keeps the object of each row that it rejects.
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { type Page, type Problem, SourceError } from '../../../src/connector/contract.ts';
import { openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { type ApiRequest, apiCheck, apiPages, scriptedApi } from './scripted-api.ts';
import { sourceFolder } from './source-folder.ts';

const long = 'x'.repeat(10 * 1024 * 1024);
const workbook = readFileSync(new URL('people.xlsx', import.meta.url));
const fields = '{ id: id, name: name }';
const head = 'application: { name: X }\n';
const ofFile = (file: string, more = '') =>
  `${head}${more}objects: { Department: { file: ${file}, fields: ${fields} } }\n`;
const ofRequest = (request: string) =>
  `${head}requests: { units: ${request} }\nobjects: { Department: { request: units, fields: ${fields} } }\n`;
const ofQuery = (sql: string) =>
  `${head}queries: { units: { sql: ${JSON.stringify(sql)} } }\nobjects: { Department: { query: units, fields: ${fields} } }\n`;

interface Case {
  readonly description: string;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly answer?: (request: ApiRequest) => unknown;
  /** Rows of a table `units` in a SQLite file. */
  readonly table?: readonly (readonly [unknown, unknown])[];
  /** A query whose rows are in rawdata/d.parquet. */
  readonly parquet?: string;
  /** Bytes that are left of the Parquet file. */
  readonly cutAt?: number;
  /** Place, reason and remedy of one problem. */
  readonly says: RegExp;
  /** What the read does: it does not begin, says that objects or fields are missing, or rejects these ids. */
  readonly read: 'refused' | 'objects' | 'fields' | readonly string[];
}

/** A workbook with one sheet of texts (ECMA-376), not packed. */
function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const of = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const cells = rows.map((row, line) => {
    const texts = row.map(
      (text, column) => `<c r="${'AB'[column]}${line + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    return `<row r="${line + 1}">${texts.join('')}</row>`;
  });
  return zipOf({
    '_rels/.rels': `<Relationships xmlns="${of}"><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${of}"><Relationship Id="s" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  });
}

/** An archive of stored files (APPNOTE.TXT of PKWARE). */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(content), 0);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    const local = Buffer.concat([
      Buffer.from('504b03040a00000000000000210000', 'hex').subarray(0, 14),
      sizes,
      Buffer.from([path.length, 0, 0, 0]),
      path,
    ]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset, 0);
    const entry = [Buffer.from('504b01020a000a0000000000', 'hex'), Buffer.from('00002100', 'hex'), sizes];
    central.push(Buffer.concat([...entry, Buffer.from([path.length, 0]), Buffer.alloc(12), place, path]));
    parts.push(local, content);
    offset += local.length + content.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n`;

const cases: Readonly<Record<string, Case>> = {
  'an unknown key': {
    description: ofFile('d.csv').replace('file:', 'fiel: x, file:'),
    says: /^config\/x\.yaml:2:26: unknown key `fiel` \(nearest: `file`/,
    read: 'refused',
  },
  'a YAML bomb': {
    description: `${head}${bomb}`,
    says: /^config\/x\.yaml: aliases repeat.* \(write the repeated/,
    read: 'refused',
  },
  'a template that leaves the base address': {
    description: ofRequest('{ path: "../{id}" }'),
    says: /^config\/x\.yaml:2:\d+: `\.\.\/\{id\}` leaves the base address \(write a path relative to it/,
    read: 'refused',
  },
  'a path that matches nothing': {
    description: ofRequest('{ path: units }').replace('name: name', 'name: profile.nam'),
    answer: () => [{ id: 1, profile: { name: 'A' } }],
    says: /^config\/x\.yaml:3:\d+: `profile\.nam` matches nothing in the row of units \(nearest: `profile\.name`/,
    read: ['1'],
  },
  'a page that repeats': {
    description: ofRequest('{ path: units, paging: { page: { parameter: page } } }'),
    answer: () => [{ id: 1, name: 'A' }],
    says: /^GET .*\/units\?page=2: brought a page that came before.*compare `paging`/,
    read: 'objects',
  },
  'a total that lies': {
    description: ofRequest('{ path: units, items: rows, total: count }'),
    answer: () => ({ rows: [{ id: 1, name: 'A' }], count: 5 }),
    says: /^GET .*\/units: states a total of 5 rows, and 1 came; compare `paging` and `total`/,
    read: 'objects',
  },
  'a column of mixed types': {
    description: ofFile('d.json'),
    files: {
      'd.json': JSON.stringify([
        { id: 1, name: 'A' },
        { id: 2, name: { de: 'B' } },
        { id: 3, name: ['C'] },
      ]),
    },
    says: /^d\.json\[1\]: `name` from column `name`: it holds an object, not a text: name a path into it/,
    read: ['2', '3'],
  },
  '10 MB in a cell of CSV': {
    description: ofFile('d.csv'),
    files: { 'd.csv': `id,name\n1,A\n2,${long}\n3,C\n` },
    says: /^d\.csv:3: the row is longer than the limit of 1048576 bytes/,
    read: 'objects',
  },
  '10 MB in a cell of JSON': {
    description: ofFile('d.json'),
    files: {
      'd.json': JSON.stringify([
        { id: 1, name: 'A' },
        { id: 2, name: long },
      ]),
    },
    says: /^d\.json\[1\]: `name` holds a text of more than 1048576 characters/,
    read: 'objects',
  },
  '10 MB in a cell of Parquet': {
    description: ofFile('d.parquet'),
    parquet: `SELECT * FROM (VALUES (1, 'A'), (2, repeat('x', 10485760))) rows(id, name)`,
    says: /^d\.parquet.*more than 1048576 characters/,
    read: 'objects',
  },
  '10 MB in a cell of SQL': {
    description: ofQuery('SELECT id, name FROM units'),
    table: [
      [1, 'A'],
      [2, long],
    ],
    says: /units.*more than 1048576 characters/,
    read: 'objects',
  },
  '10 MB in a cell of a workbook': {
    description: ofFile('d.xlsx'),
    files: {
      'd.xlsx': workbookOf([
        ['id', 'name'],
        ['1', 'A'],
        ['2', long],
      ]),
    },
    says: /^d\.xlsx: has a text or a tag of more than 1048576 bytes in xl\/worksheets\/sheet1\.xml/,
    read: 'refused',
  },
  '10 MB in a cell of an API': {
    description: ofRequest('{ path: units }'),
    answer: () => [
      { id: 1, name: 'A' },
      { id: 2, name: long },
    ],
    says: /^GET .*\/units \[1\]: `name` holds a text of more than 1048576 characters/,
    read: 'objects',
  },
  'SQL that writes': {
    description: ofQuery('DELETE FROM units RETURNING id, name'),
    table: [[1, 'A']],
    says: /^query units: [\s\S]*\(correct the query/,
    read: 'refused',
  },
  'SQL of two statements': {
    description: ofQuery('SELECT id, name FROM units; DELETE FROM units'),
    table: [[1, 'A']],
    says: /^query units: /,
    read: 'refused',
  },
  'a Parquet file that is cut': {
    description: ofFile('d.parquet'),
    parquet: `SELECT range AS id, 'Unit' AS name FROM range(5000)`,
    cutAt: 4000,
    says: /d\.parquet: cannot be read as Parquet: .* \(export it again: it may have been cut off/,
    read: 'refused',
  },
  'a workbook that is cut': {
    description: ofFile('d.xlsx'),
    files: { 'd.xlsx': workbook.subarray(0, 3000) },
    says: /d\.xlsx: is cut off, or no archive.* \(export it again as a workbook/,
    read: 'refused',
  },
  'a CSV file that is cut': {
    description: ofFile('d.csv'),
    files: { 'd.csv': 'id,name\n1,A\n2,B\n3,"C' },
    says: /^d\.csv:4: .*/,
    read: 'objects',
  },
};

async function settingsOf({ description, files = {}, answer, table, parquet, cutAt }: Case): Promise<object> {
  const named = Object.entries(files).map(([name, content]) => [`rawdata/${name}`, content] as const);
  const folder = sourceFolder({
    'config/x.yaml': description,
    'rawdata/other.csv': 'a\n',
    ...Object.fromEntries(named),
  });
  const api = answer && (await scriptedApi(request => ({ body: answer(request) })));
  const file = join(folder, 'units.sqlite');
  if (table) {
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE units (id, name)');
    const insert = database.prepare('INSERT INTO units VALUES (?, ?)');
    for (const [id, name] of table) insert.run(id as number, name as string);
    database.close();
  }
  if (parquet) {
    await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });
    const to = join(folder, 'rawdata/d.parquet');
    await duckdb.run(`COPY (${parquet}) TO '${to}' (FORMAT parquet)`);
    if (cutAt !== undefined) truncateSync(to, cutAt);
  }
  return {
    folder,
    ...(description.includes('requests:') && { http: { url: api?.url ?? 'http://127.0.0.1:1/api' } }),
    ...(description.includes('queries:') && { sql: { sqlite: { file } } }),
  };
}

const textOf = ({ place, message, fix }: Problem) => `${place}: ${message}${fix ? ` (${fix})` : ''}`;

describe('bad input', () => {
  it.each(Object.entries(cases))('%s', async (_, given) => {
    const settings = customApplication.settings.parse(await settingsOf(given));
    const { problems } = await apiCheck({ settings });
    expect(problems.map(textOf)).toContainEqual(expect.stringMatching(given.says));
    for (const text of problems.map(textOf)) expect(text.length).toBeLessThan(2_000);
    const pages = await apiPages({ settings }, 'Department').catch((error: unknown) => error as Error);
    if (pages instanceof Error) {
      expect([given.read, pages]).toEqual(['refused', expect.any(SourceError)]);
      return;
    }
    const gaps = pages.flatMap(({ gaps: some = [] }: Page) => some.map(({ missing }) => missing));
    const rejected = pages.flatMap(({ rejected: some = [] }: Page) => some);
    if (Array.isArray(given.read)) expect(rejected.map(({ id }) => id)).toEqual(given.read);
    else expect(gaps.includes(given.read as 'objects') || rejected.some(({ id }) => id === undefined)).toBe(true);
  });

  it('SQL that writes has changed nothing', async () => {
    const settings = (await settingsOf(cases['SQL that writes']!)) as { sql: { sqlite: { file: string } } };
    await apiCheck({ settings: customApplication.settings.parse(settings) });
    const database = new DatabaseSync(settings.sql.sqlite.file);
    expect(database.prepare('SELECT count(*) AS rows FROM units').get()).toEqual({ rows: 1 });
    database.close();
  });
});

it('the conformance suite passes for Parquet, a workbook and CSV', async () => {
  const rows = `SELECT range AS id, 'Unit ' || range AS name FROM range(2300)`;
  const people = '{ sheet: People, skipLines: 1, footer: Total, nulls: N/A }';
  const description = `${head}files: { people.xlsx: ${people} }
objects:
  Department: { file: d.parquet, fields: ${fields} }
  Account: { file: people.xlsx, fields: { id: id, alias: { column: name, default: none }, type: { constant: User } } }
  UserGroup: { file: d.csv, fields: ${fields} }
`;
  const lines = Array.from({ length: 2300 }, (_, index) => `${index},Unit ${index}\n`);
  const files = { 'people.xlsx': workbook, 'd.csv': `id,name\n${lines.join('')}` };
  const settings = customApplication.settings.parse(
    await settingsOf({ description, files, parquet: rows, says: /./, read: 'objects' }),
  );
  expect(await brokenRules(customApplication, settings as never)).toEqual([]);
});
