// Tables and errors in a terminal.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/cli/api/api-client.ts';
import { csvLine } from '../../src/cli/csv.ts';
import { writePaged } from '../../src/cli/pager.ts';
import { explainApiError } from '../../src/cli/queries/query-error.ts';
import { expandedRows, fitTable, markdownTable } from '../../src/cli/table.ts';
import { temporaryFolder } from '../support/service/service.ts';

describe('a table', () => {
  const columns = (...headings: string[]) => headings.map(heading => ({ heading }));
  const id = '0b8e073a-743d-488f-a837-c7f2ccf5534a';
  const mail = 'a-very-long-name.of-a-person@sub.department.example.org';
  const text = 'Reads every password hash of the machine, and of all machines that trust it';

  it('has its columns as wide as what they hold, while there is room', () => {
    const { text: shown, leftOut } = fitTable(columns('id', 'mail', 'text'), [[id, mail, text]], 200);
    expect(shown.split('\n')[1]).toBe(`${id}  ${mail}  ${text}`);
    expect(leftOut).toEqual([]);
    expect(fitTable(columns('id', 'mail', 'text'), [[id, mail, text]], 0).text).toBe(shown);
  });

  it('has texts cut before anything else, and then leaves columns out and names them', () => {
    const row = [id, text, mail, '2026-11-01T00:00:00Z', 7];
    const shown = (width: number) => {
      const table = fitTable(columns('id', 'text', 'mail', 'at', 'n'), [row], width);
      return [table.text.split('\n')[1], table.leftOut.join()];
    };
    expect(shown(36 + 2 + 40 + 2 + 55 + 2 + 20 + 2 + 1)).toEqual([
      `${id}  ${text.slice(0, 39)}…  ${mail}  2026-11-01T00:00:00Z  7`,
      '',
    ]);
    expect(shown(119)).toEqual([`${id}  ${text.slice(0, 23)}…  ${mail}`, 'at,n']);
    expect(shown(100)).toEqual([`${id}  ${text.slice(0, 36)}…  2026-11-01T00:00:00Z  7`, 'mail']);
    expect(shown(40)).toEqual([`${id}  7`, 'text,mail,at']);
    expect(shown(20)).toEqual([`${id.slice(0, 19)}…`, 'text,mail,at,n']);
  });

  it('has no word, alias or name for other commands cut, whatever texts stand beside it', () => {
    const rows = [
      ['Jira Bot for releases', 'release script (tok-1003)', text],
      [mail, 'release script (tok-1004)', text],
    ];
    const shown = fitTable(columns('name', 'account_alias', 'text'), rows, 110)
      .text.split('\n')
      .slice(1, 3);
    expect(shown).toEqual([
      `Jira Bot for releases${' '.repeat(34)}  release script (tok-1003)  ${text.slice(0, 25)}…`,
      `${mail}  release script (tok-1004)  ${text.slice(0, 25)}…`,
    ]);
    const name = 'Accounts that can sign in without single sign-on';
    const named = fitTable([{ heading: 'NAME', whole: true }, { heading: 'WHAT' }], [[name, text]], 80);
    expect(named.text).toContain(`${name}  ${text.slice(0, 29)}…`);
    const aliases = fitTable([{ heading: 'ALIAS', whole: false }, { heading: 'WHAT' }], [[name, text]], 80);
    expect(aliases.text).toContain(`${name}  ${text.slice(0, 29)}…`);
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

  it('has no line over the width, no control characters, and one line a row, for any content', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('日本語テキスト', '👩‍👩‍👧', 'e\u0301', '\u001b[31m'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 60 }),
        (rows, width) => {
          const headings = [{ heading: 'a' }, { heading: 'b', right: true }, { heading: 'c' }];
          const lines = fitTable(headings, rows, width).text.split('\n');
          expect(lines).toHaveLength(rows.length + 2);
          for (const line of lines) {
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
