// Where the date of the last use of an account comes from, and from how many days on it counts, on the page of the account and of its risk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../support/scripted-source.ts';
import { type Item, startService } from '../support/service/service.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

const person = (id: string, fields = {}) => ({ id, alias: id, type: 'User', enabled: true, ...fields });
const uses = (id: string, actorAccountId: string, occurredAt: string) => ({
  ...{ id, actorAccountId, occurredAt, eventType: 'login', outcome: 'Success' },
});

/** Alias → what the page says, up to the threshold. */
const said: Readonly<Record<string, RegExp>> = {
  own: /^Feb 3, 2025 \(.* ago\), as the account itself says\./,
  seen: /^Apr 4, 2025 \(.* ago\), as an activity of the account shows\. The account itself says Jan 2, 2025\./,
  unused: /^(no use is known, for [\d,]+ days or more: since its creation, or since|No use is known\.)/,
  'only seen': /^May 5, 2025 \(.* ago\), as an activity of the account shows\. The account itself names no date\./,
};

describe.skipIf(missingBrowser !== undefined)(inBrowser('the last use of an account'), () => {
  let console: TestConsole;
  let accounts: readonly Item[];
  let violations: readonly Item[];
  beforeAll(async () => {
    const test = await startService({
      sources: {
        app: {
          Account: pagesOf([
            person('own', { lastActivityDate: '2025-02-03T08:00:00Z' }),
            person('seen', { lastActivityDate: '2025-01-02T08:00:00Z' }),
            person('only seen'),
            person('unused'),
          ]),
          Activity: pagesOf([
            uses('a1', 'own', '2025-01-01T09:00:00Z'),
            uses('a2', 'seen', '2025-04-04T09:00:00Z'),
            uses('a3', 'only seen', '2025-05-05T09:00:00Z'),
          ]),
        },
      },
      settings: { risks: { rules: { dormant_account: { thresholds: { days: 75 } } } } },
    });
    await test.sync();
    console = await startConsole(test);
    accounts = await test.everyItem('/v1/accounts');
    violations = await test.everyItem('/v1/risk-violations');
  });
  afterAll(() => console?.close());

  const accountNamed = (alias: string) => accounts.find(account => account.alias === alias)!;

  async function expectLastUse(path: string, form: RegExp, threshold: string): Promise<void> {
    const page = await console.open(path, { scopes: ['read'] });
    const used = page
      .getByRole('region', { name: 'At a glance' })
      .locator('div')
      .filter({ hasText: /^Last used/ });
    await used.locator('dd').filter({ hasText: form }).getByText(threshold).waitFor();
    expectNoReports(page);
    await page.context().close();
  }

  it.each(Object.entries(said))(
    'is said with its evidence, and with what counts as dormant: %s',
    async (alias, form) => {
      const threshold = 'An account is dormant from 30 days without known use on, up to the date of the data.';
      await expectLastUse(`/objects/Account/${accountNamed(alias).globalId}`, form, threshold);
    },
  );

  it.each(Object.entries(said))('is said of a risk, with the threshold that is configured: %s', async (alias, form) => {
    const { globalId, evidence } = violations.find(
      violation =>
        violation.globalEntityId === accountNamed(alias).globalId &&
        /^(dormant|never)/.test(violation.riskDefinitionId),
    )!;
    const threshold = alias === 'unused' ? 30 : 75;
    expect(evidence).toContainEqual({ name: 'thresholdDays', type: 'number', value: threshold });
    const rule = `The rule counts from ${threshold} days without known use on.`;
    await expectLastUse(`/objects/RiskViolation/${globalId}`, form, rule);
  });
});
