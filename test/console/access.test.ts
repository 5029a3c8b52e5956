// The page of access and the list of machine identities: what they show is what the API says, by mouse and by keys.
import fs from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { holdSearch } from './support/held-answers.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('the page of access'), () => {
  let console: TestConsole;
  let alias: string;
  let accountId: string;
  /** What the account reaches in the most steps. */
  let object: Item;

  const rows = async (sql: string): Promise<unknown[][]> => {
    const answer = await fetch(`${console.address}/v1/query/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await console.test.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query_string: sql }),
    });
    return ((await answer.json()) as { rows: unknown[][] }).rows;
  };
  const close = async (page: Page) => {
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  };

  beforeAll(async () => {
    console = await startConsole();
    const [farthest] = await rows(
      `SELECT account_id, account_alias FROM account_access
       WHERE object_type = 'ResourceInstance' AND entitlement_type = 'Grant' ORDER BY hops DESC, account_alias LIMIT 1`,
    );
    [accountId, alias] = farthest as [string, string];
    const reached = await console.test.everyItem(`/v1/accounts/${accountId}/access?objectType=ResourceInstance`);
    object = reached.toSorted((left, right) => right.hops - left.hops)[0]!;
  });
  afterAll(() => console?.close());

  it('finds both ends by keys, and keeps them in the address', async () => {
    const page = await console.open('/access', { scopes: ['read'] });
    await page.getByRole('combobox', { name: 'From: who' }).fill(accountId);
    await page.getByRole('option', { name: alias }).first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(url => url.searchParams.get('from') === `Account:${accountId}`);
    // Accounts of several sources may have one name.
    const [[source] = []] = await rows(`SELECT source_id FROM accounts WHERE global_id = '${accountId}'`);
    const chip = page
      .locator('div')
      .filter({ has: page.getByRole('button', { name: 'Choose another: From: who' }) })
      .last();
    await chip.getByText(String(source), { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'To: what' }).fill(object['objectId']);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(url => url.searchParams.get('to') === `ResourceInstance:${object['objectId']}`);
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    await close(page);
  });

  it('takes with Enter the end that the text in the box has found', async () => {
    const page = await console.open('/access', { scopes: ['read'] });
    const [former, other] = (await console.test.get('/v1/accounts?pageSize=2')).body.items;
    const box = page.getByRole('combobox', { name: 'From: who' });
    await box.fill(former.globalId);
    await page.getByRole('option', { name: former.alias }).first().waitFor();
    const second = await holdSearch(page, other.globalId);
    await box.fill(other.globalId);
    await page.keyboard.press('Enter');
    await second.asked;
    await second.release();
    await page.waitForURL(url => url.searchParams.get('from') === `Account:${other.globalId}`);
    await close(page);
  });

  it('shows each path, what ends the access, and the grant behind a step', async () => {
    const { body } = await console.test.get(`/v1/accounts/${accountId}/access/${object['objectId']}/paths?limit=100`);
    const page = await console.open(`/access?from=Account:${accountId}&to=ResourceInstance:${object['objectId']}`);
    const paths = page.getByRole('list', { name: 'The paths' });
    await paths.waitFor();
    await expect.poll(() => paths.locator('h3').count()).toBe(body.paths.length);
    // Each path has every step that ends the access.
    await expect
      .poll(() => paths.getByText('ends the access').count())
      .toBe(body.criticalSteps.length * body.paths.length);
    const grant = body.paths[0].steps.find((step: Item) => step['kind'] === 'Grant');
    const line = paths.getByRole('button', { name: `${grant.from.objectName}` }).filter({ hasText: /\b(may|has)\b/ });
    // Lines wrap when their ages are there.
    await paths.getByText('or earlier').last().waitFor();
    await line.first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('The grant as the source has it').waitFor();
    const { body: source } = await console.test.get(`/v1/entity-assigned-access-to-object/${grant.id}`);
    await page.getByText(source.id, { exact: true }).waitFor();
    // What is said about the step is where the reader looks: below it, and in the window.
    const said = paths.getByText('The grant as the source has it');
    const end = async () => said.boundingBox().then(box => box!.y + box!.height);
    await expect.poll(end).toBeLessThanOrEqual(page.viewportSize()!.height);
    await close(page);
  });

  it('calls a grant by its name, in the answer and in the steps', async () => {
    const [[account, reached, name, on] = []] = await rows(
      `SELECT account_id, object_id, entitlement_name, object_name FROM account_access
       WHERE entitlement_type = 'Grant' AND is_privileged AND object_type = 'ResourceInstance' AND entitlement_name IS NOT NULL
       ORDER BY entitlement_name DESC, account_id, object_id LIMIT 1`,
    );
    const page = await console.open(`/access?from=Account:${account}&to=ResourceInstance:${reached}`, {
      scopes: ['read'],
    });
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(String(name), { exact: true }).waitFor();
    await answer.getByText(`by ${name} on ${on}`).waitFor();
    await page
      .getByRole('list', { name: 'The paths' })
      .getByRole('button', { name: `has ${name} (` })
      .first()
      .waitFor();
    await close(page);
  });

  it('says what is lost with a step, who else uses it, and who may end it', async () => {
    const { body } = await console.test.get(`/v1/accounts/${accountId}/access/${object['objectId']}/paths?limit=100`);
    const page = await console.open(`/access?from=Account:${accountId}&to=ResourceInstance:${object['objectId']}`);
    const paths = page.getByRole('list', { name: 'The paths' });
    const isOf = (kind: string) => (step: Item) => step['kind'] === kind;
    const grant = body.paths[0].steps.find(isOf('Grant'));
    await paths
      .getByRole('button', { name: `${grant.from.objectName}` })
      .filter({ hasText: /\b(may|has)\b/ })
      .first()
      .click();
    const said = (about: string) => paths.locator('dl > div').filter({ hasText: about });
    const lost = await console.test.everyItem(`/v1/accounts/${accountId}/access?onlyThrough=${grant.id}`);
    expect(lost.length).toBeGreaterThan(0);
    await said('Lost without this step').getByText(`${lost.length} object`).waitFor();
    await said('Lost without this step').getByRole('link', { name: lost[0].objectName, exact: true }).waitFor();
    const collection = grant.from.objectType === 'Role' ? 'roles' : 'user-groups';
    const { body: holder } = await console.test.get(`/v1/${collection}/${grant.from.objectId}`);
    const others = holder.analyticsMemberAccountsCount - 1;
    await said('Others who use this step')
      .getByText(`${others} other account${others === 1 ? '' : 's'} in`)
      .waitFor();
    await said('Who may end it')
      .getByText(/Not known: no source names an owner of the (role|user group)/)
      .waitFor();
    await expectAccessible(page);
    await paths
      .getByRole('button', { name: `${alias} is in` })
      .first()
      .click();
    await said('Others who use this step').getByText('nobody: it is of this account only').waitFor();
    await close(page);
  });

  it('names the owners of a group as those who may end a membership in it', async () => {
    const [[member, memberName, group, owner] = []] = await rows(
      `SELECT held.member_id, held.member_name, owned.id, account.alias FROM (
         SELECT global_id AS id, application_instance_id, unnest(from_json(owners, '[{"objectType": "VARCHAR", "objectId": "VARCHAR"}]')) AS owner FROM user_groups
       ) AS owned JOIN accounts AS account ON account.application_instance_id = owned.application_instance_id AND account.id = owned.owner."objectId"
       JOIN group_members AS held ON held.group_id = owned.id AND held.depth = 1 AND held.member_type = 'Account' ORDER BY 1, 3, 4 LIMIT 1`,
    );
    const page = await console.open(`/access?from=Account:${member}&to=UserGroup:${group}`, { scopes: ['read'] });
    // Membership is said as a person would say it, not as a permission.
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('is a member of', { exact: true }).waitFor();
    const paths = page.getByRole('list', { name: 'The paths' });
    await paths.getByRole('heading', { name: 'Path 1: direct, gives membership' }).waitFor();
    await paths
      .getByRole('button', { name: `${memberName} is in` })
      .first()
      .click();
    await paths
      .locator('dl > div')
      .filter({ hasText: 'Who may end it' })
      .getByRole('link', { name: String(owner), exact: true })
      .waitFor();
    await close(page);
  });

  it('says since when the access and each of its steps exist', async () => {
    const { body } = await console.test.get(`/v1/accounts/${accountId}/access/${object['objectId']}/paths?limit=100`);
    const [first] = body.paths;
    const page = await console.open(`/access?from=Account:${accountId}&to=ResourceInstance:${object['objectId']}`);
    // The sources of the organisation give no dates, and there is one version.
    await page
      .getByText(/It has had this access since \w+ \d+, \d{4} or earlier: the source gives no date\./)
      .waitFor();
    const dated = first.steps.filter((step: Item) => step['id'] !== undefined).length;
    const lines = page.getByRole('list', { name: 'The paths' }).getByRole('listitem').first().getByRole('button');
    await expect.poll(() => lines.filter({ hasText: 'or earlier' }).count()).toBe(dated);
    await close(page);
  });

  it('shows the age of what an account reaches, in tables that are not cut', async () => {
    const page = await console.open(`/objects/Account/${accountId}`);
    const reached = page.getByRole('table', { name: 'What it reaches' });
    await reached
      .getByText(/^\w+ \d+, \d{4} or earlier$/)
      .first()
      .waitFor();
    const [wide, room] = await reached.evaluate(({ scrollWidth, parentElement }) => [
      scrollWidth,
      parentElement!.clientWidth,
    ]);
    expect(wide).toBeLessThanOrEqual(room!);
    await page
      .getByRole('table', { name: 'Member of' })
      .getByText(/^\w+ \d+, \d{4} or earlier$/)
      .first()
      .waitFor();
    // The number of steps leads to the paths.
    await reached.getByRole('row').nth(1).getByRole('link').last().click();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    await close(page);
  });

  it('says through what an account reaches something, in the tables and their files', async () => {
    const reached = await console.test.everyItem(`/v1/accounts/${accountId}/access?include=through&pageSize=200`);
    const ways = reached.map(({ through: { objects, isOnlyPath } }) => {
      const names = objects.map(({ objectName }: Item) => objectName);
      return `${names.length === 0 ? 'direct' : names.join(' → ')}${isOnlyPath ? '' : '; also other ways'}`;
    });
    const longest = ways.toSorted((one, other) => one.length - other.length).at(-1)!;
    expect(longest).toContain(' → ');
    const savedWays = async (page: Page, header: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'What it reaches as CSV', exact: true }).click();
      const lines: Item[] = parse(fs.readFileSync(await (await download).path(), 'utf8'), { columns: true });
      return lines.map(line => line[header]);
    };
    const page = await console.open(`/objects/Account/${accountId}`, { scopes: ['read'] });
    const table = page.getByRole('table', { name: 'What it reaches' });
    await table.getByRole('row').nth(1).getByText(ways[0]!, { exact: true }).waitFor();
    expect(await savedWays(page, 'through')).toEqual(ways);
    await close(page);
    const access = await console.open(`/access?from=Account:${accountId}`, { scopes: ['read'] });
    await access.getByRole('region', { name: 'What it reaches' }).getByText(longest, { exact: true }).first().waitFor();
    expect(await savedWays(access, 'Through')).toEqual(ways);
    await close(access);
  });

  it('draws who reaches an object, with as many steps as the API gives', async () => {
    const id = object['objectId'];
    const page = await console.open(`/access?to=ResourceInstance:${id}&layers=2&each=1000`, { scopes: ['read'] });
    const { body } = await console.test.get(`/v1/access-graph/${id}?direction=ReachedBy&depth=2&perNode=1000`);
    const hidden = body.nodes.filter((node: Item, at: number) => {
      const drawn = body.steps.filter((step: Item) => step['to'] === at).length;
      return drawn < node['stepCount'];
    }).length;
    expect(hidden).toBeGreaterThan(0);
    const graph = page.getByRole('img', { name: /^Graph of/ });
    await graph.waitFor();
    // Accounts that the same objects give the same access are one object until they are opened.
    const grouped = page
      .getByRole('list', { name: 'The steps of the graph' })
      .getByRole('button', { name: /^\d+ accounts / });
    const groups = await grouped.count();
    expect(groups).toBeGreaterThan(0);
    for (let left = groups; left > 0; left = await grouped.count()) await grouped.first().click();
    await page.getByRole('button', { name: 'Group accounts again' }).click();
    await expect.poll(() => grouped.count()).toBe(groups);
    while ((await grouped.count()) > 0) await grouped.first().click();
    await expect
      .poll(() => graph.getAttribute('aria-label'))
      .toContain(`${body.nodes.length + hidden} objects and ${body.steps.length + hidden} steps`);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the graph as PNG' }).click(),
    ]);
    const png = fs.readFileSync(await picture.path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [drawing] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the graph as SVG' }).click(),
    ]);
    const svg = fs.readFileSync(await drawing.path(), 'utf8');
    // Both have the same margin around what is drawn. The PNG has two pixels for one, and at most 8,000 of a side without the margin.
    const margins = 2 * 24;
    const [, top, across] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number);
    const [graphPart, legend] = svg.split('<g class="legend" ') as [string, string];
    // The legend stands below, behind a margin.
    const [width, height] = [across! - margins, Number(/translate\(\S+ (\S+)\)/.exec(legend)![1]) - top! - margins];
    const scale = Math.min(2, 8000 / width, 8000 / height);
    expect(Math.abs(png.readUInt32BE(16) - 2 * margins - scale * width)).toBeLessThan(margins);
    expect([...legend.matchAll(/<text [^>]*>([^<]+)/g)].map(([, text]) => text)).toEqual([
      ...['account', 'group, role, permission set', 'what is reached'],
      ...['grant', 'membership', 'contains', 'denied'],
    ]);
    expect(graphPart.match(/<text /g)).toHaveLength(body.nodes.length + hidden);
    // A node that stands for others hangs on a line, too.
    expect(graphPart.match(/<line /g)).toHaveLength(body.steps.length + hidden);
    const drawn = await page.evaluate(() => performance.getEntriesByName('access graph drawn').length);
    expect(drawn).toBeGreaterThan(0);
    const accounts = await console.test.everyItem(`/v1/resource-instances/${id}/accounts`);
    await page.getByText(`${accounts.length.toLocaleString('en')} accounts`).waitFor();
    await close(page);
  });

  it('opens what leads on, collapses it, and goes on with another object', async () => {
    const page = await console.open(`/access?from=Account:${accountId}&layers=1`);
    const steps = page
      .getByRole('region', { name: 'Through what it reaches' })
      .getByRole('list', { name: 'The steps of the graph' })
      .getByRole('listitem');
    await steps.first().waitFor();
    const more = page.getByRole('button', { name: /^Show \d+ more of/ }).first();
    const before = await steps.count();
    await more.click();
    await expect.poll(() => steps.count()).toBeGreaterThan(before - 1);
    const opened = await steps.count();
    await steps.first().getByRole('button').click();
    await page
      .getByRole('button', { name: /^About / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Collapse' }).click();
    await expect.poll(() => steps.count()).toBe(1);
    await page.getByRole('button', { name: 'Expand' }).click();
    await expect.poll(() => steps.count()).toBe(opened);
    await page.getByRole('button', { name: 'One layer more' }).click();
    await page.waitForURL(url => url.searchParams.get('layers') === '2');
    await page.getByRole('link', { name: object['objectName'] }).first().click();
    await page.waitForURL(url => url.searchParams.has('to'));
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    await close(page);
  });

  it('answers which keys of the cloud belong to nobody, and what each reaches, by clicks', async () => {
    const page = await console.open('/access', { scopes: ['read'] });
    await page.getByText(/^This page shows who can reach what, and through what\. Choose somebody/).waitFor();
    await page.getByRole('link', { name: 'Which people left and can still sign in?' }).waitFor();
    await page.getByRole('link', { name: 'Which keys and tokens belong to nobody?' }).click();
    await page.getByLabel('Source').selectOption('cloud');
    const unowned = await rows(
      `SELECT alias FROM non_human_identities AS token WHERE type = 'Token' AND enabled AND source_id = 'cloud'
         AND global_id NOT IN (SELECT account_id FROM account_owners) ORDER BY alias`,
    );
    expect(unowned.length).toBeGreaterThan(0);
    await page.getByRole('status').getByText(`${unowned.length}`).waitFor();
    for (const [name] of unowned) await page.getByRole('link', { name: String(name) }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: String(unowned[0]![0]) }).click();
    await page.getByText('No source names an owner.').waitFor();
    await page.getByText('It reaches nothing itself').waitFor();
    await close(page);
  });

  it('lists machine identities by blast radius, and draws the largest', async () => {
    const [first] = (await console.test.get('/v1/non-human-identities?pageSize=1')).body.items;
    const page = await console.open('/identities', { scopes: ['read'] });
    await page.setViewportSize({ width: 1280, height: 900 });
    // The table fits into its room, and no text in it is cut.
    const table = page.getByRole('table', { name: 'Machine identities' });
    await table.getByText('Personal access token').first().waitFor();
    await expect
      .poll(() => table.evaluate(({ scrollWidth, parentElement }) => scrollWidth - parentElement!.clientWidth))
      .toBeLessThanOrEqual(0);
    await expect
      .poll(() =>
        table
          .locator('tbody :is(bdi, small)')
          .evaluateAll(texts =>
            texts.filter(text => text.scrollWidth > text.clientWidth).map(({ textContent }) => textContent),
          ),
      )
      .toEqual([]);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.waitForURL(url => url.pathname === '/access');
    const id = new URL(page.url()).searchParams.get('from')!.replace('Account:', '');
    const { body } = await console.test.get(`/v1/non-human-identities/${id}/blast-radius`);
    expect(body.count).toBe(first.analyticsImpersonatableAccountsCount);
    await page.getByText(`${body.count} other accounts`).waitFor();
    await page
      .getByRole('img', { name: /^Graph of/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    // Its name opens its page.
    await page
      .getByRole('region', { name: 'Whom it can act as (blast radius)' })
      .getByRole('link', { name: first.name, exact: true })
      .click();
    await page.waitForURL(`**/objects/Account/${id}`);
    await page.getByRole('heading', { level: 1, name: first.name }).waitFor();
    // Its name is there before the rest, and axe wants something in a page that scrolls to have the focus.
    await page.getByRole('link', { name: 'Who reaches it' }).waitFor();
    await close(page);
  });

  it('shows whom the account of a person can act as, too', async () => {
    const [[id, count]] = (await rows(
      `SELECT global_id, analytics_impersonatable_accounts_count FROM accounts
       WHERE type = 'User' AND analytics_impersonatable_accounts_count > 1 ORDER BY 2 DESC, 1 LIMIT 1`,
    )) as [[string, number]];
    const words = `${count.toLocaleString('en-US')} other accounts`;
    const page = await console.open(`/objects/Account/${id}`, { scopes: ['read'] });
    await page.getByRole('region', { name: 'Blast radius' }).waitFor();
    await page.getByRole('link', { name: words }).click();
    const radius = page.getByRole('region', { name: 'Whom it can act as (blast radius)' });
    await radius.getByText(words).waitFor();
    await close(page);
  });

  it('says of a machine identity in a source that cannot be changed why, and leads to asking its owners', async () => {
    // A source whose connector can change nothing at all.
    const { items } = (await console.test.get('/v1/capabilities')).body;
    const fixed = items.filter(({ operations }: Item) => operations.every(({ supported }: Item) => !supported));
    const instances = fixed.map(({ applicationInstanceId }: Item) => `'${applicationInstanceId}'`).join();
    const machines = await rows(
      `SELECT global_id FROM non_human_identities WHERE application_instance_id IN (${instances}) ORDER BY 1 LIMIT 1`,
    );
    const page = await console.open(`/objects/Account/${machines[0]![0]}`);
    const actions = page.getByRole('region', { name: 'Actions' });
    await actions.getByText(/^Nothing can be changed in .+: .+\. Change it in the source itself, or ask/).waitFor();
    await expectAccessible(page);
    await actions.getByRole('link', { name: 'Ask managers …' }).click();
    await page.getByRole('table', { name: 'Accounts' }).getByRole('link').first().waitFor();
    await expect.poll(() => page.getByLabel('Ask managers and owners first').isChecked()).toBe(true);
    await close(page);
  });

  it('fits a telephone in the dark', async () => {
    const size = { width: 360, height: 640, colorScheme: 'dark' } as const;
    const page = await console.open(
      `/access?from=Account:${accountId}&to=ResourceInstance:${object['objectId']}`,
      size,
    );
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await close(page);
  });

  it('says what is wrong with an address of something that is gone', async () => {
    const page = await console.open('/access?from=Account:00000000-0000-4000-8000-000000000000');
    await page.getByRole('alert').getByText('NOT_FOUND').first().waitFor();
    await close(page);
  });
});
