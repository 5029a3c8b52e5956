// The page of SQL: writing, running, keeping and sharing queries.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Send, sendAs } from '../support/send.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('the page of SQL'), () => {
  let console: TestConsole;
  let send: Send;
  beforeAll(async () => {
    console = await startConsole();
    send = sendAs(console.test, await console.test.token());
  });
  afterAll(() => console?.close());

  async function openWith(text: string) {
    const page = await console.open(`/sql?q=${encodeURIComponent(JSON.stringify(text))}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    return page;
  }
  const expected = async (text: string) => (await send('POST', '/v1/query/execute', { query_string: text })).body;

  it('shows every row of a result of several pages, and its chart', async () => {
    const text = 'SELECT row_number() OVER () AS n, a.alias FROM accounts a, range(100) ORDER BY n LIMIT 2500';
    const page = await openWith(text);
    await page.getByText(/^1,000 or more rows · /).waitFor();
    const rows = page.getByRole('group', { name: 'Rows of the result' });
    await expectAccessible(page);
    for (const step of ['2,000', '2,500']) {
      await rows.evaluate(frame => frame.scrollTo(0, frame.scrollHeight));
      await page.getByText(new RegExp(`^${step}.* rows · `)).waitFor();
    }
    await rows.evaluate(frame => frame.scrollTo(0, frame.scrollHeight));
    await rows.getByRole('cell', { name: '2,500', exact: true }).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('draws a result of names and numbers', async () => {
    const page = await openWith('SELECT source_id, count(*) AS accounts FROM accounts GROUP BY ALL ORDER BY ALL');
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.getByRole('img', { name: 'Chart of accounts' }).locator('canvas').waitFor();
    await page.getByLabel('As').selectOption('lines');
    await page.getByLabel('Over').selectOption('source_id');
    await page.getByRole('img', { name: 'Chart of accounts' }).locator('canvas').waitFor();
    // The legend names the axis by its column.
    await page.locator('.u-legend .u-label').getByText('source_id', { exact: true }).waitFor();
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('shows where a query is wrong, and how to mend it', async () => {
    const page = await openWith('SELECT alias,\n  e_mail FROM accounts');
    const alert = page.getByRole('alert');
    await alert.getByText('QUERY_PARSE_ERROR').waitFor();
    await expect.poll(() => alert.textContent()).not.toContain('query_string');
    const wrong = page.locator('.cm-lintRange-error');
    await wrong.waitFor();
    await expect.poll(() => wrong.textContent()).toBe('e_mail');
    await expectAccessible(page);
    // What is said is about this page, and not about the API or the command line.
    const other = await openWith('SELECT 1 FROM zzz WHERE :x = 1');
    await other.getByText('the list beside the editor has the tables').waitFor();
    await expect
      .poll(() => other.getByRole('region', { name: 'Result' }).textContent())
      .not.toMatch(/\/v1|rolecall|\\d/);
    expectNoReports(other);
    await other.context().close();
    expectNoReports(page);
    await page.context().close();
  });

  it('finds columns by what other pages call them, and keeps the types of nested ones short', async () => {
    const page = await console.open('/sql');
    await page.getByLabel('Find a table or column').fill('entitlement_specification');
    const tables = page.getByRole('region', { name: 'Tables' });
    await tables.getByText('STRUCT(…)', { exact: true }).first().waitFor();
    await expect.poll(() => tables.textContent()).not.toContain('STRUCT(inferenceConfidence');
    // The label of the field, which neither the name of the column nor its description has.
    await page.getByLabel('Find a table or column').fill('last used');
    await tables.getByRole('button', { name: 'last_activity_date Last used' }).first().waitFor();
    await expect.poll(() => tables.textContent()).not.toContain('employment_status');
    await page.context().close();
  });

  it('completes tables from the model', async () => {
    const page = await console.open('/sql');
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.type('SELECT * FROM effective_a');
    await page.locator('.cm-tooltip-autocomplete').getByText('effective_access').click();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/ rows? · .* ms · version /).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toContain('effective_access');
    expectNoReports(page);
    await page.context().close();
  });

  it('offers tables and columns beside the editor, columns before keywords, and ids that open their objects', async () => {
    const page = await console.open('/sql');
    const tables = page.getByRole('region', { name: 'Tables' });
    await tables.getByRole('searchbox').fill('person_accounts');
    await tables.getByText('person_accounts', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.type('SELECT  FROM person_accounts ORDER BY 1');
    await page.keyboard.press('Home');
    for (let step = 0; step < 'SELECT '.length; step++) await page.keyboard.press('ArrowRight');
    await tables.getByRole('button', { name: /^account_id/ }).click();
    await page.keyboard.type(', al');
    // `account_alias` and not the keyword ALL.
    await page.locator('.cm-tooltip-autocomplete li').first().getByText('account_alias').click();
    await page.keyboard.press('Control+Enter');
    const [[id] = []] = (await expected('SELECT account_id FROM person_accounts ORDER BY 1 LIMIT 1')).rows;
    await page.getByRole('group', { name: 'Rows of the result' }).getByRole('link', { name: id }).click();
    await page.waitForURL(`**/objects/Account/${id}`);
    await page.goBack();
    await page.getByRole('group', { name: 'Rows of the result' }).getByRole('link', { name: id }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'SQL' }).textContent()).toContain('account_alias');
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('opens a shipped query, takes its parameter from a form, and downloads the answer', async () => {
    const page = await console.open('/sql');
    const shelf = page.getByRole('region', { name: 'Queries' }).locator('ul');
    await shelf.waitFor();
    // Long names are wrapped.
    expect(await shelf.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.getByRole('searchbox', { name: 'Filter the queries' }).fill('everything that one account');
    await page.getByRole('button', { name: /Everything that one account reaches/ }).click();
    const [account] = (
      await expected("SELECT account_alias FROM effective_access WHERE account_alias <> 'ada' LIMIT 1")
    ).rows[0];
    await page.getByLabel('account', { exact: true }).fill(account);
    await page.getByLabel('account', { exact: true }).press('Control+Enter');
    await page.getByText(/ rows? · .* ms · version /).waitFor();
    const { rows } = await expected(`SELECT count(*) FROM effective_access WHERE account_alias = '${account}'`);
    await page.getByText(new RegExp(`^${rows[0][0]} rows? · `)).waitFor();
    // The address opens the same question for somebody else.
    const { pathname, search } = new URL(page.url());
    const other = await console.open(pathname + search, { scopes: ['read'] });
    await other.getByRole('button', { name: 'Run', exact: true }).click();
    await other.getByText(new RegExp(`^${rows[0][0]} rows? · `)).waitFor();
    await other.context().close();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await (await download).path();
    expect(fs.readFileSync(file, 'utf8').trim().split('\r\n')).toHaveLength(Number(rows[0][0]) + 1);
    await page.getByRole('button', { name: 'Plan' }).click();
    await page.locator('pre').waitFor();
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('saves a query with tags, and shows both texts when somebody else has saved it', async () => {
    const page = await openWith('SELECT 1 AS mine');
    await page.getByText(/^1 row · /).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Name').fill('One of mine');
    await page.getByLabel('Tags').fill('number, test');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'One of mine' }).waitFor();
    const id = new URL(page.url()).searchParams.get('saved');
    const saved = (await console.test.get(`/v1/query/saved-queries/${id}`)).body;
    expect(saved).toMatchObject({ name: 'One of mine', query_string: '-- tags: number, test\nSELECT 1 AS mine' });

    const { name, model, version } = saved;
    const theirs = { name, model, version, query_string: 'SELECT 2 AS theirs' };
    await send('PUT', `/v1/query/saved-queries/${id}`, theirs);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('region', { name: 'Their text' }).getByText('SELECT 2 AS theirs').waitFor();
    await page.getByRole('region', { name: 'Your text' }).getByText('SELECT 1 AS mine').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replace theirs' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await console.test.get(`/v1/query/saved-queries/${id}`)).body).toMatchObject({
      version: 3,
      query_string: saved.query_string,
    });
    expectNoReports(page);
    await page.context().close();
  });

  it('keeps the result, its chart and the parameters of a query that is saved', async () => {
    const page = await openWith('SELECT source_id, count(*) AS n FROM accounts WHERE alias <> :name GROUP BY ALL');
    await page.getByLabel('name', { exact: true }).fill('nobody');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const facts = page.getByText(/ rows · .* ms · version /);
    await page.getByRole('button', { name: 'Chart' }).click();
    const chart = page.getByRole('img', { name: 'Chart of n' }).locator('canvas');
    await chart.waitFor();
    await page.getByLabel('As').selectOption('points');
    const before = await facts.textContent();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Accounts of each source');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Accounts of each source' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await chart.waitFor();
    await expect.poll(() => facts.textContent()).toBe(before);
    await expect.poll(() => page.getByLabel('name', { exact: true }).inputValue()).toBe('nobody');
    // Another query begins without a result.
    await page.getByRole('button', { name: /Everything that one account reaches/ }).click();
    await page.getByText('Nothing has been run yet').waitFor();
    // Opened again, it waits for the value that it lacks, and is drawn as it was saved.
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await page.getByRole('button', { name: /Accounts of each source/ }).click();
    await page.getByLabel('name', { exact: true }).fill('nobody');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await chart.waitFor();
    await expect.poll(() => page.getByLabel('As').inputValue()).toBe('points');
    expectNoReports(page);
    await page.context().close();
  });

  it('saves the form of a chart that the reader only looked at', async () => {
    const page = await openWith('SELECT source_id, count(*) AS n FROM accounts GROUP BY ALL');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.getByRole('img', { name: 'Chart of n' }).locator('canvas').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Sources by accounts');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Sources by accounts' }).waitFor();
    const { body } = await console.test.get('/v1/query/saved-queries?pageSize=200');
    const saved = body.items.find(({ name }: { name: string }) => name === 'Sources by accounts');
    expect(saved.query_string).toMatch(/^-- chart: \{"kind":"bars"\}\n/);
    await page.context().close();
  });

  it('runs a saved query when it is opened, with its chart', async () => {
    const { body } = await send('POST', '/v1/query/saved-queries', {
      name: 'Chart of accounts',
      query_string:
        '-- chart: {"kind":"bars"}\n-- parameter least: 0\nSELECT source_id, count(*) AS n FROM accounts GROUP BY ALL HAVING n > :least',
    });
    const page = await console.open('/sql');
    const chart = page.getByRole('img', { name: 'Chart of n' }).locator('canvas');
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await page.getByRole('button', { name: /Chart of accounts/ }).click();
    await chart.waitFor();
    const other = await console.open(`/sql?saved=${body.query_id}`, { scopes: ['read'] });
    await other.getByRole('img', { name: 'Chart of n' }).locator('canvas').waitFor();
    for (const each of [page, other]) {
      expectNoReports(each);
      await each.context().close();
    }
  });

  it('says which parameter of a saved query has no value yet', async () => {
    const { body } = await send('POST', '/v1/query/saved-queries', {
      name: 'Accounts like a text',
      query_string: 'SELECT count(*) AS n FROM accounts WHERE alias LIKE :pattern',
    });
    const page = await console.open(`/sql?saved=${body.query_id}`);
    await page.getByText('Type a value for pattern, and press Ctrl+Enter.').waitFor();
    await page.getByLabel('pattern').fill('%');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^1 row/).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('asks for the value of a placeholder that is written with a dollar sign, and says once that it has none', async () => {
    const page = await openWith('SELECT count(*) AS n FROM accounts WHERE alias LIKE $pattern');
    const said = 'the placeholder :pattern has no value; give it a value in the form below the editor';
    await page.getByText(said).waitFor();
    const result = page.getByRole('region', { name: 'Result' });
    await expect.poll(async () => (await result.textContent())?.split('the form below the editor').length).toBe(2);
    await page.getByLabel('pattern').fill('%');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^1 row/).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('opens a saved query of an address, and offers no saving to those who may only read', async () => {
    const { body } = await send('POST', '/v1/query/saved-queries', {
      name: 'Hostile <b>name</b> \u202Egnp.exe 🎭',
      query_string: 'SELECT 42 AS answer',
    });
    const page = await console.open(`/sql?saved=${body.query_id}`, { scopes: ['read'] });
    await page.getByRole('heading', { name: 'Hostile <b>name</b>' }).waitFor();
    await page.getByRole('cell', { name: '42' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });
});
