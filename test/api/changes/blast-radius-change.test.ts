// The preview of a change says what it does to the blast radius of the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, Read, SourceRecord } from '../../../src/connector/contract.ts';
import { account, impersonating, membership } from '../../impersonation/records.ts';
import { accountName, createApplication } from '../../support/actions/application.ts';
import { writableConnector } from '../../support/actions/writable-connector.ts';
import { driving, type WritableService } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const [ann, ben, cid, dan] = [0, 1, 2, 3].map(accountName) as [string, string, string, string];

/** Members of `ops` may act as everybody, auditors as the last account. */
function application() {
  const crm = createApplication({ accounts: 4 });
  Object.assign(crm.accounts.get(ann)!, { groups: ['ops'] });
  Object.assign(crm.accounts.get(cid)!, { groups: ['ops'], enabled: false });
  const memberships = [membership(ann, 'ops'), membership(cid, 'ops')];
  const rights = [
    { ...impersonating('ops', '*'), entityType: 'UserGroup' },
    { ...impersonating('auditor', dan), entityType: 'Role' },
  ];
  const connector = writableConnector((_name, call) => crm.request(call));
  const read = (lands: string, records: readonly SourceRecord[]): Read<unknown> => ({
    lands,
    async *pages() {
      yield { records };
    },
  });
  const accounts = [ann, ben, cid, dan].map(id => account(id, { enabled: id !== cid }));
  const reads: Connector['reads'] = client => [
    ...connector.reads(client).filter(({ lands }) => lands !== 'Account'),
    read('Account', accounts),
    read('EntityManagedViaObject', memberships),
    read('EntityAssignedAccessToObject', rights),
  ];
  return { ...connector, reads };
}

describe('the preview of a change', () => {
  let test: TestService;
  let service: WritableService;
  let blastRadiusOf: (method: 'POST' | 'PUT' | 'DELETE', path: string) => Promise<unknown>;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    test = await startService({
      connectors: [application()],
      settings: { sources: [{ id: 'crm', connector: 'writable', writes: true, settings: { application: 'crm' } }] },
    });
    await test.sync();
    service = driving(test, sendAs(test, await test.token()));
    for (const name of [ann, ben, cid, dan]) ids[name] = await service.idOf('accounts', 'crm', name);
    ids['ops'] = await service.idOf('user-groups', 'crm', 'ops');
    ids['auditor'] = await service.idOf('roles', 'crm', 'auditor');
    blastRadiusOf = async (method, path) => {
      const { status, body } = await service.send(method, `${path}?dryRun=true`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.targets[0].blastRadius;
    };
  });
  afterAll(() => test?.close());

  it('takes everything away with the account', async () => {
    expect(await blastRadiusOf('POST', `/v1/accounts/${ids[ann]}/disable`)).toEqual({ before: 3, after: 0 });
  });

  it('gives it back when the account is enabled', async () => {
    expect(await blastRadiusOf('POST', `/v1/accounts/${ids[cid]}/enable`)).toEqual({ before: 0, after: 3 });
  });

  it('takes away what the group gave', async () => {
    const path = `/v1/user-groups/${ids['ops']}/members/${ids[ann]}`;
    expect(await blastRadiusOf('DELETE', path)).toEqual({ before: 3, after: 0 });
  });

  it('adds what the members of the group can do', async () => {
    const path = `/v1/user-groups/${ids['ops']}/members/${ids[ben]}`;
    expect(await blastRadiusOf('PUT', path)).toEqual({ before: 0, after: 3 });
  });

  it('adds what the role can do', async () => {
    const path = `/v1/roles/${ids['auditor']}/assignees/${ids[ben]}`;
    expect(await blastRadiusOf('PUT', path)).toEqual({ before: 0, after: 1 });
  });

  it('says that nothing changes when the source shows the change already', async () => {
    const path = `/v1/user-groups/${ids['ops']}/members/${ids[ann]}`;
    expect(await blastRadiusOf('PUT', path)).toEqual({ before: 3, after: 3 });
  });
});
