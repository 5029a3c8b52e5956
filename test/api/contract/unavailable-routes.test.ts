// Operations that answer 501 check requests like all others: an error is a 400 that names it.
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerUnavailableOperations } from '../../../src/api/contract/unavailable-routes.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const id = '00000000-0000-4000-8000-000000000000';
let test: TestService;
let send: Send;
beforeAll(async () => {
  test = await startService();
  send = sendAs(test, await test.token());
});
afterAll(() => test.close());

describe('an operation that is not available', () => {
  it.each<[method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body: object | undefined, message: RegExp]>([
    ['POST', '/v1/accounts/nobody/disable', undefined, /^id: "nobody" is not a UUID/],
    ['PUT', `/v1/roles/${id}/assignees/x`, undefined, /^accountId: "x" is not a UUID/],
    ['DELETE', `/v1/user-groups/x/members/${id}`, undefined, /^id: "x" is not a UUID/],
    ['GET', '/v1/action-jobs/7', undefined, /^id: "7" is not a UUID/],
    ['POST', `/v1/accounts/${id}/enable`, { now: true }, /takes no body/],
    ['POST', '/v1/accounts/disable', undefined, /the body is missing/],
    ['POST', '/v1/accounts/disable', { ids: [] }, /^ids: /],
    ['POST', '/v1/accounts/disable', { ids: ['x'] }, /^ids\[0\]: /],
    ['POST', '/v1/accounts/disable', { ids: [id], colour: 'red' }, /^colour: unknown field/],
    ['POST', '/v1/user-groups', { applicationInstanceId: id }, /^groupName: /],
    ['POST', `/v1/action-jobs/${id}/revert?force=1`, undefined, /unknown query parameter "force"/],
    ['GET', '/v1/action-jobs?pageSize=0', undefined, /^pageSize: /],
    ['GET', '/v1/action-jobs?pageToken=x', undefined, /^pageToken: /],
    ['GET', `/v1/action-jobs/${id}/results?pageSize=5`, undefined, /unknown query parameter "pageSize"/],
  ])('refuses %s %s %j', async (method, url, body, message) => {
    const { status, body: answer } = await send(method, url, body);
    expect({ status, answer }).toMatchObject({ status: 400, answer: { code: 'BAD_REQUEST' } });
    expect(answer.message).toMatch(message);
  });

  it.each<['GET' | 'POST' | 'PUT' | 'DELETE', string, object | undefined]>([
    ['POST', `/v1/accounts/${id}/disable`, undefined],
    ['POST', '/v1/accounts/disable', { ids: [id] }],
    ['PUT', `/v1/roles/${id}/assignees/${id}`, undefined],
    ['POST', '/v1/user-groups', { applicationInstanceId: id, groupName: 'g' }],
    ['GET', '/v1/action-jobs?pageSize=5', undefined],
    ['GET', `/v1/action-jobs/${id}/results`, undefined],
  ])('answers %s %s %j, which is right, with 501', async (method, url, body) => {
    expect(await send(method, url, body)).toMatchObject({ status: 501, body: { code: 'NOT_IMPLEMENTED' } });
  });
});

it('does not start with an operation that is declared as implemented and has no route', async () => {
  const app = Fastify();
  expect(() => registerUnavailableOperations(app, () => async () => {})).toThrow(
    'createSavedQuery: is declared as implemented, and has no route',
  );
  await app.close();
});
