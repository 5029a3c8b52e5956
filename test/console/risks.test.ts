// The page of risks: what it says, compared with the API, and accepting a risk by clicks.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../support/long-tests.ts';
import { queryRows } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { markedText } from './support/marked-text.ts';

type WithLines = typeof globalThis & { obliqueLines?: boolean[] };

/** Notes of each line that is drawn from now on whether it is oblique. */
function noteLines(): void {
  const obliqueLines: boolean[] = [];
  (globalThis as WithLines).obliqueLines = obliqueLines;
  const ends = new WeakMap<Path2D, readonly [number, number]>();
  const { lineTo, moveTo } = Path2D.prototype;
  Path2D.prototype.moveTo = function (x, y) {
    ends.set(this, [x, y]);
    moveTo.call(this, x, y);
  };
  Path2D.prototype.lineTo = function (x, y) {
    const [left, top] = ends.get(this) ?? [x, y];
    obliqueLines.push(left !== x && top !== y);
    ends.set(this, [x, y]);
    lineTo.call(this, x, y);
  };
}

describe.skipIf(missingBrowser !== undefined)(inBrowser('the page of risks'), () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console?.close());
  const grouped = (value: unknown) => Number(value).toLocaleString('en-US');
  const rows = (sql: string) => queryRows(console.test, sql);
  const objects = (page: Page) => page.getByRole('region', { name: 'Objects at risk' }).first();

  async function openPage(path: string, options: Parameters<TestConsole['open']>[1] = {}) {
    const page = await console.open(path, options);
    await page.getByRole('heading', { name: 'Risks', exact: true }).waitFor();
    return page;
  }

  it('filters by an entry of the OWASP NHI Top 10, in the counts and in the list', async () => {
    const [[rule, count] = []] = await rows(
      `SELECT coalesce(definition.name, ''), count(*) FROM risk_violations AS violation
       JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
       WHERE violation.status = 'Open' AND list_contains(violation."references", 'OWASP NHI1:2025') GROUP BY ALL ORDER BY 2 DESC LIMIT 1`,
    );
    const [[all] = []] = await rows(
      `SELECT count(*) FROM risk_violations WHERE status = 'Open' AND list_contains("references", 'OWASP NHI1:2025')`,
    );
    const page = await openPage('/risks', { scopes: ['read'] });
    await page.getByLabel('OWASP NHI Top 10').selectOption('1');
    await objects(page)
      .getByText(`${grouped(all)} rows`, { exact: true })
      .waitFor();
    const table = page.getByRole('table', { name: 'Rules' });
    await table.getByRole('link', { name: String(rule), exact: true }).waitFor();
    expect(Number(count)).toBeGreaterThan(0);
    await expect.poll(() => table.getByRole('link', { name: 'Old password', exact: true }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('nhi')).toBe('1');
    // A count leads to what it counts.
    await table
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: String(rule), exact: true }) })
      .getByRole('link', { name: grouped(count), exact: true })
      .first()
      .click();
    await page.waitForURL(url => url.searchParams.get('status') === 'Open' && url.searchParams.has('rule'));
    await objects(page)
      .getByText(`${grouped(count)} rows`, { exact: true })
      .waitFor();
  });

  it('a rule leads to the fix of its accounts in the source that was chosen', async () => {
    const [[rule, id, source] = []] = await rows(
      `SELECT global_risk_definition_id::VARCHAR, risk_definition_id, application_instance_id::VARCHAR FROM risk_violations
       WHERE status = 'Open' AND entity_type = 'Account' ORDER BY ALL LIMIT 1`,
    );
    const page = await openPage(`/risks?rule=${rule}&source=${source}`, { scopes: ['read'] });
    await page.getByRole('link', { name: 'Fix its accounts' }).click();
    await page.waitForURL(({ pathname, searchParams }) => {
      return pathname.endsWith('/fix') && searchParams.get('rule') === id && searchParams.get('source') === source;
    });
  });

  it('sorts by severity, the worst first', async () => {
    const page = await openPage('/risks', { scopes: ['read'] });
    const severitiesIn = async (name: string, header: RegExp) => {
      const table = page.getByRole('table', { name });
      await table.getByRole('button', { name: header }).click();
      const column = await table.getByRole('columnheader', { name: header }).evaluate(cell => {
        return [...cell.parentElement!.children].indexOf(cell) + 1;
      });
      return await table.locator(`tbody td:nth-child(${column})`).allTextContents();
    };
    const ofRules = await severitiesIn('Rules', /^severity/);
    const order = ['Critical', 'High', 'Medium', 'Low'];
    expect(ofRules).toEqual(ofRules.toSorted((left, right) => order.indexOf(left) - order.indexOf(right)));
    await page.getByRole('link', { name: 'Fix', exact: true }).click();
    await page.getByLabel('Condition').fill("analytics_access_risk_posture IN ('Medium', 'Low')");
    await page.getByRole('button', { name: 'Find' }).click();
    const ofAccounts = await severitiesIn('Accounts', /^worst risk/);
    expect([ofRules[0], ofAccounts[0]]).toEqual(['Critical', 'Medium']);
    expectNoReports(page);
    await page.context().close();
  });

  it('counts by severity and rule, and says of a rule why and how to fix, and whom it concerns', async () => {
    const page = await openPage('/risks', { scopes: ['read'] });
    const bySeverity = page.getByRole('region', { name: 'Open by severity' });
    for (const [severity, count] of await rows(
      `SELECT severity, count(*) FROM risk_violations WHERE status = 'Open' GROUP BY ALL`,
    )) {
      const shown = bySeverity.locator('div').filter({ hasText: String(severity) });
      await shown.getByRole('link', { name: grouped(count), exact: true }).waitFor();
    }
    // The trend counts these too.
    const accepted = await rows(
      `SELECT severity, count(*) FROM risk_violations WHERE status = 'Suppressed' GROUP BY ALL`,
    );
    expect(accepted).not.toEqual([]);
    for (const [severity, count] of accepted) {
      const shown = bySeverity.locator('div').filter({ hasText: String(severity) });
      const link = shown.getByRole('link', { name: `+ ${grouped(count)} accepted`, exact: true });
      const address = new URL((await link.getAttribute('href'))!, page.url()).searchParams;
      expect([address.get('severity'), address.get('status')]).toEqual([severity, 'Suppressed']);
    }
    const [[name, why, fix, count] = []] = await rows(
      `SELECT name, description, remediation, analytics_open_violation_count FROM risk_definitions
       WHERE severity = 'Critical' ORDER BY 4 DESC, 1 LIMIT 1`,
    );
    await page
      .getByRole('table', { name: 'Rules' })
      .getByRole('link', { name: String(name), exact: true })
      .click();
    const rule = page.getByRole('region', { name: 'The rule' });
    await rule.getByText(String(why), { exact: true }).waitFor();
    await rule.getByText(String(fix), { exact: true }).waitFor();
    // What was chosen below is in sight.
    const top = () => rule.evaluate(element => element.getBoundingClientRect().bottom < innerHeight);
    await expect.poll(top).toBe(true);
    await objects(page)
      .getByText(`${grouped(count)} rows`, { exact: true })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('rule')).toMatch(/^[0-9a-f-]{36}$/);
    // Every word of what is wrong is shown: its numbers are at the end.
    const sentences = objects(page).getByRole('cell').nth(1).locator('bdi').first();
    expect(await sentences.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(
      0,
    );
    await objects(page).getByRole('button', { name: 'Last used' }).click();
    await page.waitForURL(url => url.searchParams.get('sort') === '-used');
    // Who may only read is offered no decision.
    await expect.poll(() => page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await objects(page).getByRole('row').nth(1).getByRole('link').first().click();
    await page.waitForURL(/\/objects\//);
    await page
      .getByRole('region', { name: 'Risks' })
      .getByRole('link', { name: String(name) })
      .first()
      .waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it.each([
    { width: 360, height: 640, colorScheme: 'dark' },
    { width: 3840, height: 2160, colorScheme: 'light' },
  ] as const)('keeps its filters in the address, and fits $width pixels in $colorScheme', async size => {
    const page = await openPage('/risks?severity=High&status=nonsense', { ...size, scopes: ['read'] });
    await expect.poll(() => page.getByLabel('Severity', { exact: true }).inputValue()).toBe('High');
    await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('Open');
    const [[count] = []] = await rows(
      `SELECT count(*) FROM risk_violations WHERE severity = 'High' AND status = 'Open'`,
    );
    await objects(page)
      .getByText(`${grouped(count)} rows`, { exact: true })
      .waitFor();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(size.width);
    await expectAccessible(page);
    await page.getByLabel('State', { exact: true }).selectOption('Resolved');
    await page.getByText('Nothing fits the filters').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('Resolved');
    await page.getByRole('button', { name: 'Show all open risks' }).click();
    await page.waitForURL(/\/risks$/);
    expectNoReports(page);
    await page.context().close();
  });

  it('accepts a risk with reason and date, takes that back, and draws the trend over the versions', async () => {
    const [[id, definition] = []] = await rows(
      `SELECT global_id, global_risk_definition_id FROM risk_violations WHERE status = 'Open'
       QUALIFY count(*) OVER (PARTITION BY global_risk_definition_id) = 1 ORDER BY 1 LIMIT 1`,
    );
    const violation = async () => (await console.test.get(`/v1/risk-violations/${id}`)).body;
    const page = await openPage(`/risks?rule=${definition}`);
    await page.evaluate(noteLines);
    // It is what can be done, and not what was decided.
    await objects(page)
      .getByRole('columnheader', { name: /^action$/i })
      .waitFor();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept the risk' });
    const reason = '<b>kiosk</b> \u202Egnp.exe\u202C 👩‍👩‍👧‍👦 in the lobby';
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByLabel('Until').fill('2999-03-31');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    // It shows from the version on that is made now, without another click.
    await page.getByText('Nothing fits the filters').waitFor();
    expect(await violation()).toMatchObject({
      ...{ status: 'Suppressed', suppressionReason: reason },
      suppressedUntil: '2999-04-01T00:00:00Z',
    });
    const { points } = (await console.test.get('/v1/risk-counts')).body;
    await page
      .getByRole('img', { name: `Unresolved violations over ${points.length} versions.` })
      .locator('canvas')
      .waitFor();
    // A count holds until the next version: no line is oblique.
    const lines = () => page.evaluate(() => (globalThis as WithLines).obliqueLines);
    await expect.poll(async () => (await lines())!.length).toBeGreaterThan(0);
    expect(await lines()).not.toContain(true);
    // Without a pointer on the chart, its legend shows the newest version.
    const values = page.locator('.u-legend .u-value');
    await expect.poll(async () => (await values.allTextContents()).filter(text => !/\d/.test(text))).toEqual([]);
    await page.getByLabel('State', { exact: true }).selectOption('Suppressed');
    // The day that was chosen, in the list, on the page of the risk and in the dialog.
    await objects(page).getByText('Mar 31, 2999').waitFor();
    await objects(page).locator(`a[href="/objects/RiskViolation/${id}"]`).click();
    const answer = page.getByRole('region', { name: 'At a glance' });
    await answer.getByText('Mar 31, 2999').waitFor();
    await answer.getByText(markedText(reason)).waitFor();
    const { entityType, globalEntityId } = await violation();
    await answer.locator(`a[href="/objects/${entityType}/${globalEntityId}"]`).waitFor();
    await expectAccessible(page);
    await answer.getByRole('link', { name: /how to fix it/ }).click();
    await page.getByLabel('State', { exact: true }).selectOption('Suppressed');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByText('Mar 31, 2999').waitFor();
    await page.getByRole('dialog').getByText(markedText(reason)).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Nothing fits the filters').waitFor();
    expect((await violation()).status).toBe('Open');
    expectNoReports(page);
    await page.context().close();
  });

  it.runIf(isLong)('cuts no sentence of the list after a decision, at any width', async () => {
    const [[definition] = []] = await rows(
      `SELECT global_risk_definition_id FROM risk_violations JOIN risk_definitions AS definition
         ON definition.global_id = global_risk_definition_id
       WHERE status = 'Open' AND definition.name = 'Leaver with an enabled account' GROUP BY 1`,
    );
    const page = await openPage(`/risks?rule=${definition}`);
    // The decision stays in the list until a version shows it.
    await page.route('**/v1/events*', route => route.abort());
    await page.getByRole('button', { name: 'Accept', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Accept the risk' });
    await dialog.getByLabel('Reason').fill('A kiosk');
    await dialog.getByLabel('Until').fill('2999-03-31');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText(/The lists show it from version \d+ on/).waitFor();
    await objects(page).getByText('accepted', { exact: true }).waitFor();
    const cut = () =>
      objects(page)
        .locator('td[data-key="true"]:nth-child(2) bdi')
        .evaluateAll(texts => ({
          areThere: texts.length > 0,
          cut: texts
            .filter(text => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1)
            .map(text => text.textContent),
        }));
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(cut, { message: `at ${width} px` }).toEqual({ areThere: true, cut: [] });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    // It can be undone when a version shows it, too.
    await page.unroute('**/v1/events*');
    await expect.poll(() => objects(page).getByText('accepted', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText(/^Open again/).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('accepts a risk on its page, and takes that back there', async () => {
    const [[id] = []] = await rows(`SELECT max(global_id::VARCHAR) FROM risk_violations WHERE status = 'Open'`);
    const status = async () => (await console.test.get(`/v1/risk-violations/${id}`)).body.status;
    const page = await console.open(`/objects/RiskViolation/${id}`);
    const answer = page.getByRole('region', { name: 'At a glance' });
    await answer.getByRole('button', { name: 'Accept', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept the risk' });
    await dialog.getByLabel('Reason').fill('It is a kiosk');
    await dialog.getByLabel('Until').fill('2999-03-31');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    // The page follows the version that shows it.
    await answer.getByText('Mar 31, 2999').waitFor();
    await answer.getByText('It is a kiosk').waitFor();
    expect(await status()).toBe('Suppressed');
    // Every page calls it as the filters do.
    const fields = page.getByRole('region', { name: 'Fields' });
    await fields.getByText('Accepted', { exact: true }).waitFor();
    await expect.poll(() => fields.getByText('Suppressed', { exact: true }).count()).toBe(0);
    await answer.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByText('It is a kiosk').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await answer.getByText(/^open since/).waitFor();
    await expect.poll(status).toBe('Open');
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
    const reader = await console.open(`/objects/RiskViolation/${id}`, { scopes: ['read'] });
    await reader
      .getByRole('region', { name: 'At a glance' })
      .getByText(/^open since/)
      .waitFor();
    await expect.poll(() => reader.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    await reader.context().close();
  });

  it('the page of a risk leads to fixing its account', async () => {
    const [[id, account] = []] = await rows(
      `SELECT global_id, global_entity_id FROM risk_violations WHERE status = 'Open' AND entity_type = 'Account' ORDER BY 1 LIMIT 1`,
    );
    const page = await console.open(`/objects/RiskViolation/${id}`);
    await page.getByRole('link', { name: 'Fix its account' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Fix its account' }).click();
    const accounts = page.getByRole('table', { name: 'Accounts' });
    await accounts.locator(`a[href="/objects/Account/${account}"]`).waitFor();
    await expect.poll(() => accounts.getByRole('checkbox').count()).toBe(1);
    expectNoReports(page);
    await page.context().close();
  });

  it('says that a source accepts what it reported itself', async () => {
    const [[id, instance] = []] = await rows(
      `SELECT violation.global_id, violation.application_instance_id FROM risk_violations AS violation
       JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
       WHERE definition.application_instance_id = violation.application_instance_id AND violation.status = 'Open' LIMIT 1`,
    );
    const page = await openPage(`/risks?source=${instance}`);
    const row = objects(page)
      .getByRole('row')
      .filter({ has: page.locator(`a[href="/objects/RiskViolation/${id}"]`) });
    await row.getByText('in the source', { exact: true }).waitFor();
    await expect.poll(() => row.getByRole('button').count()).toBe(0);
    await row.locator(`a[href="/objects/RiskViolation/${id}"]`).click();
    await page.getByText('The source reported it by a rule of its own. Accept it there.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });

  it('shows why the service refuses an acceptance, and keeps what was typed', async () => {
    const page = await openPage('/risks?severity=Low');
    await page.getByRole('button', { name: 'Accept', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Accept the risk' });
    await dialog.getByLabel('Reason').fill('A kiosk');
    await page.route('**/accept', route =>
      route.fulfill({
        status: 409,
        headers: { 'x-request-id': 'request-of-the-test' },
        json: { code: 'RISK_NOT_ACCEPTABLE', message: 'a source reported this violation; accept it there' },
      }),
    );
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await dialog.getByText('accept it there').waitFor();
    await dialog.getByText('request-of-the-test').waitFor();
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('A kiosk');
    expectNoReports(page);
    await page.context().close();
  });
});
