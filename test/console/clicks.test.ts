// How many clicks the tasks of an analyst take, from the overview on: as the table in src/console/README.md says.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendAs } from '../support/send.ts';
import { queryRows, temporaryFolder } from '../support/service/service.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { startSources } from './support/sources-to-change.ts';

const readme = fs.readFileSync(path.join(import.meta.dirname, '../../src/console/README.md'), 'utf8');
/** Task → clicks here. */
const documented = new Map(
  [...readme.matchAll(/^\| (.+?) \| (\d+) \| .+ \| .+ \|$/gm)].map(([, task, clicks]) => [task!, Number(clicks)]),
);
const tried = new Set<string>();

/** A press of the mouse is a click, and so is a file that is dropped; a choice from a list takes two, to open it and to choose. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0;
  await page.exposeBinding('countClicks', (_source, more: number) => {
    clicks += more;
  });
  await page.evaluate(() => {
    const { countClicks: count } = globalThis as unknown as { countClicks(more: number): void };
    for (const pressed of ['pointerdown', 'drop']) addEventListener(pressed, () => count(1), { capture: true });
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(2), { capture: true });
  });
  return async () => {
    // What the page has reported before this call is counted.
    await page.evaluate(() => (globalThis as unknown as { countClicks(more: number): Promise<void> }).countClicks(0));
    return clicks;
  };
}

describe.skipIf(missingBrowser !== undefined)(inBrowser('tasks and clicks'), () => {
  const folder = temporaryFolder();
  let console: TestConsole;
  let send: ReturnType<typeof sendAs>;
  beforeAll(async () => {
    console = await startConsole(await startSources(folder, undefined));
    send = sendAs(console.test, await console.test.token());
  });
  afterAll(async () => {
    await console?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const idOf = async (alias: string) => {
    const sql = `SELECT global_id FROM accounts WHERE alias = '${alias}' AND source_id = 'help-desk'`;
    return String((await queryRows(console.test, sql))[0]![0]);
  };
  const completed = (page: Page) => page.getByText('completed', { exact: true }).first().waitFor();

  /** Runs a task from the overview on, and compares its clicks. @param before clicks that led to the page */
  async function task(name: string, work: (page: Page) => Promise<unknown>, from = '/', before = 0): Promise<void> {
    tried.add(name);
    const page = await console.open(from, from === '/' ? {} : { isSignedIn: false });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const clicks = await countClicks(page);
    await work(page);
    expect(before + (await clicks()), name).toBe(documented.get(name));
    expectNoReports(page);
    await page.context().close();
  }

  /** Until what was changed is read back: later tasks find the same, however fast that is. */
  const dataSync = async () => {
    const { items } = (await console.test.get('/v1/action-jobs')).body;
    return items.map((job: { dataSync: { status: string } }) => job.dataSync.status);
  };
  afterEach(async () => {
    await expect.poll(dataSync).not.toContain('InProgress');
  });

  // These two only read, and come before the changes of what they read.
  it('find who reaches a group', async () => {
    const sql = `SELECT min(container_name) FROM memberships WHERE container_type = 'UserGroup' AND member_type = 'Account'`;
    const group = String((await queryRows(console.test, sql))[0]![0]);
    await task('Find who reaches an object, and through what', async page => {
      await page.keyboard.press('/');
      await page.keyboard.type(group);
      await page.getByRole('option', { name: group }).first().click();
      const reaching = page.getByRole('table', { name: 'Who reaches it' });
      await reaching.getByRole('row').nth(1).getByRole('link').last().click();
      await page.getByRole('heading', { name: 'Answer' }).waitFor();
    });
  });

  it('find administrators that nobody uses', () =>
    task('Find administrators that nobody uses', async page => {
      await page.getByRole('link', { name: 'Risks', exact: true }).click();
      await page
        .getByRole('table', { name: 'Rules' })
        .getByRole('link', { name: 'Dormant administrator', exact: true })
        .click();
      await page.getByRole('region', { name: 'The rule' }).waitFor();
      await page.getByRole('table', { name: 'Objects at risk' }).getByRole('link').first().waitFor();
    }));

  it('disable every account of a leaver', () =>
    task('Disable every account of a leaver, after a preview', async page => {
      await page.getByRole('region', { name: 'Leavers with access' }).getByRole('link').first().click();
      await page.getByRole('table', { name: 'People who left' }).getByRole('link', { name: 'Nina Tanaka' }).click();
      await page.getByRole('button', { name: 'Disable every account …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Disable: ntanaka in help-desk' });
      await dialog.getByText('possible', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Disable now' }).waitFor();
      // As many clicks as to confirm it. The next task makes this change.
      await dialog.getByRole('button', { name: 'Change nothing' }).click();
    }));

  it('disable the account of a leaver', () =>
    task('Disable the account of a leaver, after a preview', async page => {
      await page.getByRole('region', { name: 'Leavers with access' }).getByRole('link').nth(1).click();
      await page
        .getByRole('table', { name: 'Leavers with access' })
        .getByRole('row', { name: /ntanaka/ })
        .getByRole('checkbox')
        .check();
      await page.getByRole('button', { name: 'Disable …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('possible', { exact: true }).waitFor();
      await dialog.getByRole('list', { name: 'Closes' }).getByText('Leaver with an enabled account').waitFor();
      await dialog.getByRole('button', { name: 'Disable now' }).click();
      await completed(page);
    }));

  it('accept a risk', () =>
    task('Accept a risk until a date', async page => {
      await page.getByRole('region', { name: 'Open risks' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Accept', exact: true }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Accept the risk' });
      // The first field has the focus.
      await page.keyboard.type('the contract ends in spring');
      await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }));

  it('save a filtered list', () =>
    task('Save the accounts of one source as CSV', async page => {
      const counts = page.getByRole('region', { name: 'Objects by source and type' });
      await counts
        .getByRole('row', { name: /^help-desk/ })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'The columns of the table as CSV' }).click();
      expect(fs.readFileSync(await (await download).path(), 'utf8')).toContain('smensah');
    }));

  it('make a source of a file', () =>
    task('Make a source of a CSV file', async page => {
      const dropped = await page.evaluateHandle(() => {
        const text = 'Login,E-mail,Active\nada,ada@one.example,yes\nbob,bob@one.example,no\n';
        const data = new DataTransfer();
        data.items.add(new File([text], 'Payroll.csv', { type: 'text/csv' }));
        return data;
      });
      // A browser says it again and again while the file is over the page. The first time, the page may not listen yet.
      const hint = page.getByText('Drop the file to see which source it makes');
      const over = () => page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
      await expect.poll(() => over().then(() => hint.count())).toBe(1);
      await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
      await page.getByRole('region', { name: 'Columns of the file' }).getByText('bob@one.example').waitFor();
      await page.getByRole('button', { name: 'Add and read it' }).click();
      await page.waitForURL('**/sources/payroll');
      await page.getByRole('region', { name: 'State' }).getByText('read', { exact: true }).waitFor();
      // It has no groups.
      await page.getByRole('link', { name: 'Its accounts' }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'its groups' }).count()).toBe(0);
    }));

  it('chooses a file on the page of sources, and another one afterwards', async () => {
    const page = await console.open('/sources');
    const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'From a file …' }).click();
    await (await chooser).setFiles(fileOf('first.csv', 'Login,E-mail\neve,eve@one.example\n'));
    const columns = page.getByRole('region', { name: 'Columns of the file' });
    await columns.getByText('eve@one.example').waitFor();
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Login,E-mail\nmia,mia@one.example\n'], 'second.csv', { type: 'text/csv' }));
      return data;
    });
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await columns.getByText('mia@one.example').waitFor();
    // Its name is that of the file, unless somebody wrote another.
    const name = page.getByLabel('Name', { exact: true });
    await expect.poll(() => name.inputValue()).toBe('second');
    await name.fill('people');
    const choose = (file: ReturnType<typeof fileOf>) => page.getByLabel('File', { exact: true }).setInputFiles(file);
    await choose(fileOf('third.csv', ''));
    await page.getByText('The file is empty.').waitFor();
    await choose(fileOf('header.csv', 'Login,E-mail\n'));
    await page.getByText('The file has names of columns at most, and no row.').waitFor();
    await choose(fileOf('fourth.csv', 'PK\u0003\u0004\0\0'));
    await page.getByText('The file is not a text.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add and read it' }).count()).toBe(0);
    await expect.poll(() => name.inputValue()).toBe('people');
    expectNoReports(page);
    await page.context().close();
  });

  it('see what changed since a time', () =>
    task('See what changed since yesterday', async page => {
      await page.getByRole('link', { name: 'Changes', exact: true }).click();
      await page.getByLabel('Since').selectOption({ index: 1 });
      await page.waitForURL(/since=/);
      await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first().waitFor();
    }));

  it('approve a change', async () => {
    const ids = await Promise.all(['smensah', 'zschmidt'].map(idOf));
    expect((await send('POST', '/v1/accounts/disable', { ids })).status).toBe(202);
    await task('Approve a change that waits', async page => {
      await page.getByRole('region', { name: 'Changes that wait for approval' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await completed(page);
    });
  });

  it('undo a change', async () => {
    const { body } = await send('POST', `/v1/accounts/${await idOf('mfaber')}/disable`);
    await expect
      .poll(async () => (await console.test.get(`/v1/action-jobs/${body.jobId}`)).body.status)
      .toBe('Completed');
    await task('Undo a change', async page => {
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await page
        .getByRole('table', { name: 'Jobs' })
        .getByRole('link', { name: /disabled/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Undo …' }).click();
      await page.getByRole('button', { name: 'Undo it' }).click();
      await page.getByText('undone', { exact: true }).waitFor();
    });
  });

  it('answer a review', async () => {
    const review = {
      ...{ title: 'Who still works here?', operation: 'DisableAccount', ids: [await idOf('lsato')] },
      ...{ due: new Date(Date.now() + 86_400_000).toISOString(), substitute: 'desk@example.org' },
    };
    const { body } = await send('POST', '/v1/reviews', review);
    const [link] = await console.test.operator.reviewLinks({ review: body.id });
    const { pathname, search } = new URL(link!.url);
    // The link in the message is the first click.
    await task(
      'Answer a review, for one account',
      async page => {
        await page.getByLabel('Keep', { exact: true }).check();
        await page.getByRole('button', { name: 'Save the decisions' }).click();
        await page.getByText(/^Saved: 1 decision\.$/).waitFor();
      },
      pathname + search,
      1,
    );
  });

  it('has every task of the table, and no other', () => {
    expect([...tried].sort()).toEqual([...documented.keys()].sort());
  });
});
