// The dialog of a change names what is changed by a text of its source: it must not turn the words around it, and what is not seen is marked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountName, createApplication } from '../support/actions/application.ts';
import { startWritable, type WritableService } from '../support/actions/writable-service.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

const hostile = 'ann\u202Etxt.exe';
const marked = 'annU+202Etxt.exe';

describe.skipIf(missingBrowser !== undefined)(inBrowser('a change of an account with a hostile name'), () => {
  let service: WritableService;
  let console: TestConsole;
  beforeAll(async () => {
    const crm = createApplication({ accounts: 1 });
    crm.accounts.set(hostile, structuredClone(crm.accounts.get(accountName(0))!));
    service = await startWritable({ crm });
    console = await startConsole(service.test);
  });
  afterAll(() => console?.close());

  it('is named with its invisible characters', async () => {
    const id = await service.idOf('accounts', 'crm', hostile);
    const page = await console.open(`/objects/Account/${id}`);
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('heading').first();
    await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Disable', exact: true }).click();
    await expect.poll(() => title.textContent()).toBe(`Disable: ${marked}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expectNoReports(page);
    await page.context().close();
  });
});
