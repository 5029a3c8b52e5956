// A source that is made of an uploaded file, among the pages of changes.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isLong } from '../../support/long-tests.ts';
import { queryRows } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { expectAccessible } from './accessibility.ts';
import { closed, type TestConsole } from './console.ts';

async function addAndRead(page: Page, source: string): Promise<void> {
  await page.getByRole('button', { name: 'Add and read it' }).click();
  await page.waitForURL(`**/sources/${source}`);
  await page.getByRole('region', { name: 'State' }).getByText('read', { exact: true }).waitFor();
}

/** @param served the console, once it is started */
export function describeUploads(served: () => TestConsole): void {
  it('a file is chosen, described and checked', async () => {
    const console = served();
    const page = await console.open('/add-source');
    await page.getByLabel('A file', { exact: true }).check();
    const content =
      'Login,E-mail address,Department,Active\nada,ada@one.example,Sales,yes\nbob,bob@one.example,Sales,no\n';
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'Time sheets.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(content),
    });
    await page.getByText('Description (YAML)').click();
    const description = page.getByLabel('Description (YAML)');
    await description.waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('time-sheets');
    await page.getByText(/^Account: 2 records looked at/).waitFor();
    await expect.poll(() => page.getByText('No person will be found').count()).toBe(0);
    await expectAccessible(page);
    const guessed = await description.inputValue();
    expect(guessed).toContain('E-mail address');
    await description.fill(guessed.replace('E-mail address', 'Mail'));
    await expect.poll(() => page.getByRole('button', { name: 'Add and read it' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('list', { name: 'Problems' }).getByText(/Mail/).first().waitFor();
    await description.fill(guessed);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('no problem').waitFor();
    const add = page.getByRole('button', { name: 'Add and read it' });
    await expect.poll(() => add.isDisabled()).toBe(false);
    // In the short form, the test of columns and that of a row which lacks its id add the source.
    if (isLong) await addAndRead(page, 'time-sheets');
    await closed(page);
  });

  it('a file with a row that lacks the id is added without this row, and says how many are left out', async () => {
    const console = served();
    const page = await console.open('/add-source');
    await page.getByLabel('A file', { exact: true }).check();
    const content =
      'User principal name,Display name\nada@one.example,Ada Abel\n,Bob Bird\neve@one.example,Eve Eder\nsam@one.example,Sam Sol\n';
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'lacking.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(content),
    });
    await page.getByText('1 of 4 rows would be left out').waitFor();
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText('lacking.csv:3: `id` is empty: the row has nothing in the column `User principal name`')
      .waitFor();
    await expectAccessible(page);
    const add = page.getByRole('button', { name: 'Add and read it' });
    await expect.poll(() => add.isDisabled()).toBe(false);
    await add.click();
    await page.waitForURL('**/sources/lacking');
    await closed(page);
  });

  it('a field that was guessed from values is shown as a guess, and waits until somebody confirms it', async () => {
    const console = served();
    const page = await console.open('/add-source');
    await page.getByLabel('A file', { exact: true }).check();
    const content = [
      'Kennung,Vollname,Kontakt,Zustand,Tag',
      'ada,Ada Abel,ada@one.example,active,2024-01-02',
      'bob,Bob Bird,bob@one.example,suspended,2024-01-03',
    ].join('\n');
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'konten.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(content),
    });
    const columns = page.getByRole('region', { name: 'Columns of the file' });
    const guesses = columns.getByText('from its values', { exact: true });
    // The id and the user name are both taken from `Kennung`.
    await expect.poll(() => guesses.count()).toBe(5);
    await columns.getByRole('row', { name: 'Tag' }).getByText('looks like dates').waitFor();
    await expectAccessible(page);
    const add = page.getByRole('button', { name: 'Add and read it' });
    await page.getByText('5 fields were guessed from the values').waitFor();
    await expect.poll(() => add.isDisabled()).toBe(true);
    // One is wrong and changed, one is confirmed by itself, the others together.
    await columns.getByRole('combobox', { name: 'Field for Zustand' }).selectOption({ label: 'No field' });
    await expect.poll(() => guesses.count()).toBe(4);
    await columns.getByRole('button', { name: 'Confirm Kontakt' }).click();
    await expect.poll(() => guesses.count()).toBe(3);
    await expect.poll(() => add.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Confirm all 3 guesses' }).click();
    await expect.poll(() => guesses.count()).toBe(0);
    await page.getByText('Description (YAML)').click();
    const text = await page.getByLabel('Description (YAML)').inputValue();
    expect(text).toMatch(/^ {6}email: Kontakt$/m);
    expect(text).not.toMatch(/from its values|Zustand: .*map/);
    await expect.poll(() => add.isDisabled()).toBe(false);
    await expectAccessible(page);
    if (isLong) await addAndRead(page, 'konten');
    await closed(page);
  });

  it('columns of a file are shown with their first rows, and the field of each is chosen', async () => {
    const console = served();
    const page = await console.open('/add-source');
    await page.getByLabel('A file', { exact: true }).check();
    // Excel in German: its line for the separator, semicolons, the encoding of Windows, and a column that nobody guesses.
    const content =
      'sep=;\r\nLogin;Name;Bereich;Gr\u00f6\u00dfe\r\namy;Amy Abel;Einkauf;1,5\r\nb\u00f6;B\u00f6 Bird;;2,0\r\n';
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'Mitarbeiter.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(content, 'latin1'),
    });
    const columns = page.getByRole('region', { name: 'Columns of the file' });
    const cells = async (name: string) =>
      (await columns.getByRole('row', { name }).getByRole('cell').allInnerTexts()).slice(1, 3);
    await columns.getByRole('row', { name: 'Bereich' }).getByText('not used').waitFor();
    expect(await cells('Bereich')).toEqual(['Einkauf', '']);
    expect(await cells('Gr\u00f6\u00dfe')).toEqual(['1,5', '2,0']);
    const fieldOf = (column: string) => columns.getByRole('combobox', { name: `Field for ${column}`, exact: true });
    await expect.poll(() => fieldOf('Name').inputValue()).toBe('name');
    await page.getByText(/No person will be found .* Choose “E-mail” or “Employee number” above/).waitFor();
    await expectAccessible(page);
    await fieldOf('Bereich').selectOption({ label: 'Department' });
    await columns.getByRole('row', { name: 'Bereich' }).getByText('not used').waitFor({ state: 'detached' });
    // The text says the same, and what is written there is chosen in the table.
    await page.getByText('Description (YAML)').click();
    const description = page.getByLabel('Description (YAML)');
    await expect.poll(() => description.inputValue()).toMatch(/^ {6}department: Bereich$/m);
    await description.fill((await description.inputValue()).replace('department: Bereich', 'companyName: Bereich'));
    await expect.poll(() => fieldOf('Bereich').inputValue()).toBe('companyName');
    await page.getByRole('button', { name: 'Check' }).click();
    const records = page.getByRole('region', { name: 'Records of Account' });
    await records.getByRole('columnheader', { name: 'Company' }).waitFor();
    await records
      .getByRole('row', { name: /Amy Abel/ })
      .getByText('Einkauf')
      .waitFor();
    await records.getByText('B\u00f6 Bird').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await addAndRead(page, 'mitarbeiter');
    const sql = `SELECT alias, name, company_name FROM accounts WHERE source_id = 'mitarbeiter' ORDER BY alias`;
    const landed = await until(
      () => queryRows(console.test, sql),
      ({ length }) => length > 0,
    );
    expect(landed).toEqual([
      ['amy', 'Amy Abel', 'Einkauf'],
      ['b\u00f6', 'B\u00f6 Bird', null],
    ]);
    // A newer file of the same name takes its place, and what was chosen stays.
    await page.goBack();
    await page.getByLabel('A file', { exact: true }).check();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'Mitarbeiter.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(content.replace('amy;Amy Abel', 'eve;Eve Eder'), 'latin1'),
    });
    await page.getByText('There is a source of this name.').waitFor();
    await expect.poll(() => fieldOf('Bereich').inputValue()).toBe('companyName');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replace the file of this source and read it' }).click();
    await page.waitForURL('**/sources/mitarbeiter');
    await until(
      () => queryRows(console.test, sql),
      ([first]) => first?.[0] === 'b\u00f6',
    );
    await closed(page);
  });
}
