// Changes in sources by clicks: previewed, made and undone; and the pages that show jobs, changes over time and sources.
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChangeableDirectory } from '../connectors/ldap/changeable-organisation.ts';
import { groups, people } from '../connectors/ldap/organisation.ts';
import { type Slapd, slapdMissing } from '../support/directories/slapd.ts';
import { isLong } from '../support/long-tests.ts';
import { sendAs } from '../support/send.ts';
import { instanceOf, queryRows, temporaryFolder } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { closed, startConsole, type TestConsole } from './support/console.ts';
import { describePages, previewedAccounts } from './support/pages-of-changes.ts';
import { describeProposals, expectLeftToUndo, expectReviewEnds, expectSaysUnread } from './support/proposals.ts';
import { startSources } from './support/sources-to-change.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('changes by clicks'), () => {
  const folder = temporaryFolder();
  let slapd: Slapd | undefined;
  let console: TestConsole;
  beforeAll(async () => {
    slapd = slapdMissing ? undefined : await startChangeableDirectory();
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

  it('a leaver is found from the overview, switched off, and on again', async () => {
    const page = await console.open('/');
    await page.getByRole('region', { name: 'Leavers with access' }).getByRole('link').nth(1).click();
    await page.getByRole('table', { name: 'Leavers with access' }).getByRole('link', { name: 'ntanaka' }).click();
    await actions(page).getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('possible', { exact: true }).waitFor();
    await dialog.getByText('administrator, export').waitFor();
    await dialog.locator('code', { hasText: 'enabled = 0' }).waitFor();
    await dialog.getByRole('list', { name: 'Closes' }).getByText('Leaver with an enabled account').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Disable now' }).click();
    await completed(page).waitFor();
    await dialog.getByText('These pages show it.').waitFor();
    await dialog.getByRole('button', { name: 'Close this' }).click();
    // The page follows the new version without being loaded again.
    const fromSource = page.getByRole('region', { name: 'Fields' });
    const enabled = fromSource.locator('dl > div').filter({ has: page.getByText('Enabled', { exact: true }) });
    await enabled.getByText('no', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'The last change made on this page' }).click();
    await page.getByRole('button', { name: 'Undo …' }).click();
    const restored = page.getByRole('list', { name: 'Restored' });
    await restored.getByText('administrator, export').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo it' }).click();
    await page.getByText('undone', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Undo' }).getByText('These pages show it.').waitFor();
    const id = await idOf('accounts', 'alias', 'ntanaka', 'help-desk');
    expect((await console.test.get(`/v1/accounts/${id}`)).body).toMatchObject({ enabled: true, isAdmin: true });
    // The page behind shows the undo too, and who did what.
    await expectSaysUnread(page, () => page.goBack());
    await enabled.getByText('yes', { exact: true }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('link', { name: /^test disabled .* in help-desk$/ }).waitFor();
    await history.getByRole('link', { name: /^test undid the change that disabled / }).click();
    await page.waitForURL('**/jobs/*');
    await closed(page);
  });

  it('a rule leads to a guarded job, its undo in part and its evidence', async () => {
    const page = await console.open('/fix');
    await page.getByRole('heading', { name: 'Fix' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Condition').fill("source_id = 'help-desk' AND alias IN ('ntanaka', 'mfaber')");
    await page.getByRole('button', { name: 'Find' }).click();
    const accounts = page.getByRole('table', { name: 'Accounts' });
    await accounts.getByRole('link', { name: 'ntanaka' }).waitFor();
    await page.getByLabel('First', { exact: true }).fill('0');
    await page.getByText('must be a whole number from 1 to 1,000').waitFor();
    await page.getByLabel('First', { exact: true }).fill('1');
    await page.getByLabel('Purpose').fill('a walk through the page');
    await expectAccessible(page);
    // All of them, until a tick is taken away. That moves no row.
    const all = page.getByText('All 2 accounts', { exact: true });
    await all.waitFor();
    const boxes = accounts.getByRole('checkbox');
    await expect
      .poll(() => boxes.evaluateAll(each => each.map(box => (box as HTMLInputElement).checked)))
      .toEqual([true, true]);
    const place = await boxes.nth(1).boundingBox();
    await boxes.first().uncheck();
    await page.getByText('1 of 2 accounts; the others are left as they are').waitFor();
    expect(await boxes.nth(1).boundingBox()).toEqual(place);
    await page.getByRole('button', { name: 'See what would happen to 1 account', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose none' }).click();
    await page.getByText('0 of 2 accounts; the others are left as they are').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^See what would happen/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Choose all 2 accounts' }).click();
    await page.getByRole('button', { name: 'See what would happen to 2 accounts', exact: true }).click();
    const preview = page.getByRole('list', { name: 'What happens to each account' });
    await preview.getByText('possible', { exact: true }).nth(1).waitFor();
    await page.getByText('needs approval').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByText('waits for approval').waitFor();
    await page.getByText('a walk through the page').waitFor();
    await page.getByText('The first 1 before any other; stops when 20 % or more have failed.').waitFor();
    const { items } = (await console.test.get('/v1/action-jobs?pageSize=1')).body;
    const job: string = items[0].id;
    // The session of the page belongs to somebody else than the token of the test.
    await sendAs(console.test, await console.test.token())('POST', `/v1/action-jobs/${job}/approve`);
    await completed(page).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save evidence' }).click();
    expect((await download).suggestedFilename()).toBe(`job-${job.slice(0, 8)}.csv`);
    await page.getByText('SHA-256').first().waitFor();
    await page.getByRole('button', { name: 'Undo …' }).click();
    await page.getByText('Nothing is ticked: all 2 are undone.').waitFor();
    await page.getByRole('button', { name: 'Undo all 2', exact: true }).waitFor();
    await page.getByLabel('Undo only ntanaka').check();
    await page.getByText('Only the 1 ticked of 2 is undone.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo 1 of them' }).click();
    await page.getByRole('region', { name: 'Undo' }).getByText('These pages show it.').waitFor();
    const enabled = async (alias: string) =>
      (await console.test.get(`/v1/accounts/${await idOf('accounts', 'alias', alias, 'help-desk')}`)).body.enabled;
    expect([await enabled('ntanaka'), await enabled('mfaber')]).toEqual([true, false]);
    await expectLeftToUndo(console, page, 'mfaber');
    await closed(page);
  });

  it('a review is sent, decided by a link without an account, and what is taken away becomes a job', async () => {
    const page = await console.open('/reviews');
    await page.getByText(/^rolecall reviews create .+ --due \d{4}-\d{2}-\d{2}$/).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Fix' }).click();
    await page.getByLabel('Condition').fill("source_id = 'help-desk' AND alias IN ('smensah', 'zschmidt')");
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('Ask managers and owners first').click();
    await page.getByRole('table', { name: 'Whom to ask' }).getByRole('link', { name: 'smensah' }).waitFor();
    await page.getByLabel('Title').fill('Who still works at the help desk?');
    await page.getByLabel('Substitute').fill('desk@example.org');
    // Said before anybody believes that they were asked.
    await page.getByText(/Nobody is told by this service, which has no mail server/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the review' }).click();
    await page.getByText('Nobody was told: no mail server').waitFor();
    await page.getByText(/Asked by test on \w+ \d+, \d{4}/).waitFor();
    await page.getByText(/Due on \w+ \d+, \d{4}/).waitFor();
    const review = page.url().split('/').at(-1)!;

    const links = await console.test.operator.reviewLinks({ review });
    await page.getByRole('button', { name: 'Show the links to pass on' }).click();
    for (const { address, url } of links)
      await expect.poll(() => page.getByRole('textbox', { name: `Link of ${address}` }).inputValue()).toBe(url);
    await expectAccessible(page);
    const context = await console.browser.newContext({ viewport: { width: 390, height: 800 } });
    for (const { url } of links) {
      const { pathname, search } = new URL(url);
      const theirs = await context.newPage();
      await theirs.goto(`${console.address}${pathname}${search}`);
      await expectAccessible(theirs);
      expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      for (const group of await theirs.getByRole('group').all()) {
        const isTaken = (await group.getByText('smensah').count()) > 0;
        await group.getByLabel(isTaken ? 'Take away' : 'Keep', { exact: true }).check();
        if (isTaken) await group.getByLabel('Comment').fill('works elsewhere');
      }
      await theirs.getByRole('button', { name: 'Save the decisions' }).click();
      await theirs.getByText(/^Saved: \d decisions?\.$/).waitFor();
      await expectAccessible(theirs);
    }
    await context.close();

    // Who is signed in finds the review without the link.
    const asked = links[0]!.address;
    const invitation = await console.test.operator.addSignInLink({
      ...{ name: 'Sam', role: 'viewer', sources: [] },
      email: asked,
    });
    const signedIn = await console.open(new URL(invitation.url).pathname + new URL(invitation.url).search, {
      isSignedIn: false,
    });
    await signedIn.getByRole('button').first().click();
    await signedIn.getByRole('navigation').getByRole('link', { name: 'Reviews' }).click();
    const mine = signedIn.getByRole('list', { name: 'Reviews that ask you' });
    await mine.getByText('asks you about').waitFor();
    await expectAccessible(signedIn);
    await mine.getByRole('link', { name: 'Who still works at the help desk?' }).click();
    await signedIn.getByRole('button', { name: 'Save the decisions' }).waitFor();
    await signedIn.context().close();
    await page.getByText('1 keep, 1 take away, 0 undecided, of 2').waitFor();
    await page.getByRole('table', { name: 'Decisions' }).getByText('works elsewhere').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save evidence' }).click();
    expect((await download).suggestedFilename()).toBe(`review-${review.slice(0, 8)}.csv`);
    await page.getByRole('button', { name: 'See what taking away 1 would do' }).click();
    await page.getByText('The first 3 before any other; stops when 20 % or more have failed.').waitFor();
    await page.getByRole('button', { name: 'Disable this way' }).click();
    await completed(page).waitFor();
    await page.getByText('review: Who still works at the help desk?').waitFor();
    await page.getByText('These pages show it.').waitFor();
    const log = await console.open('/administration/audit?action=review.create');
    await log
      .getByRole('table', { name: 'Entries' })
      .getByRole('link', { name: 'Who still works at the help desk?' })
      .waitFor();
    await closed(log);
    await page.getByRole('button', { name: 'Close this' }).click();
    await page.getByText('1 of those to take away are proposed as a job.').waitFor();
    await expectReviewEnds(page);
    await page.getByRole('table', { name: 'Decisions' }).getByRole('link', { name: 'the job' }).click();
    await page.getByRole('button', { name: 'Undo …' }).waitFor();
    await closed(page);
  });

  it('an analyst, who may annotate, is offered no change and no undo', async () => {
    const id = await idOf('accounts', 'alias', 'ntanaka', 'help-desk');
    const page = await console.open(`/objects/Account/${id}`, { scopes: ['read', 'annotate'] });
    await page.getByRole('region', { name: 'What it reaches' }).waitFor();
    await expect.poll(() => actions(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page
      .getByRole('table', { name: 'Jobs' })
      .getByRole('link', { name: / disabled .* in help-desk/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Results' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo …' }).count()).toBe(0);
    await closed(page);
  });

  /** On the page of a change: choose the other object, and make the change. */
  const makeChange = async (page: Page, label: string, noun: string, name: string) => {
    await actions(page).getByRole('button', { name: label, exact: true }).click();
    const search = page.getByRole('searchbox', { name: `Which ${noun}?` });
    if (label.startsWith('Assign')) await search.fill(name);
    await page.getByRole('list', { name: 'Choices' }).getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: `${label} now` }).click();
    await completed(page).waitFor();
    await page.getByRole('dialog').getByText('These pages show it.').waitFor();
    await page.getByRole('button', { name: 'Close this' }).click();
  };

  it(`a disabled account is enabled, and a role is assigned${isLong ? ' and removed' : ''}`, async () => {
    const page = await console.open(`/objects/Account/${await idOf('accounts', 'alias', 'hpetrov', 'help-desk')}`);
    const fields = page
      .getByRole('region', { name: 'Fields' })
      .locator('dl > div')
      .filter({ has: page.getByText('Enabled', { exact: true }) });
    await fields.getByText('no', { exact: true }).waitFor();
    await actions(page).getByRole('button', { name: 'Enable', exact: true }).click();
    await page.getByRole('button', { name: 'Enable now' }).click();
    await completed(page).waitFor();
    await page.getByRole('dialog').getByText('These pages show it.').waitFor();
    await page.getByRole('button', { name: 'Close this' }).click();
    await fields.getByText('yes', { exact: true }).waitFor();
    const roles = page.getByRole('region', { name: 'Member of' }).getByRole('link', { name: 'Refund approver' });
    await makeChange(page, 'Assign role', 'role', 'Refund approver');
    await roles.waitFor();
    // The history saw it come, so its date is known.
    const given = page.getByRole('table', { name: 'What it reaches' }).getByRole('row', { name: /^Refund approver/ });
    await given.getByText(/^\w+ \d+, \d{4}$/).waitFor();
    // The list of changes begins with it, calls it by its two ends, and says who asked for it.
    const changes = await console.open('/changes?type=EntityManagedViaObject', { scopes: ['read'] });
    const newest = changes.getByRole('list', { name: 'Changes' }).getByRole('listitem').first();
    await newest.getByRole('link', { name: /^(hpetrov|.* Petrov) → Refund approver$/ }).waitFor();
    // Dates read as in a sentence.
    await newest.getByText(/^in help-desk on \w+ \d+, \d{4}/).waitFor();
    await expectAccessible(changes);
    await newest.getByRole('link', { name: 'asked for by test' }).click();
    await changes.waitForURL('**/jobs/*');
    await changes
      .getByText(/gave the role Refund approver to .* in help-desk\. Asked for on \w+ \d+, \d{4}.*, ended on \w+ \d+/)
      .first()
      .waitFor();
    await closed(changes);
    if (isLong) {
      await makeChange(page, 'Remove role', 'role', 'Refund approver');
      await roles.waitFor({ state: 'detached' });
    }
    await closed(page);
  });

  it('a job that waits for a second person is approved by clicks, and another one is cancelled', async () => {
    const send = sendAs(console.test, await console.test.token());
    const ids = await Promise.all(['mfischer', 'zschmidt'].map(alias => idOf('accounts', 'alias', alias, 'help-desk')));
    const enabled = async () =>
      (await Promise.all(ids.map(id => console.test.get(`/v1/accounts/${id}`)))).map(({ body }) => body.enabled);
    const submit = async () => {
      const { status, body } = await send('POST', '/v1/accounts/disable', { ids, purpose: 'clearing the help desk' });
      expect(status, JSON.stringify(body)).toBe(202);
      const page = await console.open(`/jobs/${body.jobId}`);
      await page.getByText('clearing the help desk').waitFor();
      await page.getByText(/^test asked to disable /).waitFor();
      await page.getByText('waits for approval', { exact: true }).waitFor();
      await page.getByText('Somebody other than test has to approve it').waitFor();
      return page;
    };
    const refused = await submit();
    await refused.getByRole('button', { name: 'See what would happen' }).click();
    const targets = refused.getByRole('list', { name: 'What happens to each account' });
    await expect.poll(() => targets.getByText('possible', { exact: true }).count()).toBe(2);
    // Whoever approves reads what each account has, and what the source does with it.
    const preview = (await send('POST', '/v1/accounts/disable?dryRun=true', { ids })).body;
    for (const { target: id, presentState } of preview.targets) {
      const target = targets.getByRole('listitem').filter({ has: refused.locator(`a[href="/objects/Account/${id}"]`) });
      expect(presentState.roles.length + presentState.groups.length, id).toBeGreaterThan(0);
      for (const held of [presentState.roles, presentState.groups].filter(each => each.length > 0))
        await target.getByText(held.join(', '), { exact: true }).waitFor();
    }
    await refused.locator('code', { hasText: 'enabled = 0' }).waitFor();
    await expectAccessible(refused);
    // Who asked for it is not offered what would be refused.
    const requester = await console.test.token();
    const { body: own } = await sendAs(console.test, requester)('POST', '/v1/accounts/disable', { ids });
    const theirs = await console.open(`/jobs/${own.jobId}`, { token: requester });
    await theirs.getByText('You asked for it, so it waits for another person.').waitFor();
    await theirs.getByText('test did not say why.').waitFor();
    await theirs.getByRole('button', { name: 'Cancel the job' }).waitFor();
    await expect.poll(() => theirs.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Cancel the job' }).click();
    await theirs.getByText('cancelled', { exact: true }).first().waitFor();
    await closed(theirs);
    const overview = await console.open('/');
    const waiting = overview.getByRole('region', { name: 'Changes that wait for approval' });
    await waiting.getByText('has waited for approval since').first().waitFor();
    await waiting.getByText('clearing the help desk').first().waitFor();
    await expectAccessible(overview);
    await waiting.getByRole('link').first().click();
    await overview.getByText('Somebody other than test has to approve it').waitFor();
    await closed(overview);
    await refused.getByRole('button', { name: 'Cancel the job' }).click();
    await refused.getByText('cancelled', { exact: true }).first().waitFor();
    await expect.poll(() => refused.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await enabled()).toEqual([true, true]);
    await closed(refused);
    const approved = await submit();
    await approved.getByRole('button', { name: 'Approve' }).click();
    await approved
      .getByText('approved by test: 2 targets; more than 1 need a second person (approval_above)')
      .waitFor();
    await completed(approved).waitFor();
    await approved.getByText('These pages show it.').waitFor();
    expect(await enabled()).toEqual([false, false]);
    // The undo is a change of its own, and waits as well.
    await approved.getByRole('button', { name: 'Undo …' }).click();
    await approved.getByText('Undoing as many at once waits for a second person').waitFor();
    await approved.getByRole('button', { name: 'Undo all 2' }).click();
    const undo = approved.getByRole('region', { name: 'Undo' });
    await undo.getByText('You asked for it, so it waits for another person.').waitFor();
    await expectAccessible(approved);
    const [waits] = (await console.test.get('/v1/action-jobs?pageSize=1')).body.items;
    expect(waits).toMatchObject({ type: 'Revert', status: 'Queued' });
    const second = await console.open(`/jobs/${waits.id}`, { token: await console.test.token() });
    await second.getByText('waits for approval', { exact: true }).waitFor();
    await second.getByRole('button', { name: 'Approve' }).click();
    await completed(second).waitFor();
    await closed(second);
    await undo.getByText('These pages show it.').waitFor();
    expect(await enabled()).toEqual([true, true]);
    await closed(approved);
  });

  it('a preview of a waiting job has all of its accounts, some at a time', async () => {
    const instance = instanceOf(console.test, 'help-desk');
    const ofSource = `SELECT global_id FROM accounts WHERE application_instance_id = '${instance}' ORDER BY global_id`;
    const ids = (await queryRows(console.test, ofSource)).map(([id]) => String(id));
    expect(ids.length).toBeGreaterThan(10);
    const { body } = await sendAs(console.test, await console.test.token())('POST', '/v1/accounts/disable', { ids });
    const page = await console.open(`/jobs/${body.jobId}`);
    await page.getByText(/^test asked to disable .*, .*, .* and perhaps more in help-desk/).waitFor();
    await page.getByRole('button', { name: 'See what would happen' }).click();
    const preview = page.getByRole('region', { name: 'What would happen' });
    // On each page, those that would change come first.
    const named = async () => {
      const opened = await previewedAccounts(preview).evaluateAll(all =>
        all.map(link => link.getAttribute('href')!.split('/').at(-1)!),
      );
      return opened.toSorted();
    };
    await preview.getByText(`Accounts 1 to 10 of ${ids.length}`).waitFor();
    await expect.poll(named).toEqual(ids.slice(0, 10));
    await preview.getByText('1 role', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Next' }).click();
    await preview.getByText(`Accounts 11 to ${Math.min(20, ids.length)} of ${ids.length}`).waitFor();
    await expect.poll(named).toEqual(ids.slice(10, 20));
    await preview.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(named).toEqual(ids.slice(0, 10));
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
    const listed = async (query: string) =>
      (await console.test.get(`/v1/action-jobs/${body.jobId}/targets${query}`)).body;
    const first = await listed('?pageSize=4');
    expect(first).toMatchObject({ total: ids.length, items: ids.slice(0, 4).map(target => ({ target })) });
    const second = await listed(`?pageSize=4&pageToken=${encodeURIComponent(first.nextPageToken)}`);
    expect(second.items).toEqual(ids.slice(4, 8).map(target => ({ target })));
    await closed(page);
  });

  describe.skipIf(slapdMissing)(`in OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
    const valuesOf = async (dn: string, attribute: string) => {
      const [found] = await slapd!.search('(objectClass=*)', ['*', '+'], ['-s', 'base', '-b', dn]);
      return (found?.get(attribute.toLowerCase()) ?? []).map(String);
    };

    it.runIf(isLong)('an account is disabled and enabled again, as ldapsearch says', async () => {
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
      // The page that is left offers the undo too.
      await page.getByRole('link', { name: 'All jobs' }).waitFor();
      await page.getByRole('button', { name: 'Undo …' }).click();
      await page.getByRole('button', { name: 'Undo it' }).click();
      await page.getByText('undone', { exact: true }).waitFor();
      expect((await valuesOf(`cn=engineers,${groups}`, 'member')).toSorted()).toEqual(before.toSorted());
      await page.getByRole('link', { name: 'All jobs' }).click();
      const jobs = page.getByRole('table', { name: 'Jobs' });
      const undone = jobs
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: /^test undid the change that added / }) });
      await undone.waitFor();
      const added = jobs.getByRole('link', { name: /^test added .* to the group .* in directory, undone on / });
      await added.first().waitFor();
      // On a telephone, what was done is read as a whole, and what became of it is in sight.
      await page.setViewportSize({ width: 390, height: 800 });
      const sentence = undone.locator('bdi').first();
      await expect
        .poll(() =>
          sentence.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
            scrollWidth - clientWidth,
            scrollHeight - clientHeight,
          ]),
        )
        .toEqual([0, 0]);
      const { x, width } = (await undone.getByText('completed', { exact: true }).boundingBox())!;
      expect(x + width).toBeLessThan(390);
      const heights = await jobs.getByRole('row').evaluateAll(rows => rows.slice(1).map(row => row.clientHeight));
      expect(new Set(heights).size).toBe(1);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByLabel('Kind').selectOption('Revert');
      await added.first().waitFor({ state: 'detached' });
      await page.getByLabel('Name', { exact: true }).fill('no such account');
      await page.getByText('No job fits the filters').waitFor();
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

  describeProposals(() => console);
  describePages(() => console, folder);
});
