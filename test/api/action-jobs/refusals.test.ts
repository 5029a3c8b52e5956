// What changes refuse: ids, bodies, scopes, states of jobs. Each refusal is in the audit log, and nothing is changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, accountName, createApplication } from '../../support/actions/application.ts';
import { startWritable, type WritableService } from '../../support/actions/writable-service.ts';
import { type Send, sendAs } from '../../support/send.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
let crm: Application;
let hr: Application;
let service: WritableService;
let id: string;
let hrId: string;
let role: string;
let group: string;
let synced: string;
let readOnly: Send;
let onlyCrm: Send;
let auditor: Send;

beforeAll(async () => {
  crm = createApplication({ accounts: 5, groups: ['staff', 'ops', 'synced-staff'] });
  hr = createApplication({ accounts: 2 });
  service = await startWritable({ crm, hr }, { readOnly: ['hr'], work: ['act'] });
  id = await service.idOf('accounts', 'crm', accountName(0));
  hrId = await service.idOf('accounts', 'hr', accountName(0));
  role = await service.idOf('roles', 'crm', 'auditor');
  group = await service.idOf('user-groups', 'crm', 'ops');
  synced = await service.idOf('user-groups', 'crm', 'synced-staff');
  readOnly = sendAs(service.test, await service.test.token({ scopes: ['read'] }));
  onlyCrm = sendAs(service.test, await service.test.token({ instances: [service.instance('crm')] }));
  auditor = sendAs(service.test, await service.test.token({ scopes: ['read', 'write', 'admin'] }));
});
afterAll(() => service.test.close());

type Case = [what: string, method: 'POST' | 'PUT' | 'DELETE', url: () => string, body: () => unknown, answer: object];

const badRequest = (message: RegExp) => ({
  status: 400,
  body: { code: 'BAD_REQUEST', message: expect.stringMatching(message) },
});
const none = () => undefined;

describe('a change refuses', () => {
  it.each<Case>([
    [
      'an id that is no UUID',
      'POST',
      () => '/v1/accounts/nobody/disable',
      none,
      badRequest(/^id: "nobody" is not a UUID/),
    ],
    ['an account id that is no UUID', 'PUT', () => `/v1/roles/${role}/assignees/x`, none, badRequest(/^accountId: /)],
    [
      'a body where none belongs',
      'POST',
      () => `/v1/accounts/${id}/enable`,
      () => ({ now: true }),
      badRequest(/takes no body/),
    ],
    ['a body that is no JSON', 'POST', () => '/v1/accounts/disable', () => '{', badRequest(/not valid JSON/)],
    ['a body that is no JSON', 'POST', () => '/v1/accounts/disable', () => '{', badRequest(/not valid JSON/)],
    ['a missing body', 'POST', () => '/v1/accounts/disable', none, badRequest(/the body is missing/)],
    ['an empty list', 'POST', () => '/v1/accounts/disable', () => ({ ids: [] }), badRequest(/^ids: /)],
    [
      'an id in the list that is no UUID',
      'POST',
      () => '/v1/accounts/disable',
      () => ({ ids: ['x'] }),
      badRequest(/^ids\[0\]: /),
    ],
    [
      'an unknown field',
      'POST',
      () => '/v1/accounts/disable',
      () => ({ ids: [id], colour: 'red' }),
      badRequest(/^colour: unknown field/),
    ],
    [
      '2000 ids',
      'POST',
      () => '/v1/accounts/disable',
      () => ({ ids: Array.from({ length: 2000 }, (_, n) => unknown.replace('0000', String(1000 + n))) }),
      badRequest(/^ids: .*1000/),
    ],
    [
      'an id that comes twice',
      'POST',
      () => '/v1/accounts/disable',
      () => ({ ids: [id, hrId, id.toUpperCase()] }),
      badRequest(/^ids\[2\]: is the same account as ids\[0\]/),
    ],
    [
      'an unknown parameter',
      'POST',
      () => `/v1/accounts/${id}/disable?force=1`,
      none,
      badRequest(/unknown query parameter "force"/),
    ],
    ['a wrong dryRun', 'POST', () => `/v1/accounts/${id}/disable?dryRun=maybe`, none, badRequest(/^dryRun: /)],
    [
      'a group without a name',
      'POST',
      () => '/v1/user-groups',
      () => ({ applicationInstanceId: service.instance('crm') }),
      badRequest(/^groupName: /),
    ],
    [
      'a group whose name holds NUL',
      'POST',
      () => '/v1/user-groups',
      () => ({ applicationInstanceId: service.instance('crm'), groupName: 'a\0' }),
      badRequest(/^groupName: /),
    ],
    [
      'a group of an unknown instance',
      'POST',
      () => '/v1/user-groups',
      () => ({ applicationInstanceId: unknown, groupName: 'g' }),
      badRequest(/^applicationInstanceId: /),
    ],
    [
      'an unknown account',
      'POST',
      () => `/v1/accounts/${unknown}/disable`,
      none,
      { status: 404, body: { code: 'NOT_FOUND' } },
    ],
    [
      'one unknown account of many',
      'POST',
      () => '/v1/accounts/disable',
      () => ({ ids: [id, unknown] }),
      { status: 404, body: { code: 'NOT_FOUND' } },
    ],
    [
      'the id of a role as an account',
      'POST',
      () => `/v1/accounts/${role}/disable`,
      none,
      { status: 404, body: { code: 'NOT_FOUND' } },
    ],
    [
      'an account of another instance than the role',
      'PUT',
      () => `/v1/roles/${role}/assignees/${hrId}`,
      none,
      badRequest(/^accountId: .*both must be of the same/),
    ],
    [
      'a read-only source',
      'POST',
      () => `/v1/accounts/${hrId}/disable`,
      none,
      { status: 409, body: { code: 'WRITE_NOT_CONFIGURED' } },
    ],
    [
      'a bulk with one account of a read-only source',
      'POST',
      () => '/v1/accounts/disable',
      () => ({ ids: [id, hrId] }),
      { status: 409, body: { code: 'WRITE_NOT_CONFIGURED' } },
    ],
    [
      'a group of a read-only source',
      'POST',
      () => '/v1/user-groups',
      () => ({ applicationInstanceId: service.instance('hr'), groupName: 'g' }),
      { status: 409, body: { code: 'WRITE_NOT_CONFIGURED' } },
    ],
    [
      'members of a synced group',
      'DELETE',
      () => `/v1/user-groups/${synced}/members/${id}`,
      none,
      { status: 409, body: { code: 'OBJECT_NOT_REMOVABLE' } },
    ],
    [
      'the revert of an unknown job',
      'POST',
      () => `/v1/action-jobs/${unknown}/revert`,
      none,
      { status: 404, body: { code: 'NOT_FOUND' } },
    ],
  ])('%s', async (_what, method, url, body, answer) => {
    const before = await refusals();
    expect(await service.send(method, url(), body())).toMatchObject(answer);
    expect(await refusals()).toBe(before + 1);
    expect([...crm.changes, ...hr.changes]).toEqual([]);
  });

  it.each<[string, 'POST' | 'PUT', () => string]>([
    ['of an account', 'POST', () => `/v1/accounts/${id}/disable`],
    ['of a role', 'PUT', () => `/v1/roles/${role}/assignees/${id}`],
    ['of a group', 'PUT', () => `/v1/user-groups/${group}/members/${id}`],
    ['by a revert', 'POST', () => `/v1/action-jobs/${unknown}/revert`],
    ['by a cancel', 'POST', () => `/v1/action-jobs/${unknown}/cancel`],
  ])('a client without the write scope, %s', async (_what, method, url) => {
    const before = await refusals();
    expect(await readOnly(method, url())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await refusals()).toBe(before + 1);
  });

  it('an account that the client may not see with the words for one that does not exist', async () => {
    const hidden = await onlyCrm('POST', `/v1/accounts/${hrId}/disable`);
    const absent = await onlyCrm('POST', `/v1/accounts/${unknown}/disable`);
    expect(hidden.status).toBe(404);
    expect({ ...hidden.body, message: hidden.body.message.replace(hrId, unknown) }).toEqual(absent.body);
  });

  it('a group in an instance that the client may not see', async () => {
    const asked = { applicationInstanceId: service.instance('hr'), groupName: 'g' };
    expect(await onlyCrm('POST', '/v1/user-groups', asked)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('a key that came with another request', async () => {
    const key = { 'idempotency-key': 'reused' };
    const first = await service.send('POST', `/v1/accounts/${id}/activate`, undefined, key);
    expect(first.status).toBe(202);
    expect(await service.send('POST', `/v1/accounts/${id}/enable`, undefined, key)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    await service.ended(first.body.jobId);
  });
});

/** How many refusals the audit log has. */
async function refusals(): Promise<number> {
  const { body } = await auditor('GET', '/v1/audit-events?pageSize=200');
  return body.items.filter((event: { outcome: string }) => event.outcome === 'refused').length;
}

describe('jobs', () => {
  it('of instances that a client may not see are invisible to it', async () => {
    const onlyHr = sendAs(service.test, await service.test.token({ instances: [service.instance('hr')] }));
    const job = await service.change('POST', `/v1/accounts/${id}/activate`);
    expect(await onlyHr('GET', `/v1/action-jobs/${job.id}`)).toMatchObject({ status: 404 });
    expect(await onlyHr('GET', `/v1/action-jobs/${job.id}/results`)).toMatchObject({ status: 404 });
    expect(await onlyHr('POST', `/v1/action-jobs/${job.id}/revert`)).toMatchObject({ status: 404 });
    expect((await onlyHr('GET', '/v1/action-jobs')).body.items).toEqual([]);
    expect((await onlyCrm('GET', `/v1/action-jobs/${job.id}`)).status).toBe(200);
    expect(await onlyHr('GET', `/v1/accounts?waitForJob=${job.id}`)).toMatchObject({ status: 404 });
  });

  it('are listed newest first, page by page', async () => {
    const made: string[] = [];
    for (let turn = 0; turn < 5; turn += 1)
      made.unshift((await service.change('POST', `/v1/accounts/${id}/activate`)).id);
    const listed = await service.test.everyItem('/v1/action-jobs?pageSize=2');
    expect(listed.map(job => job.id).slice(0, 5)).toEqual(made);
  });

  it('take no foreign page token and no page size of results', async () => {
    const job = await service.change('POST', `/v1/accounts/${id}/activate`);
    const { nextPageToken } = (await service.send('GET', '/v1/action-jobs?pageSize=1')).body;
    expect(await service.send('GET', `/v1/action-jobs/${job.id}/results?pageToken=${nextPageToken}`)).toMatchObject(
      badRequest(/^pageToken: it belongs to the list action-jobs/),
    );
    expect(await service.send('GET', `/v1/action-jobs/${job.id}/results?pageSize=5`)).toMatchObject(
      badRequest(/unknown query parameter "pageSize"/),
    );
    expect(await service.send('GET', '/v1/action-jobs/7')).toMatchObject(badRequest(/^id: "7" is not a UUID/));
  });
});

describe('capabilities', () => {
  it('say what each visible instance supports and why not', async () => {
    const { items } = (await service.send('GET', '/v1/capabilities')).body;
    expect(items.map((item: { sourceId: string; writes: boolean }) => [item.sourceId, item.writes])).toEqual([
      ['crm', true],
      ['hr', false],
    ]);
    expect(items[0].operations).toHaveLength(8);
    expect(items[0].operations[0]).toEqual({
      operation: 'DisableAccount',
      supported: true,
      effect: 'The application in memory changes.',
      rights: 'None.',
    });
    expect(items[1].operations[0]).toMatchObject({ supported: true, code: 'WRITE_NOT_CONFIGURED' });
    expect((await onlyCrm('GET', '/v1/capabilities')).body.items).toHaveLength(1);
  });
});
