// Tables and errors in a terminal.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/cli/api/api-client.ts';
import { writePaged } from '../../src/cli/pager.ts';
import { explainApiError } from '../../src/cli/queries/query-error.ts';
import {
  type ColumnRank,
  expandedRows,
  type FittedTable,
  fitTable,
  type TableColumn,
  tableText,
} from '../../src/cli/table.ts';
import { csvLine } from '../../src/text/csv-line.ts';
import { markdownTable } from '../../src/text/markdown-table.ts';
import { temporaryFolder } from '../support/service/service.ts';

describe('a table', () => {
  const columns = (...headings: string[]): TableColumn[] => headings.map(heading => ({ heading }));
  const id = '0b8e073a-743d-488f-a837-c7f2ccf5534a';
  const mail = 'a-very-long-name.of-a-person@sub.department.example.org';
  const text = 'Reads every password hash of the machine, and of all machines that trust it';
  const time = '2026-11-01T12:34:56.789Z';
  const rowsOf = (table: FittedTable) => table.rows.map(row => row.split('\n'));

  it('has its columns as wide as what they hold, while there is room', () => {
    const table = fitTable(columns('id', 'mail', 'text', 'at'), [[id, mail, text, time]], 200);
    expect(rowsOf(table)).toEqual([[`${id}  ${mail}  ${text}  ${time}`]]);
    expect([table.leftOut, table.shortensIds]).toEqual([[], false]);
    expect(fitTable(columns('id', 'mail', 'text', 'at'), [[id, mail, text, time]], 0)).toEqual(table);
  });

  it('has times shortened first, then texts wrapped and ids shortened, and then columns left out', () => {
    const shown = (width: number) => fitTable(columns('id', 'text', 'at', 'mail'), [[id, text, time, mail]], width);
    const words = ['Reads every password', 'hash of the machine, and', 'of all machines that', 'trust it'];
    expect(rowsOf(shown(191))).toEqual([[`${id}  ${text}  2026-11-01 12:34Z  ${mail}`]]);
    expect(rowsOf(shown(138))).toEqual([
      [`${id}  ${words[0]}      2026-11-01 12:34Z  ${mail}`, ...words.slice(1).map(line => `${' '.repeat(38)}${line}`)],
    ]);
    const narrow = shown(110);
    expect([rowsOf(narrow)[0]![0], narrow.shortensIds, narrow.leftOut]).toEqual([
      `0b8e073a  ${words[0]}      2026-11-01 12:34Z  ${mail}`,
      true,
      [],
    ]);
    expect([shown(80).rows[0]!.split('\n')[0], shown(80).leftOut]).toEqual([
      '0b8e073a  Reads every password hash of the machine, and of     2026-11-01 12:34Z',
      ['mail'],
    ]);
  });

  it('never leaves an essential column out, and leaves out first what says nothing', () => {
    const headings: TableColumn[] = [
      { heading: 'kind' },
      { heading: 'empty' },
      { heading: 'note' },
      { heading: 'mail', rank: 'main' },
      { heading: 'held back', rank: 'essential' },
    ];
    const rows = ['a', 'b'].map(name => ['same-word', null, `word-${name}`, `${name}@example.org`, time]);
    const shown = (width: number) => fitTable(headings, rows, width).leftOut;
    expect(shown(58)).toEqual([]);
    expect(shown(55)).toEqual(['empty']);
    expect(shown(45)).toEqual(['kind', 'empty']);
    expect(shown(35)).toEqual(['kind', 'empty', 'note']);
    expect(shown(20)).toEqual(['kind', 'empty', 'note', 'mail']);
    expect(fitTable(headings, rows, 20).rows).toEqual(['2026-11-01 12:34Z', '2026-11-01 12:34Z']);
  });

  it('breaks the longest word where essential columns are too wide together, and keeps short texts and words whole', () => {
    const essential = ['JOB', 'WHAT', 'SOURCE', 'STATUS', 'TARGETS'].map(heading => ({
      heading,
      rank: 'essential' as const,
    }));
    const rowOf = (source: string) => ['01234567', 'undo of disable', source, 'PartiallyCompleted', '2 of 3, 1 failed'];
    const { heading, rows } = fitTable(essential, [rowOf('directory-of-the-old-organisation')], 80);
    expect(heading).toMatch(/^JOB +WHAT +SOURCE +STATUS +TARGETS$/);
    const lines = rows[0]!.split('\n');
    expect(lines.filter(line => line.length > 80)).toEqual([]);
    expect(lines[0]).toMatch(/^01234567 {2}undo of +directory-of-the-\S* +PartiallyCompleted {2}2 of 3,/);
    expect(rows[0]).toMatch(/ failed$/);
  });

  it('leaves a usual column out where texts of essential ones would become narrow beside it', () => {
    const headings: TableColumn[] = [
      { heading: 'rule', rank: 'essential' },
      { heading: 'kind' },
      { heading: 'why', rank: 'essential' },
    ];
    const rows = ['a', 'b'].map(name => [`rule_${name}`, `kind-${name}`, text]);
    const shown = (width: number) => fitTable(headings, rows, width);
    expect(shown(40).leftOut).toEqual([]);
    expect(shown(38).leftOut).toEqual(['kind']);
    expect(rowsOf(shown(38))[0]![0]).toBe('rule_a  Reads every password hash of');
  });

  it('shortens ids to what is unique in it', () => {
    const ids = [id, `${id.slice(0, 19)}ffff-c7f2ccf5534a`, null];
    const table = fitTable(
      columns('id', 'mail'),
      ids.map(each => [each, mail]),
      80,
    );
    expect(table.rows.map(row => row.split(' ')[0])).toEqual([id.slice(0, 20), `${id.slice(0, 19)}f`, '–']);
  });

  it('has no alias or name for other commands wrapped, whatever texts stand beside it', () => {
    const rows = [
      ['Jira Bot for releases', 'release script (tok-1003)', text],
      [mail, 'release script (tok-1004)', text],
    ];
    const shown = rowsOf(fitTable(columns('name', 'account_alias', 'text'), rows, 110)).map(([line]) => line);
    expect(shown).toEqual([
      `Jira Bot for releases${' '.repeat(34)}  release script (tok-1003)  Reads every password hash`,
      `${mail}  release script (tok-1004)  Reads every password hash`,
    ]);
    const name = 'Accounts that can sign in without single sign-on';
    const named = fitTable([{ heading: 'NAME', whole: true }, { heading: 'WHAT' }], [[name, text]], 80);
    expect(named.rows[0]).toContain(`${name}  Reads every password hash of`);
    const aliases = fitTable([{ heading: 'ALIAS', whole: false }, { heading: 'WHAT' }], [[name, text]], 80);
    expect(aliases.rows[0]).toContain(`${name}  Reads every password hash of`);
  });

  it('shows one value a line when it is expanded, and as Markdown with escaped cells', () => {
    const rows = [
      [text, null],
      ['a|b\n*c*', 2],
    ];
    expect(expandedRows(columns('text', 'number'), rows)).toBe(
      `– row 1 –\ntext    ${text}\nnumber  –\n\n– row 2 –\ntext    a|b↵*c*\nnumber  2\n`,
    );
    expect(markdownTable([{ heading: 'text' }, { heading: 'number', right: true }], rows)).toBe(
      `| text | number |\n| --- | ---: |\n| ${text} |  |\n| a\\|b↵\\*c\\* | 2 |\n`,
    );
  });

  it('goes through the pager when it is longer than the terminal', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'paged');
    const written: string[] = [];
    const stream = {
      isTTY: true,
      rows: 3,
      write: (part: string) => written.push(part),
    } as unknown as NodeJS.WriteStream;
    const environment = { PATH: process.env['PATH'], PAGER: `cat > ${file}` };
    writePaged('1\n2\n', stream, environment);
    expect(fs.existsSync(file)).toBe(false);
    writePaged('1\n2\n3\n', stream, environment);
    expect(fs.readFileSync(file, 'utf8')).toBe('1\n2\n3\n');
    for (const pager of ['', 'cat', 'no-such-pager-here']) {
      writePaged('1\n2\n3\n', stream, { ...environment, ROLECALL_PAGER: pager });
    }
    fs.rmSync(folder, { recursive: true });
    expect(written).toEqual(['1\n2\n', '1\n2\n3\n', '1\n2\n3\n', '1\n2\n3\n']);
  });

  it('has no line over the width, and no control characters, for any content', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('日本語テキスト 日本語', '👩‍👩‍👧', 'e\u0301', '\u001b[31m', mail, id, time),
    );
    const rank = fc.constantFrom('essential', 'main', 'usual') as fc.Arbitrary<ColumnRank>;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 60 }),
        fc.tuple(rank, rank, rank),
        (rows, width, [a, b, c]) => {
          const headings = [
            { heading: 'a', rank: a },
            { heading: 'b', right: true, rank: b },
            { heading: 'c', rank: c },
          ];
          const table = fitTable(headings, rows, width);
          expect(table.rows).toHaveLength(rows.length);
          for (const line of tableText(table).split('\n')) {
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
          }
        },
      ),
    );
  });
});

it('CSV quotes what has to be quoted, and holds no formula', () => {
  const cells = ['a "b"', '1,5', '=1+1', "'x", '-7', -7, undefined, new Date(0), { a: 1 }];
  expect(csvLine(cells)).toBe(`"a ""b""","1,5",'=1+1,''x,-7,-7,,1970-01-01T00:00:00.000Z,"{""a"":1}"\r\n`);
});

describe('an error', () => {
  const at = (line: unknown, column: unknown, more = {}) =>
    new ApiError('/v1/query/execute', 400, {
      code: 'QUERY_PARSE_ERROR',
      message: 'no',
      details: { line, column },
      ...more,
    });

  it.each([
    ['SELECT\tx', 8, '1 | SELECT x\n  |        ^'],
    ['日本 x', 4, '1 | 日本 x\n  |      ^'],
    ['🙂 x', 3, '1 | 🙂 x\n  |    ^'],
    ['x', 2, '1 | x\n  |  ^'],
    ['x', 99, '1 | x'],
    ['x', 0, '1 | x'],
  ])('in %j at column %i is under its character', (sql, column, shown) => {
    expect(explainApiError(at(1, column), sql)).toBe(`QUERY_PARSE_ERROR: no\n${shown}`);
  });

  it('in a long line shows the part around it', () => {
    const [, line, caret] = explainApiError(at(1, 501), `${'a'.repeat(500)}b${'c'.repeat(500)}`).split('\n');
    expect(line!.length).toBeLessThan(110);
    expect(line![caret!.indexOf('^')]).toBe('b');
  });

  it('names every other cause, and works without a valid place', () => {
    const reasons = [{ code: 'UNKNOWN_TABLE', message: 'there is no table x' }];
    for (const line of [0, 9, -1, 1.5, 'x', undefined]) {
      expect(explainApiError(at(line, 1, { reasons }), 'SELECT 1')).toBe(
        'QUERY_PARSE_ERROR: no\nUNKNOWN_TABLE: there is no table x',
      );
    }
  });
});
