// The job behind a change of a role or group that the source made together with a change of the account.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import { driving, type WritableService } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import { type Item, startService, temporaryFolder } from '../../support/service/service.ts';

const folder = temporaryFolder();
const seed = path.join(import.meta.dirname, '../../../examples/help-desk/seed.yaml');
let service: WritableService;
beforeAll(async () => {
  const settings = { file: path.join(folder, 'help-desk.db'), seed };
  const test = await startService({
    work: ['act', 'extract', 'build'],
    connectors,
    settings: { sources: [{ id: 'help-desk', connector: 'simulated', settings, writes: true }] },
  });
  await test.sync();
  service = driving(test, sendAs(test, await test.token()));
});
afterAll(async () => {
  await service?.test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('names the job that disabled an account for the memberships that the source took away with it, and gave back with the undo', async () => {
  const { test, send } = service;
  const account = (await test.everyItem('/v1/accounts')).find(({ alias }) => alias === 'calvarez')!;
  const id: string = account['globalId'];
  const version = async () => (await send('GET', '/v1/changes')).body.until.version;
  const memberships = async (since: string) =>
    (await test.everyItem(`/v1/changes?since=${since}&objectType=EntityManagedViaObject`)).map(
      ({ change, objectName, actionJob }: Item) => [change, objectName, actionJob?.id],
    );
  const first = await version();
  const disabled = await service.change('POST', `/v1/accounts/${id}/disable`);
  await service.shown(`/v1/accounts/${id}`, disabled['id']);
  const group = `Account:${account['id']}>UserGroup:first-line`;
  expect(await memberships(first)).toEqual([['Vanished', group, disabled['id']]]);
  const second = await version();
  const undone = await service.revert(disabled['id']);
  await service.shown(`/v1/accounts/${id}`, undone['id']);
  expect(await memberships(second)).toEqual([['Appeared', group, undone['id']]]);
});
