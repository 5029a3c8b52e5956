import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { RowSplitter } from '../../../connectors/custom-application/rows/csv/row-splitter.ts';
import { departments, open, pagesOf, recordsOf } from './source-folder.ts';

describe('cells', () => {
  test('any table of texts comes back the same', async () => {
    const cell = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '"', '""', ',', '\n', '\r\n', '\r', ' ', '👩‍👩‍👧', 'a"b', "'", '\ufeff', '=1+1'),
        fc.array(fc.constantFrom('"', ',', '\n', '\r', 'x'), { maxLength: 8 }).map(parts => parts.join('')),
      )
      .filter(text => !text.includes('\0'));
    const table = fc.array(fc.record({ code: cell, name: cell }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\n', '\r\n', '\r'), async (rows, record_delimiter) => {
        const csv = stringify([['id', 'code', 'name'], ...rows.map((row, index) => [`${index}`, row.code, row.name])], {
          record_delimiter,
          quoted_match: /[\r\n]/,
        });
        const folder = departments(csv, '{ id: id, name: { column: name, default: none }, code: code }');
        const records = await recordsOf(folder, 'Department');
        expect(records).toEqual(
          rows.map((row, index) => ({ id: `${index}`, name: row.name || 'none', ...(row.code && { code: row.code }) })),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('wherever the file is cut into pieces, the rows are the same', async () => {
    const bytes = Buffer.from('\ufeff"a","b\r\n""c"\r\n1,2\r3,"\n"\n\n"x,""","é"\r\n');
    const split = (pieces: Buffer[]) => {
      const splitter = new RowSplitter({ delimiter: ',', quote: '"' }, { byte: 0, line: 1 });
      const rows = pieces.flatMap(piece => splitter.feed(piece));
      return [...rows, splitter.finish()]
        .filter(row => row !== undefined)
        .map(row => [row.bytes.toString(), row.start, row.end]);
    };
    const whole = split([bytes]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 3, max: bytes.length })), cuts => {
        const ends = [...new Set([...cuts, bytes.length])].sort((left, right) => left - right);
        expect(split(ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end)))).toEqual(whole);
      }),
    );
  });
});

describe('pages', () => {
  const csv = `id,name\n${Array.from({ length: 2500 }, (_, index) => `${index},"Unit\n${index}"${index % 100 === 99 ? ',ragged' : ''}`).join('\n')}\n`;

  test('hold at most a thousand rows and know their places', async () => {
    const pages = await pagesOf(departments(csv), 'Department');
    expect(pages.map(page => page.records.length + (page.rejected?.length ?? 0))).toEqual([1000, 1000, 500]);
    expect(pages[1]!.records[0]!.id).toBe('1000');
    expect(pages[1]!.place!(0)).toBe('d.csv:2002');
    expect(pages[2]!.rejected![0]!.place).toBe('d.csv:4200');
  });

  test.each(['utf-8', 'utf-16'])('reading resumes after any page (%s)', async encoding => {
    const bytes = encoding === 'utf-8' ? csv : Buffer.from(`\ufeff${csv}`, 'utf16le');
    const folder = departments(bytes, undefined, `files: { d.csv: { encoding: ${encoding} } }\n`);
    const pages = await pagesOf(folder, 'Department');
    for (const [index, page] of pages.entries()) {
      const rest = await pagesOf(folder, 'Department', page.cursor);
      expect(rest.flatMap(({ records }) => records)).toEqual(pages.slice(index + 1).flatMap(({ records }) => records));
    }
  });

  test('an interrupted run finishes the export that it began with', async () => {
    const folder = departments(csv);
    const [first] = await pagesOf(folder, 'Department');
    mkdirSync(`${folder}/rawdata/startedat=2027-01-01T00:00:00Z`);
    writeFileSync(`${folder}/rawdata/startedat=2027-01-01T00:00:00Z/d.csv`, 'id,name\n1,New\n');
    expect((await pagesOf(folder, 'Department', first!.cursor)).flatMap(page => page.records)).toHaveLength(1485);
    expect(await recordsOf(folder, 'Department')).toEqual([{ id: '1', name: 'New' }]);
  });

  test('a file that changed under an interrupted run is refused', async () => {
    const folder = departments(csv);
    const [first] = await pagesOf(folder, 'Department');
    appendFileSync(`${folder}/rawdata/startedat=2026-11-01T04:00:00Z/d.csv`, '9999,Late\n');
    await expect(pagesOf(folder, 'Department', first!.cursor)).rejects.toThrow('has changed since');
  });

  test('an aborted run stops', async () => {
    const client = await open(departments(csv));
    const aborted = { ...(client as object), signal: AbortSignal.abort(new Error('stopped')) };
    const read = customApplication.reads(aborted).find(({ lands }) => lands === 'Department')!;
    const pages = read.pages(aborted, undefined)[Symbol.asyncIterator]();
    await expect(pages.next()).rejects.toThrow('stopped');
  });
});
