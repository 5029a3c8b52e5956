// Every error in a folder or a file is reported with its place and a fix.
import { chmodSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { departments, open, pagesOf, problemsOf, recordsOf, rejectionsOf, sourceFolder } from './source-folder.ts';

const data = 'rawdata/startedat=2026-11-01T04:00:00Z';
const wellFormed = 'id,name\n1,Law\n';

/** All problems of a source as `place: message (fix)`. */
async function faultOf(folder: string): Promise<string> {
  const problems = await problemsOf(folder);
  return problems.map(({ place, message, fix }) => `${place}: ${message} (${fix})`).join('\n');
}

const objects = 'application: { name: X }\nobjects:\n';

describe('the folder', () => {
  test('no configuration', async () => {
    expect(await faultOf(sourceFolder({ 'config/readme.md': '', 'rawdata/d.csv': '' }))).toMatch(
      /^config: holds no YAML file/,
    );
  });

  test('two configurations', async () => {
    const folder = sourceFolder({ 'config/b.yml': '', 'config/a.yaml': '', 'rawdata/d.csv': '' });
    expect(await faultOf(folder)).toBe(
      'config: holds 2 YAML files: a.yaml, b.yml (keep exactly one .yaml or .yml file there)',
    );
  });

  test('no folder at all', async () => {
    await expect(open('/nowhere')).rejects.toThrow('/nowhere: does not exist');
  });

  test('no data', async () => {
    expect(await faultOf(sourceFolder({ 'config/a.yaml': 'application: { name: A }\n' }))).toMatch(
      /^rawdata: does not exist/,
    );
  });

  test('an empty newest folder', async () => {
    const folder = departments(wellFormed);
    const newest = 'rawdata/startedat=2026-11-02T04:00:00Z';
    mkdirSync(join(folder, newest));
    expect(await faultOf(folder)).toMatch(`${newest}: is the newest folder, and it is empty`);
  });

  test('the newest folder wins by its time, not by its name', async () => {
    const folder = departments(wellFormed);
    mkdirSync(join(folder, 'rawdata/startedat=2026-11-01T03:30:00-02:00'));
    writeFileSync(join(folder, 'rawdata/startedat=2026-11-01T03:30:00-02:00/d.csv'), 'id,name\n2,New\n');
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '2', name: 'New' }]);
  });

  test('a folder whose name holds no time', async () => {
    const config = 'application: { name: X }\n';
    expect(await faultOf(sourceFolder({ 'config/x.yaml': config, 'rawdata/startedat=yesterday/d.csv': '' }))).toMatch(
      /^rawdata\/startedat=yesterday: the name holds no time/,
    );
    const among = sourceFolder({
      'config/x.yaml': config,
      'rawdata/startedat=2026-02-30T00:00:00Z/d.csv': '',
      'rawdata/startedat=2026-01-01/d.csv': '',
    });
    expect(await problemsOf(among)).toMatchObject([
      { severity: 'warning', place: 'rawdata/startedat=2026-02-30T00:00:00Z' },
    ]);
  });

  test('files beside the dated folders are not read, with a warning', async () => {
    const folder = departments(wellFormed);
    writeFileSync(join(folder, 'rawdata/d.csv'), 'id,name\n9,Stray\n');
    expect(await problemsOf(folder)).toMatchObject([{ severity: 'warning', place: 'rawdata' }]);
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '1', name: 'Law' }]);
  });

  test('a link that leads out', async () => {
    const folder = departments(wellFormed, '{ id: id, name: name }', 'files: { d.csv: {} }\n');
    const secret = sourceFolder({ 'secret.csv': wellFormed });
    unlinkSync(join(folder, data, 'd.csv'));
    symlinkSync(join(secret, 'secret.csv'), join(folder, data, 'd.csv'));
    expect(await faultOf(folder)).toMatch(`${data}/d.csv: leads out of the folder of the source`);
    await expect(recordsOf(folder, 'Department')).rejects.toThrow('leads out');
  });

  test('a mapping that is a link that leads out', async () => {
    const folder = departments(wellFormed);
    const secret = sourceFolder({ 'secret.yaml': 'application: { name: Secret }\nobjects: {}\n' });
    unlinkSync(join(folder, 'config/x.yaml'));
    symlinkSync(join(secret, 'secret.yaml'), join(folder, 'config/x.yaml'));
    expect(await faultOf(folder)).toMatch('config/x.yaml: leads out of the folder of the source');
  });

  test('a file that is not there', async () => {
    const folder = sourceFolder({
      'config/x.yaml': `${objects}  Department: { file: deps.csv, fields: { id: id, name: name } }\n`,
      [`${data}/dep.csv`]: wellFormed,
    });
    expect(await faultOf(folder)).toMatch(`${data}/deps.csv: there is no such file (nearest: \`dep.csv\``);
  });

  test('a file that may not be read is a gap, not a deletion', async () => {
    const folder = departments(wellFormed);
    chmodSync(join(folder, data, 'd.csv'), 0o000);
    chmodSync(folder, 0o755);
    const root = process.getuid?.() === 0;
    if (root) process.seteuid!(65534);
    try {
      const pages = await pagesOf(folder, 'Department');
      expect(pages).toMatchObject([{ records: [], gaps: [{ reason: 'forbidden', missing: 'objects' }] }]);
      expect(await faultOf(folder)).toMatch(/d\.csv: may not be read: permission denied/);
    } finally {
      if (root) process.seteuid!(0);
    }
  });
});

describe('the files', () => {
  const placeOf = async (csv: string | Buffer, more = '') => {
    const folder = departments(csv, '{ id: id, name: name }', more);
    const rejections = await rejectionsOf(folder, 'Department');
    return { rejections: rejections.map(({ place, reasons }) => `${place}: ${reasons[0]}`), folder };
  };

  test('a ragged row', async () => {
    const { rejections, folder } = await placeOf('id,name\n1,Law\n2,Sales,x\n3\n4,Tax\n');
    expect(rejections).toEqual([
      'd.csv:3: 3 columns where the header has 2; quote a text that holds `,`',
      'd.csv:4: 1 column where the header has 2',
    ]);
    expect((await recordsOf(folder, 'Department')).map(record => record.id)).toEqual(['1', '4']);
  });

  test('bytes that are not UTF-8', async () => {
    const { rejections, folder } = await placeOf(Buffer.from('id,name\n1,Café\n2,Caf\xe9 au lait\n3,Bar\n', 'latin1'));
    expect(rejections).toHaveLength(2);
    expect(rejections[0]).toMatch(/^d\.csv:2: byte 13 of the file is not valid UTF-8; set `encoding`/);
    expect(rejections[1]).toMatch(/^d\.csv:3: byte 20 /);
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '3', name: 'Bar' }]);
  });

  test.each<[string, Buffer]>([
    ['windows-1252', Buffer.from('id,name\n1,Caf\xe9 \x80\n', 'latin1')],
    ['utf-16', Buffer.from('\ufeffid,name\n1,Café €\n', 'utf16le')],
    ['utf-16', Buffer.from('\ufeffid,name\n1,Café €\n', 'utf16le').swap16()],
    ['utf-8', Buffer.from('\ufeff"id",name\r\n1,Café €\r\n')],
  ])('an encoding that is named: %s', async (encoding, bytes) => {
    const { folder } = await placeOf(bytes, `files: { d.csv: { encoding: ${encoding} } }\n`);
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '1', name: 'Café €' }]);
  });

  test('NUL bytes', async () => {
    const { rejections } = await placeOf('id,name\n1,L\0w\n');
    expect(rejections).toEqual([expect.stringMatching(/^d\.csv:2: the row holds a NUL byte; if the file is UTF-16/)]);
  });

  test('UTF-16 that the configuration does not name', async () => {
    const folder = departments(Buffer.from('\ufeffid,name\n1,Law\n', 'utf16le'));
    expect(await faultOf(folder)).toMatch(/d\.csv:1: the header cannot be read: .*encoding/);
  });

  test('a quote that is never closed leaves a gap', async () => {
    const folder = departments('id,name\n1,Law\n2,"Sales\n3,Tax\n4,Art\n');
    const [page] = await pagesOf(folder, 'Department');
    expect(page!.records).toHaveLength(1);
    expect(page!.gaps).toMatchObject([{ reason: 'failed', subject: 'd.csv:3', missing: 'objects' }]);
    expect(await faultOf(folder)).toMatch(/d\.csv:3: a quote that opens in this row is never closed/);
  });

  test('text behind a closing quote', async () => {
    const { rejections } = await placeOf('id,name\n1,"Law" office\n2,Tax\n');
    expect(rejections).toEqual([
      'd.csv:2: column 2 continues after its closing quote; double quotes that are part of a text (`""`)',
    ]);
  });

  test('a line of 100 MB', async () => {
    const line = Buffer.alloc(100e6, 'x');
    const folder = departments(Buffer.concat([Buffer.from('id,name\n1,'), line, Buffer.from('\n2,Tax\n')]));
    const [page] = await pagesOf(folder, 'Department');
    expect(page!.records).toEqual([{ id: '2', name: 'Tax' }]);
    expect(page!.rejected).toEqual([
      { place: 'd.csv:2', reasons: ['the row is longer than the limit of 1048576 bytes'] },
    ]);
  });

  test('duplicate columns', async () => {
    expect(await faultOf(departments('id,name,id\n1,a,2\n'))).toMatch(
      'd.csv:1: two columns are named `id` (rename one of them',
    );
  });

  test('an empty file', async () => {
    expect(await faultOf(departments(''))).toMatch('d.csv: the file is empty: it has no header row');
  });

  test('a file with a header only is complete and empty, with a warning', async () => {
    const folder = departments('id,name\n');
    expect(await recordsOf(folder, 'Department')).toEqual([]);
    expect(await problemsOf(folder)).toMatchObject([{ severity: 'warning', message: 'no row becomes a Department' }]);
  });

  test('an id that occurs twice, with both places', async () => {
    expect(await faultOf(departments('id,name\n1,Law\n2,Tax\n1,Art\n'))).toMatch(
      'd.csv:4: Department `1` occurs twice: first at d.csv:2',
    );
  });

  test('rows with the same fault are counted together', async () => {
    expect(await faultOf(departments(`id,name\n${'x\n'.repeat(250)}1,Law\nx,y,z\n`))).toBe(
      [
        'd.csv:2: 1 column where the header has 2 (250 rows like this one, which is the first) (undefined)',
        'd.csv:253: 3 columns where the header has 2; quote a text that holds `,` (undefined)',
      ].join('\n'),
    );
  });

  test('many kinds of faults are counted, not listed', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `x${',y'.repeat(index + 2)}\n`);
    const problems = await problemsOf(departments(`id,name\n${rows.join('')}`));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)!.message).toBe('150 more problems in its 250 rows, read as Department');
  });

  test('columns of a file without a header, another delimiter and quote', async () => {
    const more = `files: { d.csv: { delimiter: tab, quote: "'", columns: [name, id] } }\n`;
    expect(await recordsOf(departments("'a\t''b'''\t1\n", '{ id: id, name: name }', more), 'Department')).toEqual([
      { id: '1', name: "a\t'b'" },
    ]);
  });
});
