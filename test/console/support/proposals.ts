// What the page Fix says before a preview, and changes that are proposed to a second person: on the service of the test of changes, because starting one is slow.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accepted, answerAfter } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import { instanceOf, queryRows } from '../../support/service/service.ts';
import { expectAccessible } from './accessibility.ts';
import { closed, expectNoReports, type TestConsole } from './console.ts';

/** @param served the console, once it is started */
export function describeProposals(served: () => TestConsole): void {
  it('a fix is proposed to a second person, also by who may change nothing', async () => {
    const console = served();
    const page = await console.open('/fix', { scopes: ['read', 'annotate'] });
    await page.getByLabel('Condition').fill("source_id = 'help-desk' AND alias = 'ntanaka'");
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByLabel('Purpose').fill('the contract has ended');
    await page.getByRole('button', { name: 'See what would happen to 1 account', exact: true }).click();
    await page.getByText('possible', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /now$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Propose it to a second person' }).click();
    await page.getByText('waits for approval').waitFor();
    await page.getByText('Purpose: the contract has ended').waitFor();
    await page.getByText(/^Somebody other than test has to approve it: test proposed it\./).waitFor();
    await expectAccessible(page);
    const [job] = (await console.test.get('/v1/action-jobs?pageSize=1')).body.items;
    expect(job).toMatchObject({ status: 'Queued', approval: { by: 'Person' } });
    const sql = `SELECT enabled FROM accounts WHERE alias = 'ntanaka' AND application_instance_id = '${instanceOf(console.test, 'help-desk')}'`;
    expect(await queryRows(console.test, sql)).toEqual([[true]]);
    await sendAs(console.test, await console.test.token())('POST', `/v1/action-jobs/${job.id}/cancel`);
    await page.getByText('not approved').waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('what needs a second person anyway is proposed by who may change nothing', async () => {
    const page = await served().open('/fix', { scopes: ['read', 'annotate'] });
    await page.getByLabel('Condition').fill("source_id = 'help-desk' AND alias IN ('ntanaka', 'mfaber')");
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: 'See what would happen to 2 accounts', exact: true }).click();
    await page.getByText('needs approval').waitFor();
    await page.getByRole('button', { name: 'Propose it to a second person' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send for approval' }).count()).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });

  it('a job that is started from a review says what it leaves out', async () => {
    const console = served();
    const send = sendAs(console.test, await console.test.token());
    const sql = `SELECT global_id FROM accounts WHERE source_id = 'help-desk' AND enabled AND sor_employment_status = 'Active' ORDER BY global_id LIMIT 2`;
    const ids = (await queryRows(console.test, sql)).map(([id]) => String(id));
    const { body } = await send('POST', '/v1/reviews', {
      ...{ title: 'Both?', operation: 'DisableAccount', ids, substitute: 'desk@example.org' },
      due: new Date(Date.now() + 86_400_000).toISOString(),
    });
    for (const { url } of await console.test.operator.reviewLinks({ review: body.id })) {
      const { pathname, search } = new URL(url);
      const asked = await console.open(pathname + search, { isSignedIn: false });
      for (const choice of await asked.getByLabel('Take away', { exact: true }).all()) await choice.check();
      await asked.getByRole('button', { name: 'Save the decisions' }).click();
      await asked.getByText(/^Saved: /).waitFor();
      await closed(asked);
    }
    const other = accepted(await send('POST', `/v1/accounts/${ids[1]}/disable`));
    expect((await answerAfter(console.test, `/v1/accounts/${ids[1]}`, other)).status).toBe(200);
    const page = await console.open(`/reviews/${body.id}`);
    await page.getByRole('button', { name: 'See what taking away 2 would do' }).click();
    await page.getByRole('button', { name: /^Disable 1 this way$|^Send for approval$/ }).click();
    await page
      .getByText('Of the 2 accounts that were chosen, 1 needed no change. The job is about the rest.')
      .waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo …' }).click();
    await page.getByRole('button', { name: 'Undo it' }).click();
    // Other tests count on what the accounts were.
    await page.getByRole('region', { name: 'Undo' }).getByText('These pages show it.').waitFor();
    const back = accepted(await send('POST', `/v1/action-jobs/${other}/revert`));
    expect((await answerAfter(console.test, `/v1/accounts/${ids[1]}`, back)).status).toBe(200);
    await page.getByRole('button', { name: 'Close this' }).click();
    await page.getByText('1 of those to take away are proposed as a job.').waitFor();
    await closed(page);
  });

  it('says before the preview which accounts their source refuses to change, and why', async () => {
    const page = await served().open('/fix');
    const note = page.getByRole('note');
    const condition = async (text: string) => {
      await page.getByLabel('Condition').fill(text);
      await page.getByRole('button', { name: 'Find' }).click();
    };
    await condition("source_id = 'app' OR alias = 'ntanaka' AND source_id = 'help-desk'");
    await note
      .getByText(/^This cannot be done to \d+ of \d+ accounts from here\. app cannot be changed here \(.+\)\./)
      .waitFor();
    await expectAccessible(page);
    // What is wrong with a condition is said of the condition, not of the query around it.
    await condition('enabled AND nonsense = 1');
    await page
      .getByRole('alert')
      .getByText(/^The condition, at character 13: .*nonsense/)
      .waitFor();
    // Where none of them can be changed, there is nothing to see.
    await condition("source_id = 'app'");
    await note.getByText(/^This cannot be done to \d+ accounts from here\. app cannot be changed here/).waitFor();
    const preview = page.getByRole('button', { name: /^See what would happen/ });
    await expect.poll(() => preview.isDisabled()).toBe(true);
    await condition("source_id = 'help-desk' AND alias = 'ntanaka'");
    await page.getByRole('button', { name: 'See what would happen to 1 account', exact: true }).waitFor();
    await expect.poll(() => note.count()).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });
}

/** The page of a job that was undone in part offers this account only, and the search says that it is disabled. */
export async function expectLeftToUndo(console: TestConsole, page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: 'Undo …' }).click();
  await page.getByRole('button', { name: 'Undo what is left', exact: true }).waitFor();
  const restored = page.getByRole('list', { name: 'Restored' });
  await restored.getByRole('link', { name: account }).waitFor();
  await expect.poll(() => restored.getByRole('listitem').count()).toBe(1);
  // The results say which are undone, and by which job.
  const results = page.getByRole('list', { name: 'Results' }).first().getByRole('listitem');
  const isUndone = results.filter({ has: page.getByRole('link', { name: 'Undone', exact: true }) });
  await expect.poll(() => isUndone.count()).toBe(1);
  await results
    .filter({ hasText: account })
    .and(results.filter({ hasNotText: 'Undone' }))
    .waitFor();
  const list = await console.open('/jobs');
  const jobs = list.getByRole('table', { name: 'Jobs' });
  await jobs
    .getByRole('link', { name: /, undone in part on / })
    .first()
    .waitFor();
  await closed(list);
  const search = await console.open(`/search?q=${account}`);
  const found = search.getByRole('listitem').filter({ hasText: account });
  await found.getByText('disabled', { exact: true }).first().waitFor();
  await closed(search);
}

/** A review that is decided can be ended before its day. */
export async function expectReviewEnds(page: Page): Promise<void> {
  await page.getByText('Ending the review is final: reviewers can neither decide nor change a decision.').waitFor();
  await page.getByRole('button', { name: 'End the review now' }).click();
  await page.getByText(/Due on .+, ended on /).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'End the review now' }).count()).toBe(0);
}

/** The page of an account says while its source is being read after an undo. @param show shows the page */
export async function expectSaysUnread(page: Page, show: () => Promise<unknown>): Promise<void> {
  await page.route('**/v1/action-jobs?*targetId=*', async route => {
    const response = await route.fetch();
    const json = await response.json();
    json.items[0].dataSync.status = 'InProgress';
    await route.fulfill({ response, json });
  });
  await show();
  await page.getByText(/Until then this page shows .* from before the newest undo\.$/).waitFor();
  await page.unrouteAll();
}
