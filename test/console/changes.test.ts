// Changes in sources by clicks: previewed, made and undone; and the pages that show jobs, changes over time and sources.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groups, people } from '../connectors/ldap/organisation.ts';
import { type Slapd, slapdMissing } from '../support/directories/slapd.ts';
import { instanceOf, queryRows, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, signInWithToken, startConsole, type TestConsole } from './support/console.ts';
import { reads, scripts, seed, some, startDirectory, startSources } from './support/sources-to-change.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('changes by clicks'), () => {
  const folder = temporaryFolder();
  let slapd: Slapd | undefined;
  let console: TestConsole;
  beforeAll(async () => {
    slapd = slapdMissing ? undefined : await startDirectory();
    console = await startConsole(await startSources(folder, slapd));
  });
  afterAll(async () => {
    await console?.close();
    await slapd?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const idOf = async (table: 'accounts' | 'user_groups', column: string, value: string, source: string) => {
    const instance = instanceOf(console.test, source);
    const sql = `SELECT global_id FROM ${table} WHERE ${column} = '${value}' AND application_instance_id = '${instance}'`;
    return String((await queryRows(console.test, sql))[0]![0]);
  };
  const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });
  const completed = (page: Page) => page.getByText('completed', { exact: true });
  const closed = async (page: Page) => {
    expectNoReports(page);
    await page.context().close();
  };

  it('a leaver is found from the overview, switched off, and on again', async () => {
    const page = await console.open('/');
    await page.getByRole('region', { name: 'Leavers with access' }).getByRole('link').nth(1).click();
    await page.getByRole('table', { name: 'Leavers with access' }).getByRole('link', { name: 'ntanaka' }).click();
    await actions(page).getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('possible', { exact: true }).waitFor();
    await dialog.getByText('administrator, export').waitFor();
    await dialog.locator('code').getByText('enabled = 0', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Disable now' }).click();
    await completed(page).waitFor();
    await dialog.getByText('These pages show it.').waitFor();
    await dialog.getByRole('button', { name: 'Close this' }).click();
    // The page follows the new version without being loaded again.
    const enabled = page.locator('dl > div').filter({ has: page.getByText('enabled', { exact: true }) });
    await enabled.getByText('no', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'The last change from here' }).click();
    await page.getByRole('button', { name: 'Undo …' }).click();
    const restored = page.getByRole('list', { name: 'Restored' });
    await restored.getByText('administrator, export').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo it' }).click();
    await page.getByText('undone', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Undo' }).getByText('These pages show it.').waitFor();
    const id = await idOf('accounts', 'alias', 'ntanaka', 'help-desk');
    expect((await console.test.get(`/v1/accounts/${id}`)).body).toMatchObject({ enabled: true, isAdmin: true });
    await closed(page);
  });

  it('a viewer is offered no change and no undo', async () => {
    const id = await idOf('accounts', 'alias', 'ntanaka', 'help-desk');
    const page = await console.open(`/objects/Account/${id}`, { scopes: ['read'] });
    await page.getByRole('region', { name: 'What it reaches' }).waitFor();
    expect(await actions(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: 'Disable', exact: true }).first().click();
    await page.getByRole('list', { name: 'Results' }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo …' }).count()).toBe(0);
    await closed(page);
  });

  describe.skipIf(slapdMissing)(`in OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
    const valuesOf = async (dn: string, attribute: string) => {
      const [found] = await slapd!.search('(objectClass=*)', ['*', '+'], ['-s', 'base', '-b', dn]);
      return (found?.get(attribute.toLowerCase()) ?? []).map(String);
    };

    it('an account is disabled and enabled again, as ldapsearch says', async () => {
      const dn = `uid=user,${people}`;
      const page = await console.open(`/objects/Account/${await idOf('accounts', 'alias', 'user', 'directory')}`);
      await actions(page).getByRole('button', { name: 'Disable', exact: true }).click();
      await page.getByText('possible', { exact: true }).waitFor();
      expect(await valuesOf(dn, 'pwdAccountLockedTime')).toEqual([]);
      await page.getByRole('button', { name: 'Disable now' }).click();
      await completed(page).waitFor();
      expect(await valuesOf(dn, 'pwdAccountLockedTime')).toEqual(['000001010000Z']);
      await page.getByRole('button', { name: 'Undo …' }).click();
      await page.getByRole('list', { name: 'Restored' }).getByText('pwdAccountLockedTime').waitFor();
      await page.getByRole('button', { name: 'Undo it' }).click();
      await page.getByText('undone', { exact: true }).waitFor();
      expect(await valuesOf(dn, 'pwdAccountLockedTime')).toEqual([]);
      await closed(page);
    });

    it('a member is added to a group and removed by the undo, and the list of jobs shows both', async () => {
      const user = `uid=user,${people}`;
      const before = await valuesOf(`cn=engineers,${groups}`, 'member');
      const page = await console.open(`/objects/Account/${await idOf('accounts', 'alias', 'user', 'directory')}`);
      await actions(page).getByRole('button', { name: 'Add to group' }).click();
      await page.getByRole('searchbox', { name: 'Which group?' }).fill('engineers');
      await page.getByRole('list', { name: 'Choices' }).getByRole('button', { name: 'engineers', exact: true }).click();
      await page.getByRole('button', { name: 'Add to group now' }).click();
      await completed(page).waitFor();
      expect(await valuesOf(`cn=engineers,${groups}`, 'member')).toContain(user);
      await page.getByRole('link', { name: 'Open the job' }).click();
      await page.getByRole('button', { name: 'Undo …' }).click();
      await page.getByRole('button', { name: 'Undo it' }).click();
      await page.getByText('undone', { exact: true }).waitFor();
      expect((await valuesOf(`cn=engineers,${groups}`, 'member')).toSorted()).toEqual(before.toSorted());
      await page.getByRole('link', { name: 'All jobs' }).click();
      const jobs = page.getByRole('table', { name: 'Jobs' });
      await jobs.getByRole('link', { name: 'Undo: Add to group' }).waitFor();
      await expectAccessible(page);
      await closed(page);
    });

    it('a group is created with the name that is typed', async () => {
      const group = await idOf('user_groups', 'name', 'engineers', 'directory');
      const page = await console.open(`/objects/UserGroup/${group}`);
      await actions(page).getByRole('button', { name: 'Create group' }).click();
      await page.getByLabel('Name of the new group').fill('night shift, Zoë');
      await page.getByRole('button', { name: 'See what would happen' }).click();
      await page.getByRole('button', { name: 'Create group now' }).click();
      await completed(page).waitFor();
      expect(await slapd!.search('(cn=night shift, Zoë)', ['cn'], ['-b', groups])).toHaveLength(1);
      await closed(page);
    });
  });

  it('a source that is held back says why, and its loss is accepted', async () => {
    const page = await console.open('/sources');
    const sources = page.getByRole('table', { name: 'Sources' });
    await sources.getByRole('row', { name: /^app/ }).getByText('read in part').waitFor();
    await expectAccessible(page);
    await sources.getByRole('link', { name: 'app' }).click();
    await page
      .getByRole('table', { name: 'Rejected records' })
      .getByText(/enabled/)
      .waitFor();
    await page.getByRole('table', { name: 'Ledger' }).getByText('partial').waitFor();
    scripts.set('app', reads(some(3)));
    await page.getByRole('button', { name: 'Read now' }).click();
    const held = page.getByRole('region', { name: 'Held back' });
    await held.getByText(/Account objects .* are gone/).waitFor();
    await page.getByRole('table', { name: 'Runs' }).getByText('held back').first().waitFor();
    await expectAccessible(page);
    await held.getByRole('button', { name: 'Accept loss …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept loss', exact: true }).click();
    await held.waitFor({ state: 'detached' });
    const instance = instanceOf(console.test, 'app');
    const sql = `SELECT count(*) FROM accounts WHERE application_instance_id = '${instance}'`;
    await until(
      () => queryRows(console.test, sql),
      ([row]) => row![0] === 3,
    );
    await closed(page);
  });

  it('what vanished is listed with what it was, also under a hostile name on a narrow screen', async () => {
    const page = await console.open('/changes', { scopes: ['read'], width: 360 });
    const list = page.getByRole('list', { name: 'Changes' });
    // Before the newest version that showed a change.
    await page.getByLabel('Since').selectOption({ index: 1 });
    await page.getByLabel('Kind').selectOption('Vanished');
    await page.getByLabel('Type').selectOption('Account');
    await page.getByLabel('Source').selectOption('app');
    await page.waitForURL(/kind=Vanished/);
    await list.getByRole('link', { name: /<script>alert/ }).waitFor();
    const instance = instanceOf(console.test, 'app');
    const since = await page.getByLabel('Since').inputValue();
    const vanished = await console.test.everyItem(
      `/v1/changes?since=${since}&change=Vanished&objectType=Account&applicationInstanceId=${instance}`,
    );
    expect(await list.getByText('vanished', { exact: true }).count()).toBe(vanished.length);
    await list.getByText('What it was').first().click();
    await list
      .getByText('globalId', { exact: true })
      .or(list.getByText('alias', { exact: true }))
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await closed(page);
  });

  it('each number of changes opens its list, and what changed is called by what readers know', async () => {
    const page = await console.open('/');
    const kinds = await queryRows(
      console.test,
      `SELECT change, count(*) FROM changes WHERE changed_at >= (SELECT max(changed_at) FROM changes) - INTERVAL 7 DAY GROUP BY 1`,
    );
    expect(kinds.length).toBeGreaterThan(1);
    for (const [kind, count] of kinds) {
      await page.getByRole('link', { name: 'Overview', exact: true }).click();
      const numbers = page.getByRole('region', { name: 'Changed since last week' });
      await numbers
        .locator('div')
        .filter({ has: page.getByText(String(kind).toLowerCase(), { exact: true }) })
        .getByRole('link')
        .click();
      const list = page.getByRole('table', { name: `${kind} since last week` });
      await list.waitFor();
      expect(await list.getAttribute('aria-rowcount'), String(kind)).toBe(String(Number(count) + 1));
    }
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByLabel('Type').selectOption('RiskViolation');
    const entries = page.getByRole('list', { name: 'Changes' });
    await entries
      .getByRole('link', { name: /^Leaver with an enabled account: / })
      .first()
      .waitFor();
    expect(await entries.getByRole('link', { name: /\/[0-9a-f-]{36}$/ }).count()).toBe(0);
    await closed(page);
  });

  it('the audit log opens the job that an entry is about, and there are no buttons for a source that is not there', async () => {
    const page = await console.open('/administration/audit?action=actionJob.create');
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries
      .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
      .first()
      .click();
    await page.waitForURL('**/jobs/*');
    await page.getByRole('region', { name: 'What came of it' }).waitFor();
    await closed(page);
    const nowhere = await console.open('/sources/nope');
    await nowhere.getByText('There is no such source').waitFor();
    expect(await nowhere.getByRole('main').getByRole('button').count()).toBe(0);
    await closed(nowhere);
  });

  it('a source is checked, added and read by the wizard', async () => {
    const page = await console.open('/add-source');
    await page.getByLabel('Kind').selectOption('simulated');
    await page.getByLabel('Name', { exact: true }).fill('second-desk');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This setting is required.').waitFor();
    await page.getByLabel('file', { exact: true }).fill(path.join(folder, 'second.db'));
    await page.getByText('More settings').click();
    await page.getByLabel('seed', { exact: true }).fill(path.join(folder, 'missing.yaml'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText(/missing.yaml/)
      .first()
      .waitFor();
    await page.getByLabel('seed', { exact: true }).fill(seed);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/^Account: \d+ records looked at/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add and read it' }).click();
    await page.waitForURL('**/sources/second-desk');
    await page.getByRole('region', { name: 'State' }).getByText('read', { exact: true }).waitFor();
    expect(fs.readFileSync(path.join(folder, 'rolecall.yaml'), 'utf8')).toContain('second-desk');
    // Its configuration allows no changes, and the pages of its objects say so.
    const sql = `SELECT object_id FROM objects JOIN application_instances USING (application_instance_id)
      WHERE source_id = 'second-desk' AND object_type = 'Account' LIMIT 1`;
    const [found] = await until(
      () => queryRows(console.test, sql),
      rows => rows.length > 0,
    );
    await page.goto(`${console.address}/objects/Account/${String(found![0])}`);
    await signInWithToken(page, await console.test.token());
    await actions(page)
      .getByText(/Nothing can be changed in second-desk: .*writes/)
      .waitFor();
    await closed(page);
  });
});
