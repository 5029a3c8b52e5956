// The part of the administration about security events, on a service that receives them.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createDirectory, push, shown, startSignalled } from '../support/signals/signalled-service.ts';
import {
  emailSubject,
  sessionRevoked,
  startTransmitter,
  type TestTransmitter,
} from '../support/signals/transmitter.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('signals'), () => {
  let transmitter: TestTransmitter;
  let console: TestConsole;
  beforeAll(async () => {
    transmitter = await startTransmitter();
    const receivers = [{ name: 'siem', audience: 'siem', poll: { authorization: 'Bearer token-of-the-receiver' } }];
    const test = await startSignalled({ directory: createDirectory(10), transmitter, signals: { receivers } });
    console = await startConsole(test);
    await push(test, await transmitter.token(sessionRevoked(), emailSubject('user9@example.org')));
    await shown(test, 1);
  });
  afterAll(async () => {
    await console?.close();
    await transmitter?.close();
  });

  it('shows who sends and gets events, and what an event started', async () => {
    const page = await console.open('/administration/signals');
    await page.getByRole('table', { name: 'Transmitters' }).getByText('events come').waitFor();
    await page.getByRole('table', { name: 'Receivers' }).getByRole('row', { name: /^siem/ }).waitFor();
    const event = page.getByRole('table', { name: 'Events' }).getByRole('row', { name: /session revoked/ });
    await event.getByRole('link', { name: 'user9', exact: true }).waitFor();
    await event.getByText('read again', { exact: true }).waitFor();
    await expectAccessible(page);
    await event.getByRole('link', { name: 'the run' }).click();
    await page.waitForURL('**/sources/*');
    expectNoReports(page);
    await page.context().close();
  });
});
