// A source that only names its accounts: pages say that the rest is not known, instead of the defaults that the interface requires.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../support/scripted-source.ts';
import { type Item, instanceOf, startService } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

const named = (id: string) => ({ id, alias: id, name: id, type: 'User', email: `${id}@one.example` });
const ofLeaver = { employmentStatus: 'Terminated', terminationDate: '2026-01-31T00:00:00Z' };

describe.skipIf(missingBrowser !== undefined)(inBrowser('what a source does not say'), () => {
  let console: TestConsole;
  let accounts: readonly Item[];
  let left: string;
  beforeAll(async () => {
    const test = await startService({
      sources: {
        hr: {
          Employee: pagesOf([
            { id: '1', employeeNumber: '1', displayName: 'Ada', email: 'ada@one.example', ...ofLeaver },
          ]),
        },
        list: { Account: pagesOf([named('ada'), named('bob')]) },
        left: {
          Account: pagesOf([{ ...named('ada'), enabled: false }]),
          UserGroup: pagesOf([{ id: 'g', name: 'Editors' }]),
          EntityManagedViaObject: pagesOf([
            {
              id: 'm',
              entityId: 'ada',
              entityType: 'Account',
              managedViaObjectId: 'g',
              managedViaObjectType: 'UserGroup',
            },
          ]),
        },
        full: { Account: pagesOf([{ ...named('cyril'), enabled: true, isAdmin: false, hasAPIAccess: false }]) },
      },
    });
    // The others are read for the first time when there is a version to compare with.
    await test.sync(['hr']);
    await test.sync();
    console = await startConsole(test);
    left = instanceOf(test, 'left');
    accounts = await test.everyItem('/v1/accounts');
  });
  afterAll(() => console?.close());

  const pathOf = (alias: string) =>
    `/objects/Account/${accounts.find(account => account.alias === alias && account.objectMetadata.ApplicationInstanceId !== left)!.globalId}`;

  it('is not known on the page of an account', async () => {
    const page = await console.open(pathOf('ada'));
    await page.getByText('enabled or not: not known', { exact: true }).waitFor();
    const glance = page.getByRole('region', { name: 'At a glance' });
    await glance.getByText('not known: the source does not say when it was used').waitFor();
    await glance.getByText('Whether it is an administrator: not known').waitFor();
    const fact = (name: string) => glance.locator('div').filter({ has: page.getByText(name, { exact: true }) });
    await fact('Can act as').getByText('not known: the source does not say').waitFor();
    await fact('Reaches as itself').getByText('not known: the source does not say').waitFor();
    const field = page
      .getByRole('region', { name: 'Fields' })
      .locator('div')
      .filter({ hasText: /^Administrator/ });
    await field.getByText('not known: the source does not say').waitFor();
    await expect.poll(() => page.getByText('enabled', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('is shown where another source says it', async () => {
    const page = await console.open(pathOf('cyril'));
    await page.getByText('enabled', { exact: true }).first().waitFor();
    const field = page
      .getByRole('region', { name: 'Fields' })
      .locator('div')
      .filter({ hasText: /^Administrator/ });
    await field.getByText('no', { exact: true }).waitFor();
    await page.context().close();
  });

  it('is not known in lists and their counts', async () => {
    const page = await console.open('/inventory/accounts');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) });
    await row('cyril').getByRole('cell', { name: 'yes' }).waitFor();
    await expect.poll(() => row('bob').getByRole('cell', { name: 'not known' }).count()).toBeGreaterThanOrEqual(2);
    await expect
      .poll(() =>
        row('bob')
          .getByRole('cell', { name: /^(yes|no)$/ })
          .count(),
      )
      .toBe(0);
    const enabled = page.getByRole('region', { name: 'Enabled' });
    await enabled.getByText('Assumed, not known, of list: the source does not say.').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('what a leaver reaches does not mix in what only a disabled account would reach', async () => {
    const [person] = await console.test.everyItem('/v1/persons');
    const page = await console.open(`/objects/Person/${person!.globalId}`);
    const reached = page.getByRole('region', { name: 'What the person reaches' });
    await reached.getByText('No enabled account of the person reaches anything').waitFor();
    await reached.getByRole('heading', { name: 'Only if a disabled account is enabled again' }).waitFor();
    const apart = reached.getByRole('table', { name: 'What disabled accounts would reach' });
    await apart.getByRole('link', { name: 'Editors' }).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('is not known in the evidence of a risk', async () => {
    const violations = await console.test.everyItem('/v1/risk-violations');
    const orphan = violations.find(({ id, entityId }) => `${id}`.startsWith('orphaned_account/') && entityId === 'bob');
    const page = await console.open(`/objects/RiskViolation/${orphan!.globalId}`);
    const evidence = page
      .locator('div')
      .filter({ has: page.locator('dt', { hasText: /^Administrator$/ }) })
      .last();
    await evidence.getByText('not known: the source does not say', { exact: true }).waitFor();
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('is not taken for a change when a source is read for the first time', async () => {
    const page = await console.open('/', { scopes: ['read'] });
    const panel = page.getByRole('region', { name: 'Changed since last week' });
    const number = panel
      .locator('div')
      .filter({ has: page.getByText('First read', { exact: true }) })
      .getByRole('link');
    const count = Number(await number.textContent());
    await number.click();
    const list = page.getByRole('table', { name: 'First read since last week' });
    await expect.poll(() => list.getByRole('row').count()).toBe(count + 1);
    for (const alias of ['ada', 'bob', 'cyril']) await list.getByRole('link', { name: alias }).first().waitFor();
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
    const appeared = await console.open('/overview/appeared', { scopes: ['read'] });
    await appeared
      .getByRole('table', { name: 'Appeared since last week' })
      .or(appeared.getByText('Nothing has appeared.'))
      .waitFor();
    await expect.poll(() => appeared.getByRole('link', { name: 'cyril' }).count()).toBe(0);
    await appeared.context().close();
  });

  it('is empty in the file with every column', async () => {
    const page = await console.open('/inventory/accounts');
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Every column as CSV' }).click(),
    ]);
    const [header, ...lines] = fs
      .readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
      .map(line => line.split(','));
    const said = lines.map(cells => {
      const cellOf = (column: string) => cells[header!.indexOf(column)];
      return [cellOf('alias'), cellOf('enabled'), cellOf('isAdmin')].join(' ');
    });
    expect(said.sort()).toEqual(['ada  ', 'ada false ', 'bob  ', 'cyril true false']);
    expectNoReports(page);
    await page.context().close();
  });

  it('is not known of the accounts of leavers', async () => {
    const page = await console.open('/');
    const panel = page.getByRole('region', { name: 'Leavers with access' });
    await panel.getByText('Their accounts that are enabled, or of which it is not known (1)').waitFor();
    await panel.getByRole('link').nth(1).click();
    const table = page.getByRole('table', { name: 'Leavers with access' });
    await expect.poll(() => table.getByRole('cell', { name: 'not known' }).count()).toBeGreaterThanOrEqual(2);
    await page.context().close();
  });
});
