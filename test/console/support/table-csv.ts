// Whether the CSV file of each table on a page has what the table shows.
import fs from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { markedText } from './marked-text.ts';

interface ShownTable {
  readonly label: string;
  /** Undefined while that is not known. */
  readonly count: number | undefined;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly index: number; readonly cells: readonly string[] }[];
}

/** Columns of buttons, and those whose words are links to what the file names by its id. */
const withoutValue = ['action', 'details'];
/** In its first column, the table has the kind of an identity beside the name; the file has a column for the kind. */
const nameAndKind = 'Machine identities';

const shownTables = (page: Page): Promise<ShownTable[]> =>
  page.locator('table[aria-rowcount]').evaluateAll(tables =>
    tables.map(table => ({
      label: table.getAttribute('aria-label')!,
      count:
        Number(table.getAttribute('aria-rowcount')) < 0 ? undefined : Number(table.getAttribute('aria-rowcount')) - 1,
      heads: [...table.querySelectorAll('th')].map(({ textContent }) => textContent.trim().replace(/ [↑↓]$/, '')),
      rows: [...table.querySelectorAll<HTMLElement>('tbody tr')].map(row => ({
        index: Number(row.dataset['index']),
        cells: [...row.querySelectorAll('td')].map(({ textContent }) => textContent.trim()),
      })),
    })),
  );

/** Clicks what saves the table. @returns the text of the file; undefined: nothing on the page saves it */
async function saved(page: Page, label: string): Promise<string | undefined> {
  const button = page.getByRole('button', { name: `${label} as CSV`, exact: true });
  const result = page.getByRole('button', { name: 'CSV', exact: true });
  const menu = page.getByRole('button', { name: 'Export', exact: true });
  const found = (await button.count()) > 0 ? button : (await result.count()) > 0 ? result : menu;
  if ((await found.count()) !== 1) return undefined;
  const download = page.waitForEvent('download');
  await found.click();
  if (found === menu) await page.getByRole('menuitem', { name: 'The columns of the table as CSV' }).click();
  return fs.readFileSync(await (await download).path(), 'utf8');
}

/** What the files of the tables on the page lack, or have other than the page. */
export async function csvFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const table of await shownTables(page)) {
    const text = await saved(page, table.label);
    if (text === undefined) findings.push(`${table.label}: it cannot be saved as CSV`);
    else findings.push(...differences(table, text).map(found => `${table.label}: ${found}`));
  }
  return findings;
}

function differences({ label, count, heads, rows }: ShownTable, text: string): string[] {
  const [header = [], ...lines] = parse(text, { relax_column_count: false }) as string[][];
  const wanted = heads.filter(head => !withoutValue.includes(head.toLowerCase()));
  const columns = wanted.map((head, index) => ({
    head,
    at: header[index] === head ? index : -1,
    shown: heads.indexOf(head),
  }));
  const absent = columns.filter(({ at }) => at < 0).map(({ head }) => head);
  if (absent.length > 0) return [`its columns are ${header.join(', ')}, without ${absent.join(', ')} in its place`];
  const found = count === undefined || lines.length === count ? [] : [`has ${lines.length} rows instead of ${count}`];
  for (const { index, cells } of rows) {
    const line = lines[index];
    // Some rows may not be read yet.
    if (line === undefined || cells[0] === '…') continue;
    for (const { head, at, shown } of columns) {
      const isName = label === nameAndKind && shown === 0;
      const [cell, value] = [cells[shown]!, line[at]!];
      if (!(isName ? cell.startsWith(value) : saysSame(cell, value)))
        found.push(`row ${index}, ${head}: “${value}” instead of “${cell}”`);
    }
  }
  return found.slice(0, 5);
}

const anyTime = /\d{4}-\d{2}-\d{2}/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A dash, and the words for those who do not see it. */
const unknown = '–not known';

/** Spaces are not compared. An apostrophe keeps spreadsheets from running a text as a formula, and the page marks what is not seen. */
const plain = (text: string) => markedText(text.replace(/^'(?=[=+\-@＝＋－＠'])/, '')).replaceAll(/[\s,;]/g, '');

/** Whether a cell of the file says what that of the table does: times are in another form there, and ids may stand for links. */
function saysSame(cell: string, value: string): boolean {
  if (value === '') return ['', unknown].includes(cell);
  if (anyTime.test(value) || uuid.test(value)) return !['', unknown].includes(cell);
  if (value === 'true' || value === 'false') return cell === (value === 'true' ? 'yes' : 'no');
  if (!Number.isNaN(Number(value))) return cell.replaceAll(/[^\d.]/g, '') === value.replaceAll(/[^\d.]/g, '');
  // The page shortens a very long text.
  if (cell.endsWith('…')) return plain(value).startsWith(plain(cell.slice(0, -1)));
  if (cell.startsWith('… ')) return plain(value).endsWith(plain(cell.slice(2)));
  return plain(cell) === plain(value);
}
