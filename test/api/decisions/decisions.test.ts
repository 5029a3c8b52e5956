// The Authorization API of OpenID AuthZEN over effective access: the public interoperability payloads, searches, and what is never true.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decisionReasons } from '../../../src/api/decisions/decision-schemas.ts';
import { accessAssignment } from '../../../src/resources/access-assignment.ts';
import { account } from '../../../src/resources/account.ts';
import { managedVia } from '../../../src/resources/managed-via.ts';
import { resourceInstance } from '../../../src/resources/resource-instance.ts';
import { userGroup } from '../../../src/resources/user-group.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';
import { payloads, people, todoOf, todoSource } from './todo-scenario.ts';

let test: TestService;
let send: Send;

/** A source with every kind of doubt about the one document that it has. */
function doubtful(): Script {
  const accounts: Readonly<Record<string, object>> = {
    reader: {},
    disabled: { enabled: false },
    conditional: {},
    'denied-all': {},
    'denied-read': {},
    unstated: {},
    member: {},
    nobody: {},
    'twin-1': { alias: 'twin' },
    'twin-2': { alias: 'twin' },
    Übung: { alias: 'Übung' },
    beth: { alias: 'beth', email: 'beth@the-smiths.com' },
  };
  const conditions = { rootOperator: { type: 'Array' } };
  const access = (holder: string, isDenial: boolean, permissions: object | undefined, more: object = {}) => ({
    ...{ entityId: holder, entityType: holder === 'staff' ? 'UserGroup' : 'Account' },
    ...{ assignedObjectId: 'document', assignedObjectType: 'ResourceInstance' },
    entitlementSpecification: {
      reasonSpecificData: { type: isDenial ? 'Denial' : 'Grant', ...(permissions && { permissions }), ...more },
    },
  });
  const all = { isRead: true, isUpdate: true, fineGrainedSpecifiers: ['doc.open'] };
  const assignments = [
    ...['reader', 'disabled', 'denied-all', 'denied-read', 'twin-1', 'Übung', 'beth'].map(name =>
      access(name, false, all),
    ),
    access('conditional', false, all, { conditions }),
    access('denied-all', true, undefined),
    access('denied-read', true, { isRead: true }),
    access('unstated', false, undefined),
    access('staff', false, { isDelete: true }),
  ];
  return {
    Account: pagesOf(
      Object.entries(accounts).map(([id, more], index) => {
        return {
          ...sampleRecord(account, index),
          id,
          alias: id,
          email: `${index}@doubt.example`,
          type: 'User',
          enabled: true,
          ...more,
        };
      }),
    ),
    UserGroup: pagesOf([{ ...sampleRecord(userGroup, 0), id: 'staff', name: 'All of the staff' }]),
    ResourceInstance: pagesOf([{ ...sampleRecord(resourceInstance, 0), id: 'document', name: 'The document' }]),
    EntityManagedViaObject: pagesOf([
      {
        ...sampleRecord(managedVia, 0),
        ...{
          entityId: 'member',
          entityType: 'Account',
          managedViaObjectId: 'staff',
          managedViaObjectType: 'UserGroup',
        },
      },
    ]),
    EntityAssignedAccessToObject: pagesOf(
      assignments.map((record, index) => ({ ...sampleRecord(accessAssignment, index), ...record, id: `a${index}` })),
    ),
  };
}

beforeAll(async () => {
  test = await startService({ sources: { todo: todoSource(), doubt: doubtful() } });
  await test.sync();
  send = sendAs(test, await test.token({ scopes: ['read'] }));
});
afterAll(() => test.close());

/** Two sources have the address beth@the-smiths.com. */
const inTodo = () => ({ applicationInstanceId: instanceOf(test, 'todo') });
const todoRequest = (subject: string, action: string, resource: string) => ({
  subject: { type: 'account', id: subject, identity: 'ignored', properties: inTodo() },
  action: { name: action },
  resource: { type: 'resource-instance', id: resource, ownerID: 'ignored' },
});
const doubt = (subject: string, action = 'read') => ({
  subject: { type: 'account', id: subject },
  action: { name: action },
  resource: { type: 'resource-instance', id: 'The document' },
});
const evaluate = async (request: object) => {
  const { status, body } = await send('POST', '/access/v1/evaluation', request);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const reasonOf = async (request: object) => {
  const { decision, context } = await evaluate(request);
  return decision ? 'true' : context.reason.code;
};

describe('the interoperability payloads of the Todo scenario', () => {
  it.each(payloads)('%s %s %s: %s', async (subject, action, resource, expected) => {
    const { decision, context } = await evaluate(todoRequest(subject, action, resource));
    expect([decision, context.reason?.code]).toEqual([expected, expected ? undefined : 'NOT_GRANTED']);
    expect(context.version).toBe((await send('GET', '/v1/sources')).body.version);
  });

  it('in one request, with defaults and with each semantic', async () => {
    const [subject] = people;
    const evaluations = payloads
      .filter(([who]) => who === subject)
      .map(([, action, resource]) => ({
        action: { name: action },
        resource: { type: 'resource-instance', id: resource },
      }));
    const defaults = { subject: { type: 'account', id: subject, properties: inTodo() } };
    const all = await send('POST', '/access/v1/evaluations', { ...defaults, evaluations });
    expect(all.body.evaluations.map((each: Item) => each.decision)).toEqual(evaluations.map(() => true));
    const mixed = [
      evaluations[0],
      { action: { name: 'nothing' }, resource: evaluations[0]!.resource },
      {},
      evaluations[1],
    ];
    const decisions = async (evaluations_semantic?: string) => {
      const options = evaluations_semantic === undefined ? {} : { evaluations_semantic };
      const { body } = await send('POST', '/access/v1/evaluations', { ...defaults, evaluations: mixed, options });
      return body.evaluations.map((each: Item) => each.context.error?.status ?? each.decision);
    };
    expect(await decisions()).toEqual([true, false, 400, true]);
    expect(await decisions('execute_all')).toEqual([true, false, 400, true]);
    expect(await decisions('deny_on_first_deny')).toEqual([true, false]);
    expect(await decisions('permit_on_first_permit')).toEqual([true]);
    const single = await send(
      'POST',
      '/access/v1/evaluations',
      todoRequest('morty@the-citadel.com', 'can_create_todo', 'todo-1'),
    );
    expect(single.body).toMatchObject({ decision: true });
  });
});

describe('evidence', () => {
  it('is the path that gives the access, and the account', async () => {
    const { context } = await evaluate(todoRequest('morty@the-citadel.com', 'can_read_todos', 'todo-1'));
    expect(context.evidence.account).toMatchObject({ type: 'Account', name: 'morty@the-citadel.com' });
    expect(context.evidence.path.map(({ kind, to }: Item) => [kind, to.name])).toEqual([
      ['Membership', 'editor'],
      ['Membership', 'viewer'],
      ['Grant', 'todo-1'],
    ]);
  });

  it('of a person is that of the account that has the access', async () => {
    const morty = (await test.everyItem('/v1/accounts')).find(({ alias }: Item) => alias === 'morty@the-citadel.com');
    const subject = { type: 'person', id: morty.enrichedPersonId };
    const asked = { ...todoRequest('', 'can_create_todo', 'todo-1'), subject };
    expect(await evaluate(asked)).toMatchObject({
      decision: true,
      context: { evidence: { account: { id: morty.globalId } } },
    });
    expect(await reasonOf({ ...asked, action: { name: 'can_drive' } })).toBe('NOT_GRANTED');
  });
});

describe('what is not known is never true:', () => {
  it.each([
    ['reader', 'read', 'true'],
    ['reader', 'doc.open', 'true'],
    ['reader', 'delete', 'NOT_GRANTED'],
    ['reader', 'doc.close', 'NOT_GRANTED'],
    ['reader', 'READ', 'NOT_GRANTED'],
    ['member', 'delete', 'true'],
    ['nobody', 'read', 'NOT_GRANTED'],
    ['disabled', 'read', 'SUBJECT_DISABLED'],
    ['disabled', 'delete', 'NOT_GRANTED'],
    ['conditional', 'update', 'CONDITIONAL'],
    ['conditional', 'doc.open', 'CONDITIONAL'],
    ['denied-all', 'read', 'DENIED'],
    ['denied-all', 'doc.open', 'DENIED'],
    ['denied-read', 'read', 'DENIED'],
    ['denied-read', 'update', 'true'],
    ['denied-read', 'doc.open', 'DENIED'],
    ['unstated', 'read', 'PERMISSION_NOT_STATED'],
    ['unstated', 'member', 'NOT_GRANTED'],
    ['absent', 'read', 'SUBJECT_NOT_FOUND'],
    ['twin', 'read', 'SUBJECT_AMBIGUOUS'],
    ['twin-1', 'read', 'true'],
    ['Übung', 'read', 'true'],
    // The search would find it, but it is not the same name.
    ['ubung', 'read', 'SUBJECT_NOT_FOUND'],
    ['Reader', 'read', 'SUBJECT_NOT_FOUND'],
    ['beth@the-smiths.com', 'read', 'SUBJECT_AMBIGUOUS'],
    ['BETH', 'read', 'SUBJECT_NOT_FOUND'],
  ] as const)('%s may %s: %s', async (subject, action, expected) => {
    expect(await reasonOf(doubt(subject, action))).toBe(expected);
  });

  it('types and objects that there are not, and those that the client may not see', async () => {
    expect(await reasonOf({ ...doubt('reader'), subject: { type: 'user', id: 'reader' } })).toBe(
      'SUBJECT_TYPE_UNKNOWN',
    );
    expect(await reasonOf({ ...doubt('reader'), resource: { type: 'todo', id: '1' } })).toBe('RESOURCE_TYPE_UNKNOWN');
    expect(await reasonOf({ ...doubt('reader'), resource: { type: 'role', id: '???' } })).toBe('RESOURCE_NOT_FOUND');
    const group = { type: 'user-group', id: 'All of the staff' };
    expect(await reasonOf({ ...doubt('member', 'member'), resource: group })).toBe('true');
    expect(await reasonOf({ ...doubt('reader', 'member'), resource: group })).toBe('NOT_GRANTED');
    expect(await reasonOf({ ...doubt('', 'delete'), subject: group })).toBe('true');
    const limited = sendAs(test, await test.token({ scopes: ['read'], instances: [instanceOf(test, 'todo')] }));
    const { body } = await limited('POST', '/access/v1/evaluation', doubt('reader'));
    expect(body).toMatchObject({ decision: false, context: { reason: { code: 'SUBJECT_NOT_FOUND' } } });
    const theirs = await limited('POST', '/access/v1/evaluation', {
      ...doubt('beth@the-smiths.com', 'can_read_user'),
      resource: { type: 'resource-instance', id: 'users' },
    });
    expect(theirs.body.decision).toBe(true);
  });
});

describe('searches', () => {
  const search = async (kind: string, request: object) => {
    const { status, body } = await send('POST', `/access/v1/search/${kind}`, request);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  it('find all subjects, over pages, each of which an evaluation permits', async () => {
    const request = { ...doubt(''), subject: { type: 'account' } };
    const names: string[] = [];
    let pages = 0;
    for (let token = ''; ; pages += 1) {
      const { results, page } = await search('subject', { ...request, page: { limit: 3, ...(token && { token }) } });
      for (const { id, type, properties } of results) {
        names.push(properties.name);
        expect((await evaluate({ ...request, subject: { type, id } })).decision).toBe(true);
      }
      token = page.next_token;
      if (token === '') break;
    }
    expect(names.toSorted()).toEqual(['beth', 'reader', 'twin', 'Übung'].toSorted());
    expect(pages).toBeGreaterThan(1);
  });

  it('find resources and actions', async () => {
    const morty = todoRequest('morty@the-citadel.com', 'can_update_todo', '');
    const { results } = await search('resource', { ...morty, resource: { type: 'resource-instance' } });
    expect(results.map(({ properties }: Item) => properties.name)).toEqual([todoOf['morty@the-citadel.com']]);
    const own = todoRequest('morty@the-citadel.com', '', todoOf['morty@the-citadel.com']!);
    const actions = await search('action', { subject: own.subject, resource: own.resource });
    const names = actions.results.map(({ name }: Item) => name).toSorted();
    expect(names).toEqual(['can_create_todo', 'can_delete_todo', 'can_read_todos', 'can_update_todo']);
    const none = await search('action', { subject: { type: 'account', id: 'disabled' }, resource: doubt('').resource });
    expect([none.results, none.page]).toEqual([[], { next_token: '' }]);
    const unknown = await search('action', { subject: { type: 'account', id: 'twin' }, resource: doubt('').resource });
    expect(unknown.context.reason.code).toBe('SUBJECT_AMBIGUOUS');
  });

  it('refuse what they cannot search, and a token of another search', async () => {
    const request = { ...doubt('reader'), page: { limit: 1 } };
    expect((await send('POST', '/access/v1/search/subject', { ...request, subject: { type: 'role' } })).status).toBe(
      400,
    );
    expect((await send('POST', '/access/v1/search/resource', { ...request, resource: { type: 'todo' } })).status).toBe(
      400,
    );
    const { page } = await search('subject', { ...request, subject: { type: 'account' } });
    const other = {
      ...request,
      action: { name: 'update' },
      subject: { type: 'account' },
      page: { token: page.next_token },
    };
    expect((await send('POST', '/access/v1/search/subject', other)).body.details.reason).toBe('INVALID_PAGE_TOKEN');
  });
});

describe('the binding to HTTP', () => {
  it('publishes its metadata, echoes the id of the request, and refuses bad requests as other routes do', async () => {
    const { baseUrl } = test.service.access;
    expect((await test.app.inject('/.well-known/authzen-configuration')).json()).toEqual({
      policy_decision_point: baseUrl,
      access_evaluation_endpoint: `${baseUrl}/access/v1/evaluation`,
      access_evaluations_endpoint: `${baseUrl}/access/v1/evaluations`,
      search_subject_endpoint: `${baseUrl}/access/v1/search/subject`,
      search_resource_endpoint: `${baseUrl}/access/v1/search/resource`,
      search_action_endpoint: `${baseUrl}/access/v1/search/action`,
    });
    const id = 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716';
    const answer = await send('POST', '/access/v1/evaluation', doubt('reader'), { 'x-request-id': id });
    expect(answer.headers['x-request-id']).toBe(id);
    for (const wrong of [
      {},
      { ...doubt('reader'), action: {} },
      { ...doubt('reader'), subject: { type: 'account', id: 1 } },
      [],
      'x',
    ]) {
      const { status, body } = await send('POST', '/access/v1/evaluation', wrong);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const many = { ...doubt('reader'), evaluations: Array.from({ length: 101 }, () => ({})) };
    expect((await send('POST', '/access/v1/evaluations', many)).status).toBe(400);
    const none = await test.app.inject({ method: 'POST', url: '/access/v1/evaluation', payload: doubt('reader') });
    expect([none.statusCode, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('knows only reasons that are documented', () => {
    expect(Object.keys(decisionReasons).length).toBeGreaterThan(10);
  });
});
