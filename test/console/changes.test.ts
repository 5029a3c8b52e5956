// Changes in sources by clicks: previewed, made and undone; and the pages that show jobs, changes over time and sources.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { changeRights, directory, policy, writer } from '../connectors/ldap/changeable-organisation.ts';
import { groups, people } from '../connectors/ldap/organisation.ts';
import { account } from '../flows/resources.ts';
import { type Slapd, slapdMissing, startSlapd } from '../support/directories/slapd.ts';
import { pagesOf, type Script, sampleRecord, scriptedConnector } from '../support/scripted-source.ts';
import { instanceOf, queryRows, startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const seed = path.join(examples, 'help-desk/seed.yaml');
const hostile = `<script>alert(1)</script>\u202Etxt.exe 😀${'x'.repeat(2000)}`;

const some = (count: number) => Array.from({ length: count }, (_, index) => sampleRecord(account, index));
const reads = (records: ReturnType<typeof some>): Script => ({ Account: pagesOf(records) });
const scripts = new Map<string, Script>();
const entry = (id: string, connector: string, settings: object, more: object = {}) => ({
  id,
  connector,
  settings,
  ...more,
});

/** The people register, a help desk and a directory that can be changed, and a source that can be made to look broken. */
async function startSources(folder: string, slapd: Slapd | undefined): Promise<TestService> {
  const rejected = { ...sampleRecord(account, 50), enabled: 'perhaps' };
  const named = { ...sampleRecord(account, 60), name: hostile };
  scripts.set('app', reads([...some(30), named, rejected as never]));
  const helpDesk = { file: path.join(folder, 'help-desk.db'), seed };
  const sources = [
    entry('hr', 'custom-application', { folder: path.join(examples, 'organisation/sources/hr') }),
    entry('help-desk', 'simulated', helpDesk, { writes: true }),
    entry('app', 'scripted', { script: 'app' }),
  ];
  if (slapd) {
    const settings = { url: slapd.url, ...writer, lockout_policy: policy, groups_container: groups };
    sources.push(entry('directory', 'ldap', settings, { writes: true }));
  }
  const settings = { data_dir: 'data', sources };
  fs.writeFileSync(path.join(folder, 'rolecall.yaml'), JSON.stringify(settings, undefined, 2));
  const work = ['act', 'extract', 'build', 'export', 'sweep'] as const;
  const test = await startService({ folder, work, connectors: [...connectors, scriptedConnector(scripts)], settings });
  const { build } = await test.sync();
  if (build?.status !== 'Published') throw new Error(`nothing was published: ${build?.error}`);
  return test;
}

const startDirectory = () =>
  startSlapd({
    ldif: directory,
    policy,
    database: [
      'access to attrs=userPassword by anonymous auth by * none',
      ...changeRights.map(what => `access to ${what} by dn.exact="${writer.bind_dn}" write by * break`),
      `access to * by dn.exact="${writer.bind_dn}" read by * none`,
    ],
  });

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
    await page.getByRole('region', { name: 'Leavers with access' }).getByRole('link').first().click();
    await page.getByRole('table', { name: 'Leavers with access' }).getByRole('link', { name: 'ntanaka' }).click();
    await actions(page).getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('possible', { exact: true }).waitFor();
    await dialog.getByText('administrator, export').waitFor();
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

  it('viewers are offered no change, and read-only sources say why', async () => {
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
});
