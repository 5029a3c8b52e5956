// Nothing that can be clicked moves while answers of a slow service come, one after the other, in the least convenient order.
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../support/long-tests.ts';
import { sendAs } from '../support/send.ts';
import { queryRows, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, signInWithToken, startConsole, type TestConsole } from './support/console.ts';
import { type HeldAnswers, holdAnswers } from './support/held-answers.ts';
import { startSources } from './support/sources-to-change.ts';

const widths = [1280, 390];

/** In the short form of the tests, the pages and openings that have parts of every kind; the others are made of the same parts. */
const shortForm = [
  ...['overview', 'account', 'violation', 'job that waits', 'review', 'changes', 'source', 'inventory'],
  ...['access from a group', 'disable', 'undo', 'accept a risk', 'add a source'],
];
const named = (all: object) => Object.keys(all).filter(name => isLong || shortForm.includes(name));

describe.skipIf(missingBrowser !== undefined)(inBrowser('pages of a slow service'), () => {
  const folder = temporaryFolder();
  let console: TestConsole;
  /** What the pages are about. */
  const about = { account: '', group: '', violation: '', waiting: '', made: '', review: '' };
  beforeAll(async () => {
    console = await startConsole(await startSources(folder, undefined));
    const send = sendAs(console.test, await console.test.token());
    const idsOf = async (sql: string) => (await queryRows(console.test, sql)).map(([id]) => String(id));
    const accounts = `FROM accounts WHERE source_id = 'help-desk' AND enabled AND enriched_person_id IS NOT NULL`;
    const ids = await idsOf(`SELECT global_id ${accounts} ORDER BY alias LIMIT 3`);
    const made = await send('POST', `/v1/accounts/${ids[0]}/disable`);
    await until(
      async () => (await console.test.get(`/v1/action-jobs/${made.body.jobId}`)).body.dataSync.status,
      status => status === 'Completed',
    );
    const waiting = await send('POST', '/v1/accounts/disable', { ids: ids.slice(1) });
    const due = new Date(Date.now() + 86_400_000).toISOString();
    const question = { title: 'Who still works here?', operation: 'DisableAccount', ids, due };
    const review = await send('POST', '/v1/reviews', { ...question, substitute: 'desk@example.org' });
    expect([waiting.status, review.status], JSON.stringify(review.body)).toEqual([202, 201]);
    const [group] = await idsOf(`SELECT global_id FROM user_groups WHERE source_id = 'help-desk' LIMIT 1`);
    const [violation] = await idsOf(`SELECT global_id FROM risk_violations WHERE status = 'Open' LIMIT 1`);
    Object.assign(about, { account: ids[1], group, violation, made: made.body.jobId });
    Object.assign(about, { waiting: waiting.body.jobId, review: review.body.id });
  });
  afterAll(async () => {
    await console?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** The page with all of its answers held. */
  async function openHeld(address: string, width = 1280): Promise<{ page: Page; held: HeldAnswers }> {
    const page = await console.open(address, { isSignedIn: false, width });
    const held = await holdAnswers(page);
    await signInWithToken(page, await console.test.token());
    // A page that waits for all that it shows has no heading yet.
    await page.locator('#page :is(h1, [data-pending])').first().waitFor({ state: 'attached' });
    // However busy the machine: answers come before anybody would rather see what stands below them.
    await page.evaluate(() => document.documentElement.style.setProperty('--patience', '3600s'));
    return { page, held };
  }

  async function close(page: Page, held: HeldAnswers): Promise<void> {
    await held.end();
    expectNoReports(page);
    await page.context().close();
  }

  const addresses: Readonly<Record<string, () => string>> = {
    overview: () => '/',
    account: () => `/objects/Account/${about.account}`,
    group: () => `/objects/UserGroup/${about.group}`,
    violation: () => `/objects/RiskViolation/${about.violation}`,
    risks: () => '/risks',
    'job that waits': () => `/jobs/${about.waiting}`,
    job: () => `/jobs/${about.made}`,
    reviews: () => '/reviews',
    review: () => `/reviews/${about.review}`,
    changes: () => '/changes',
    sources: () => '/sources',
    source: () => '/sources/help-desk',
    fix: () => '/fix?rule=leaver_with_enabled_account',
    identities: () => '/identities',
    inventory: () => '/inventory/accounts',
    'access from a group': () => `/access?from=UserGroup:${about.group}`,
    'access to a group': () => `/access?to=UserGroup:${about.group}`,
  };
  it.for(named(addresses))('the page “%s” does not move', async name => {
    const turn = Object.keys(addresses).indexOf(name) % widths.length;
    for (const width of isLong ? widths : [widths[turn]!]) {
      const { page, held } = await openHeld(addresses[name]!(), width);
      expect(await held.release(), `${width} pixels wide`).toEqual([]);
      await close(page, held);
    }
  });

  const button = (name: string) => (page: Page) =>
    page.locator('#page').getByRole('button', { name, exact: true }).first().click();
  const action = (name: string) => (page: Page) =>
    page.getByRole('region', { name: 'Actions' }).getByRole('button', { name, exact: true }).click();
  const kind = (label: string) => async (page: Page) => void (await page.getByLabel('Kind').selectOption({ label }));
  /** What a reader opens on a page, and how. */
  const openings: Readonly<Record<string, readonly [address: () => string, open: (page: Page) => Promise<void>]>> = {
    disable: [addresses['account']!, action('Disable')],
    'assign a role': [addresses['account']!, action('Assign role')],
    'remove a role': [addresses['account']!, action('Remove role')],
    undo: [addresses['job']!, button('Undo …')],
    'see what a job would do before it is approved': [addresses['job that waits']!, button('See what would happen')],
    'accept a risk': [addresses['violation']!, button('Accept')],
    'create a client': [() => '/administration/clients', button('New client')],
    'add a source': [() => '/add-source', kind('LDAP directory, Active Directory')],
  };
  it.for(named(openings))('what is opened to %s does not move', async name => {
    const [address, open] = openings[name]!;
    const { page, held } = await openHeld(address());
    await held.release();
    await open(page);
    expect(await held.release()).toEqual([]);
    await close(page, held);
  });
});
