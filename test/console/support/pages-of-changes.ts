// The pages that show what has changed, and sources: on the service of the test of changes, because starting one is slow.
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { answerAfter } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import { instanceOf, queryRows } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { expectAccessible } from './accessibility.ts';
import { closed, signInWithToken, type TestConsole } from './console.ts';
import { describeUploads } from './pages-of-uploads.ts';
import { reads, scripts, seed, some } from './sources-to-change.ts';

/** The accounts of a preview, also those that are folded. */
export const previewedAccounts = (preview: Locator): Locator =>
  preview.getByRole('list', { name: 'What happens to each account' }).locator('a[href^="/objects/Account/"]');

const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });

/** @param served the console, once it is started @param folder that of the configuration */
export function describePages(served: () => TestConsole, folder: string): void {
  it('a source that is held back says why, and its loss is accepted', async () => {
    const console = served();
    const page = await console.open('/sources');
    const sources = page.getByRole('table', { name: 'Sources' });
    await sources.getByRole('row', { name: /^app/ }).getByText('read in part').waitFor();
    await expectAccessible(page);
    await sources.getByRole('link', { name: 'app' }).click();
    await page
      .getByRole('table', { name: 'Rejected records' })
      .getByText(/enabled/)
      .waitFor();
    await page.getByRole('table', { name: 'What was read' }).getByText('partial').waitFor();
    scripts.set('app', reads(some(3)));
    await page.getByRole('button', { name: 'Read now' }).click();
    const held = page.getByRole('region', { name: 'Held back' });
    await held.getByText(/accounts .* are gone/).waitFor();
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

  it('changes are listed since a day, as far as they are known', async () => {
    const console = served();
    const page = await console.open('/sources', { scopes: ['read'] });
    await page.getByRole('heading', { name: 'Sources', exact: true }).waitFor();
    const tomorrow = new Date(Date.now() + 86_400_000);
    await page.clock.setFixedTime(tomorrow);
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    const since = page.getByLabel('Since');
    await expect.poll(() => since.getByRole('option', { name: /^last version, before / }).count()).toBe(1);
    await since.selectOption('today');
    const begin = new Date(tomorrow.getFullYear(), tomorrow.getMonth(), tomorrow.getDate());
    await page.waitForURL(url => url.searchParams.get('since')?.includes(begin.toISOString()) === true);
    // All changes are older than that.
    await page.getByText('Nothing is different').waitFor();
    await expect.poll(() => page.getByLabel('Since').getByRole('option', { name: '7 days ago' }).count()).toBe(0);
    await closed(page);
  });

  it('what vanished is listed with what it was, also under a hostile name on a narrow screen', async () => {
    const console = served();
    const page = await console.open('/changes', { scopes: ['read'], width: 360 });
    const list = page.getByRole('list', { name: 'Changes' });
    // Before the newest version that showed a change.
    await page.getByLabel('Since').selectOption({ index: 1 });
    await page.getByLabel('Until').selectOption({ index: 1 });
    await page.getByLabel('Kind').selectOption('Vanished');
    await page.getByLabel('Type').selectOption('Account');
    await page.getByLabel('Source').selectOption('app');
    await page.waitForURL(/kind=Vanished/);
    await list.getByRole('link', { name: /<script>alert/ }).waitFor();
    const instance = instanceOf(console.test, 'app');
    const since = await page.getByLabel('Since').inputValue();
    const until = await page.getByLabel('Until').inputValue();
    expect(Number(until)).toBe(Number(since) + 1);
    expect(JSON.parse(new URL(page.url()).searchParams.get('until')!)).toBe(until);
    const vanished = await console.test.everyItem(
      `/v1/changes?since=${since}&until=${until}&change=Vanished&objectType=Account&applicationInstanceId=${instance}`,
    );
    await expect.poll(() => list.getByText('vanished', { exact: true }).count()).toBe(vanished.length);
    await list.getByText('What it was').first().click();
    await list
      .getByText('Id', { exact: true })
      .or(list.getByText('Username', { exact: true }))
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await closed(page);
  });

  it('each number of changes opens its list, and what changed is called by what readers know', async () => {
    const console = served();
    const page = await console.open('/');
    const [[account] = []] = await queryRows(
      console.test,
      `SELECT global_id FROM accounts WHERE alias = 'ntanaka' AND application_instance_id = '${instanceOf(console.test, 'help-desk')}'`,
    );
    const send = sendAs(console.test, await console.test.token());
    const change = async (verb: 'disable' | 'enable') => {
      const { body } = await send('POST', `/v1/accounts/${account}/${verb}`);
      await answerAfter(console.test, `/v1/accounts/${account}`, body.jobId);
    };
    /** Without counts and flags that only follow from other changes. */
    const listed = async () =>
      (await console.test.everyItem('/v1/changes')).filter(
        ({ change: kind, fields }) =>
          kind !== 'Changed' ||
          (fields as readonly { readonly field: string }[]).some(
            ({ field }) => !/^((analytics|enriched|global|sor)[A-Z]|serviceObjectMetadata)/.test(field),
          ),
      );
    const reload = async (shown: Page) => {
      await shown.reload();
      await signInWithToken(shown, await console.test.token());
    };
    const expectLists = async () => {
      await reload(page);
      const kinds = Map.groupBy(await listed(), ({ change: kind }) => String(kind));
      expect(kinds.size).toBeGreaterThan(1);
      for (const [kind, changes] of kinds) {
        await page.getByRole('link', { name: 'Overview', exact: true }).click();
        const numbers = page.getByRole('region', { name: 'Changed since last week' });
        const linkOf = (name: string) =>
          numbers
            .locator('div')
            .filter({ has: page.getByText(name, { exact: true }) })
            .getByRole('link');
        const numberOf = async (name: string) =>
          (await linkOf(name).allTextContents()).reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
        // What a source had when it was read for the first time has appeared, and is counted apart.
        const read = async () => (await numberOf(kind)) + (kind === 'Appeared' ? await numberOf('First read') : 0);
        await expect.poll(read, { message: kind }).toBe(changes.length);
        const shown = await numberOf(kind);
        await linkOf(kind).click();
        const list = page.getByRole('table', { name: `${kind} since last week` });
        await list.waitFor();
        await expect.poll(() => list.getAttribute('aria-rowcount'), { message: kind }).toBe(String(shown + 1));
      }
    };
    await change('disable');
    await expectLists();
    const memberships = (await listed()).filter(
      ({ change: kind, objectType }) => kind === 'Vanished' && objectType === 'EntityManagedViaObject',
    );
    const vanished = await console.open('/overview/vanished', { scopes: ['read'] });
    const gone = vanished.getByRole('table', { name: 'Vanished since last week' });
    const linkTo = (id: unknown) => gone.locator(`a[href="/objects/EntityManagedViaObject/${id}"]`);
    const isRead = gone.or(vanished.getByText('Nothing has vanished'));
    await isRead.waitFor();
    for (const { objectId } of memberships) await linkTo(objectId).getByText(/ → /).waitFor();
    // What is there again has not vanished.
    await change('enable');
    await expectLists();
    const there = await queryRows(
      console.test,
      `SELECT DISTINCT object_id FROM changes WHERE change = 'Vanished' AND object_id IN (SELECT global_id FROM managed_via)`,
    );
    expect(there.length).toBeGreaterThan(0);
    // The list follows new versions by itself.
    for (const [id] of there) await expect.poll(() => linkTo(id).count()).toBe(0);
    await closed(vanished);
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByLabel('Type').selectOption('RiskViolation');
    const entries = page.getByRole('list', { name: 'Changes' });
    await entries
      .getByRole('link', { name: /^Leaver with an enabled account: / })
      .first()
      .waitFor();
    await expect.poll(() => entries.getByRole('link', { name: /\/[0-9a-f-]{36}$/ }).count()).toBe(0);
    // A risk that was found and resolved meanwhile is no news.
    const { body: appeared } = await console.test.get(
      '/v1/changes?objectType=RiskViolation&change=Appeared&order=newest&pageSize=100',
    );
    const ids: string[] = appeared.items.map(({ objectId }: { objectId: string }) => objectId);
    const stateOf = new Map(
      (await queryRows(
        console.test,
        `SELECT global_id, status FROM risk_violations WHERE global_id IN ('${ids.join("', '")}')`,
      )) as [string, string][],
    );
    const resolvedIds = ids.filter(id => stateOf.get(id) === 'Resolved');
    await page.getByLabel('Kind').selectOption('Appeared');
    await expect.poll(() => entries.getByText('appeared', { exact: true }).count()).toBe(ids.length);
    await expect.poll(() => entries.getByText('resolved', { exact: true }).count()).toBe(resolvedIds.length);
    expect(resolvedIds.length).toBeGreaterThan(0);
    await entries
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="/objects/RiskViolation/${resolvedIds[0]}"]`) })
      .getByText('resolved', { exact: true })
      .waitFor();
    await closed(page);
  });

  it('the audit log opens the job that an entry is about, and there are no buttons for a source that is not there', async () => {
    const console = served();
    const page = await console.open('/administration/audit?action=actionJob.create');
    const link = page.getByRole('link', { name: /\bdisabled .+ in help-desk/ });
    const entries = page.getByRole('table', { name: 'Entries' }).getByRole('row').filter({ has: link });
    await entries.first().getByRole('cell').nth(4).getByRole('link').click();
    await page.waitForURL('**/jobs/*');
    await page.getByRole('region', { name: 'Results' }).waitFor();
    await closed(page);
    const nowhere = await console.open('/sources/nope');
    await nowhere.getByText('There is no such source').waitFor();
    await expect.poll(() => nowhere.getByRole('main').getByRole('button').count()).toBe(0);
    await closed(nowhere);
  });

  it('a place is reserved for the names in the sentence of a job until they are there', async () => {
    const console = served();
    const page = await console.open('/sources');
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/query/execute', async route => {
      if (route.request().postData()?.includes('string_split(:ids')) await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    const jobs = page.getByRole('table', { name: 'Jobs' });
    await jobs
      .getByText(/ … in help-desk/)
      .first()
      .waitFor();
    await expect.poll(() => jobs.getByText(/an account/).count()).toBe(0);
    held.resolve();
    await jobs
      .getByText(/ntanaka in help-desk/)
      .first()
      .waitFor();
    await closed(page);
  });

  it('several accounts are selected, stay selected on the way back, and are previewed and changed in one job', async () => {
    const console = served();
    const instance = instanceOf(console.test, 'help-desk');
    const page = await console.open(`/inventory/accounts?source=${instance}`);
    const boxes = page.getByRole('table', { name: 'Accounts' }).getByRole('checkbox');
    await boxes.first().waitFor();
    const sql = `SELECT count(*) FROM accounts WHERE application_instance_id = '${instance}'`;
    await expect.poll(() => boxes.count()).toBe((await queryRows(console.test, sql))[0]![0]);
    const place = await boxes.nth(2).boundingBox();
    await boxes.nth(1).check();
    await page.getByText('1 account selected').waitFor();
    // The first tick shows what can be done, and moves no row: a quick second click has to hit.
    expect(await boxes.nth(2).boundingBox()).toEqual(place);
    await boxes.nth(2).check();
    const bulk = page.getByRole('region', { name: 'Selected accounts' });
    await bulk.getByText('2 accounts selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('table', { name: 'Accounts' }).getByRole('link').first().click();
    await page.getByRole('region', { name: 'At a glance' }).waitFor();
    await page.goBack();
    await bulk.getByText('2 accounts selected').waitFor();
    const dialog = page.getByRole('dialog');
    await bulk.getByRole('button', { name: 'Disable …' }).click();
    await dialog.getByRole('button', { name: 'Send for approval' }).waitFor();
    await expect.poll(() => previewedAccounts(dialog).count()).toBe(2);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change nothing' }).click();
    await bulk.getByRole('button', { name: 'Select none' }).click();
    await bulk.waitFor({ state: 'detached' });
    await closed(page);
  });

  it('a reason of several accounts is said once, nothing is offered where nothing is left, and what is not known comes first', async () => {
    const console = served();
    const instance = instanceOf(console.test, 'help-desk');
    const sql = `SELECT global_id FROM accounts WHERE application_instance_id = '${instance}' AND enabled ORDER BY alias LIMIT 2`;
    const page = await console.open(`/inventory/accounts?source=${instance}`);
    await page.route('**/v1/accounts/enable?dryRun=true', async route => {
      const answer = await route.fetch();
      const notEvaluated = [{ rules: ['dormant_account'], reason: 'its limit was reached' }];
      const risks = { opened: [], closed: [], openedCount: 0, closedCount: 0, notEvaluated, evaluatedCount: 3 };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), risks } });
    });
    const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
    for (const [id] of await queryRows(console.test, sql))
      await rows
        .filter({ has: page.locator(`a[href="/objects/Account/${id}"]`) })
        .getByRole('checkbox')
        .check();
    await page.getByRole('region', { name: 'Selected accounts' }).getByRole('button', { name: 'Enable …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('There is nothing left to do: of the 2 accounts, 2 need no change.').waitFor();
    const lines = dialog.getByRole('list', { name: 'What happens to each account' }).getByRole('listitem');
    await expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringMatching(/2 accounts: already enabled/)]);
    await expect.poll(() => previewedAccounts(dialog).count()).toBe(2);
    await dialog.getByText('Which accounts').click();
    await previewedAccounts(dialog).nth(1).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: /^(Enable|Send|Propose)/ }).count()).toBe(0);
    await expect
      .poll(() => dialog.getByRole('region', { name: 'Risks' }).getByRole('paragraph').allInnerTexts())
      .toEqual([
        'Not known for dormant account, because its limit was reached.',
        'Of the other rules, no violation is known to be opened or closed.',
      ]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close this' }).click();
    await closed(page);
  });

  it('the accounts of all people who left are disabled together, after one preview', async () => {
    const console = served();
    const leavers = async () =>
      (
        await queryRows(
          console.test,
          `SELECT account_id FROM person_accounts WHERE employment_status = 'Terminated' AND account_enabled`,
        )
      ).map(([id]) => String(id));
    const count = (await leavers()).length;
    expect(count).toBeGreaterThan(1);
    const path = '/overview/people-who-left';
    const reader = await console.open(path, { scopes: ['read'] });
    await reader.getByRole('table', { name: 'People who left and can still sign in' }).waitFor();
    await expect.poll(() => reader.getByRole('button', { name: 'Disable their accounts …' }).count()).toBe(0);
    await closed(reader);
    const page = await console.open(path);
    await page.getByRole('button', { name: 'Disable their accounts …' }).click();
    const dialog = page.getByRole('dialog', { name: `Disable ${count} accounts` });
    await dialog.getByRole('button', { name: 'Send for approval' }).waitFor();
    await expect.poll(() => previewedAccounts(dialog).count()).toBe(count);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change nothing' }).click();
    await dialog.waitFor({ state: 'detached' });
    await closed(page);
  });

  it('accounts of a source that cannot be changed say why, and lead to asking managers', async () => {
    const console = served();
    const page = await console.open(`/inventory/accounts?source=${instanceOf(console.test, 'app')}`);
    await page.getByRole('table', { name: 'Accounts' }).getByRole('checkbox').first().check();
    const bulk = page.getByRole('region', { name: 'Selected accounts' });
    await bulk.getByText(/app cannot be changed here \(.+\)\./).waitFor();
    await expect.poll(() => bulk.getByRole('button', { name: /Disable|Enable/ }).count()).toBe(0);
    await expectAccessible(page);
    await bulk.getByRole('link', { name: 'Ask managers …' }).click();
    const found = page.getByRole('table', { name: 'Accounts' }).getByRole('checkbox');
    await found.first().waitFor();
    await expect.poll(() => found.count()).toBe(1);
    await expect.poll(() => page.getByLabel('Ask managers and owners first').isChecked()).toBe(true);
    // Another one is picked by name.
    await page.getByRole('combobox', { name: 'By name' }).fill('ntanaka');
    await page
      .getByRole('option', { name: /ntanaka/ })
      .first()
      .click();
    await expect.poll(() => found.count()).toBe(2);
    await expectAccessible(page);
    await closed(page);
  });

  it('a source is checked, added and read by the wizard', async () => {
    const console = served();
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
      .getByText(/Nothing can be changed in second-desk: .*writes.* Change it in the source itself, or ask/)
      .waitFor();
    await closed(page);
  });

  describeUploads(served);
}
