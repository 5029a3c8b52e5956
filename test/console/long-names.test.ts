// Tables with names as long as those of real directories: display names of 60 characters, e-mail addresses of 50, distinguished names.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { startService } from '../support/service/service.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { countRequests, settled } from './support/settled.ts';

const people = [0, 1, 2, 3, 4, 5];
const displayName = (index: number) => `Maximiliane-Alexandra Freifrau von Hohenstein-Wittelsbach 0${index}`;
const email = (index: number) => `maximiliane.hohenstein-wittelsbach-0${index}@corp.example`;
const inDirectory = (name: string) => `cn=${name},ou=external contractors,ou=people,dc=corporation,dc=example`;
const groupName = (index: number) => inDirectory(`grp-finance-emea-approvers-of-payments-0${index}`);
const ended = '2025-01-31T00:00:00Z';

const membership = (
  entityId: string,
  entityType: string,
  managedViaObjectId: string,
  managedViaObjectType: string,
) => ({
  ...{ id: `${entityId} in ${managedViaObjectId}`, entityId, entityType, managedViaObjectId, managedViaObjectType },
});

const directory: Script = {
  Account: pagesOf([
    ...people.map(index => ({
      ...{ id: `u${index}`, alias: inDirectory(displayName(index)), name: displayName(index), type: 'User' },
      ...{ email: email(index), enabled: true, isAdmin: index === 0, lastActivityDate: '2025-02-03T08:00:00Z' },
    })),
    ...people.map(index => ({
      ...{ id: `m${index}`, alias: `svc-replication-of-the-data-warehouse-to-the-archive-${index}`, type: 'Machine' },
      ...{ enabled: true, isAdmin: false },
    })),
  ]),
  UserGroup: pagesOf(people.map(index => ({ id: `g${index}`, name: groupName(index), type: 'Security' }))),
  Role: pagesOf([{ id: 'r', name: inDirectory('role-administrators-of-the-payment-platform'), type: 'Custom' }]),
  ResourceInstance: pagesOf([{ id: 'x', name: '/finance/emea/payments/archive of approved invoices/2025/quarter 4' }]),
  EntityManagedViaObject: pagesOf([
    ...people.map(index => membership(`u${index}`, 'Account', `g${index}`, 'UserGroup')),
    ...people.map(index => membership(`m${index}`, 'Account', `g${index}`, 'UserGroup')),
    ...people.map(index => membership(`g${index}`, 'UserGroup', 'r', 'Role')),
  ]),
  EntityAssignedAccessToObject: pagesOf([
    {
      ...{ id: 'grant', entityId: 'r', entityType: 'Role', assignedObjectId: 'x' },
      assignedObjectType: 'ResourceInstance',
      entitlementSpecification: {
        reason: 'AccessControl',
        reasonSpecificData: { type: 'Grant', permissions: { isRead: true, isPrivileged: true } },
      },
    },
  ]),
};

const hr: Script = {
  Employee: pagesOf(
    people.map(index => ({
      ...{ id: `${index}`, employeeNumber: `${index}`, displayName: displayName(index), email: email(index) },
      ...(index < 3 ? { employmentStatus: 'Terminated', terminationDate: ended } : { employmentStatus: 'Active' }),
    })),
  ),
};

/** The lists that have rows, and the pages with tables. */
const lists = ['accounts', 'persons', 'employees', 'user-groups', 'roles', 'resource-instances', 'risk-violations'];
const addresses = [
  ...lists.map(list => `/inventory/${list}`),
  '/',
  '/overview/leavers',
  '/identities',
  '/risks',
  '/sources',
];

describe.skipIf(missingBrowser !== undefined)(inBrowser('tables with long names'), () => {
  let console: TestConsole;
  let objects: readonly string[];
  beforeAll(async () => {
    const test = await startService({ sources: { 'corporate-directory-of-the-subsidiaries': directory, hr } });
    await test.sync();
    console = await startConsole(test);
    const [accounts, persons, groups, resources] = await Promise.all([
      ...['accounts', 'persons', 'user-groups', 'resource-instances'].map(each => test.everyItem(`/v1/${each}`)),
    ]);
    const account = accounts!.find(({ type }) => type === 'User')!;
    objects = [
      `/objects/Account/${account['globalId']}`,
      `/objects/Person/${persons![0]!['globalId']}`,
      `/objects/UserGroup/${groups![0]!['globalId']}`,
      `/objects/ResourceInstance/${resources![0]!['globalId']}`,
    ];
  });
  afterAll(() => console?.close());

  /** Opens each page with tables in turn. */
  async function eachPage(page: Page, look: (address: string) => Promise<void>): Promise<void> {
    const openRequests = countRequests(page);
    for (const address of [...addresses, ...objects]) {
      // The router follows. A load of the page would end the session, which only this window has.
      await page.evaluate(to => history.pushState({}, '', to), address);
      await settled(page, openRequests);
      await look(address);
    }
  }

  it('fit a window of 1280 pixels', async () => {
    const page = await console.open('/inventory/accounts');
    const seen: string[] = [];
    await eachPage(page, async address => {
      const hidden = () => tableFits(page);
      await expect
        .poll(async () => (await hidden()).filter(({ excess }) => excess > 0), { message: address })
        .toEqual([]);
      seen.push(...(await hidden()).map(({ label }) => label));
      await expect.poll(() => cutKeys(page), { message: address }).toEqual([]);
    });
    expect(seen).toEqual(expect.arrayContaining(['Accounts', 'Persons', 'User groups', 'Leavers with access']));
    expectNoReports(page);
    await page.context().close();
  });

  it.each([768, 390])(
    'keep in sight what tells rows apart at %i pixels, and the page never scrolls sideways',
    async width => {
      const page = await console.open('/inventory/accounts', { width });
      await eachPage(page, async address => {
        const excess = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(excess, { message: address }).toBe(0);
        await expect.poll(async () => await lostKeys(page), { message: address }).toEqual([]);
        await expect.poll(() => cutKeys(page), { message: address }).toEqual([]);
        expect(await brokenPieces(page), address).toEqual([]);
      });
      expectNoReports(page);
      await page.context().close();
    },
  );

  it('gives an address as it is when it is copied, although it has several lines', async () => {
    const page = await console.open('/inventory/employees', { width: 390 });
    const name = page.getByRole('table').getByText(email(0), { exact: true }).first();
    const copied = await name.evaluate(text => {
      getSelection()!.selectAllChildren(text);
      return getSelection()!.toString();
    });
    expect(copied).toBe(email(0));
    await page.context().close();
  });
});

/** The tables of the page, with how many pixels of each are hidden beside what scrolls it. */
const tableFits = (page: Page) =>
  page.locator('[role=group] > table').evaluateAll(tables =>
    tables.map(table => ({
      label: table.getAttribute('aria-label') ?? '',
      excess: table.parentElement!.scrollWidth - table.parentElement!.clientWidth,
    })),
  );

/** Texts that tell rows apart and are cut, although they have less than the most lines, which are eight. */
const cutKeys = (page: Page) =>
  page.locator('[role=group] > table td[data-key="true"] bdi').evaluateAll(texts =>
    texts
      .filter(text => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text;
        const hasLines = clientHeight >= 8 * 18;
        return scrollWidth > clientWidth + 1 || (scrollHeight > clientHeight + 1 && !hasLines);
      })
      .map(text => text.textContent),
  );

/**
 * The pieces of addresses and identifiers that stand in more than one line, although the column has room for them. A line ends behind a
 * separator, so it belongs to the piece before it.
 */
const brokenPieces = (page: Page) =>
  page.locator('[role=group] > table td[data-key="true"] bdi').evaluateAll(texts =>
    texts.flatMap(text => {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      const characters = nodes.flatMap(node => [...node.data].map((_, at) => ({ node, at })));
      return [...text.textContent.matchAll(/[^\s@._:,/-]+[@._:,/-]*/g)].flatMap(({ 0: piece, index }) => {
        const rects = characters.slice(index, index + piece.length).map(({ node, at }) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect();
        });
        const width = rects.reduce((sum, rect) => sum + rect.width, 0);
        const isBroken = new Set(rects.map(({ top }) => Math.round(top))).size > 1;
        return isBroken && width < text.clientWidth ? [`${piece} of ${text.textContent}`] : [];
      });
    }),
  );

/** The tables whose first column is out of sight after scrolling sideways to the end, or leaves no room for another column. */
const lostKeys = (page: Page) =>
  page.locator('[role=group] > table[data-keyed="true"]').evaluateAll(tables =>
    tables.flatMap(table => {
      const scroller = table.parentElement!;
      scroller.scrollLeft = scroller.scrollWidth;
      const [cell, box] = [table.querySelector('tbody td')?.getBoundingClientRect(), scroller.getBoundingClientRect()];
      scroller.scrollLeft = 0;
      if (!cell) return [];
      const isLost = cell.left < box.left - 1 || cell.right > box.right - 40;
      return isLost ? [`${table.getAttribute('aria-label')}: ${cell.left} to ${cell.right} of ${box.width}`] : [];
    }),
  );
