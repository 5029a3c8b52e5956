// Answers of an organisation that refuses, limits, or is not what it should be: the run says what and where, and deletes nothing.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { okta } from '../../../connectors/okta/index.ts';
import { oktaError, tooMany } from '../../support/simulators/okta/answers.ts';
import { type OktaSimulator, oktaToken, startOkta } from '../../support/simulators/okta/okta.ts';
import { fillOrganisation } from '../../support/simulators/okta/organisation.ts';
import { emptyState } from '../../support/simulators/okta/state.ts';
import { gapsOf, readSource, recordsOf } from '../../support/simulators/reading.ts';

let server: OktaSimulator;
const settings = (more: object = {}) => ({ url: server.url, api_token: oktaToken, enrollments_of: 'nobody', ...more });
beforeAll(async () => {
  server = await startOkta();
});
beforeEach(() => {
  server.fault = undefined;
  Object.assign(server.state, emptyState());
  fillOrganisation(server.state);
});
afterAll(() => server.close());

const missing = async () =>
  gapsOf(await readSource(okta, settings()))
    .filter(gap => gap.missing === 'objects')
    .map(({ type, message, reason }) => `${type} ${reason}: ${message}`);

it('a revoked token says so', async () => {
  await expect(readSource(okta, settings({ api_token: 'old' }))).rejects.toThrow(
    /E0000011|Invalid token provided.*revoked/s,
  );
});

it.each([
  [
    'GET /api/v1/users',
    'Account forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.users.read',
  ],
  [
    'GET /api/v1/groups',
    'UserGroup forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.groups.read',
  ],
  [
    'GET /api/v1/groups/:id/users',
    'EntityManagedViaObject forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.groups.read',
  ],
  [
    'GET /api/v1/iam/assignees/users',
    'EntityManagedViaObject forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.roles.read',
  ],
  [
    'GET /api/v1/apps',
    'AssignedApplication forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.apps.read',
  ],
  [
    'GET /api/v1/apps/:id/users',
    'EntityAssignedAccessToObject forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.apps.read',
  ],
  [
    'GET /api/v1/api-tokens',
    'Account forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.apiTokens.read',
  ],
  [
    'GET /api/v1/iam/resource-sets',
    'ResourceInstance forbidden: 403: You do not have permission to perform the requested action; grant the scope okta.roles.read',
  ],
])('%s that is refused is a gap with the scope to grant', async (refused, gap) => {
  server.fault = (_call, route) =>
    route === refused
      ? oktaError(403, 'E0000006', 'You do not have permission to perform the requested action')
      : undefined;
  expect(await missing()).toContain(gap);
});

it('whether somebody is an administrator is not known where roles may not be read', async () => {
  server.fault = (_call, route) =>
    route === 'GET /api/v1/iam/assignees/users' ? oktaError(403, 'E0000006', 'no') : undefined;
  const reading = await readSource(okta, settings());
  expect(recordsOf(reading, 'Account').filter(({ type, isAdmin }) => type === 'User' && isAdmin !== undefined)).toEqual(
    [],
  );
  expect(gapsOf(reading)).toContainEqual(
    expect.objectContaining({ type: 'Account', missing: 'fields', message: expect.stringContaining('isAdmin') }),
  );
});

it('the members of a group that cannot be read are kept, and only they', async () => {
  server.fault = (call, route) =>
    route === 'GET /api/v1/groups/:id/users' && call.params['id'] === '00gops'
      ? oktaError(500, 'E0000009', 'Internal Server Error')
      : undefined;
  const { gaps } = (await readSource(okta, settings())).get('EntityManagedViaObject')!;
  expect(gaps.map(({ within }) => within)).toEqual([{ field: 'managedViaObjectId', is: ['00gops'] }]);
});

it('a limit is waited for', async () => {
  let refused = 0;
  server.fault = (_call, route) => {
    if (route !== 'GET /api/v1/groups/:id/users' || refused >= 2) return undefined;
    refused += 1;
    return tooMany(Math.floor(Date.now() / 1000));
  };
  expect(await missing()).toEqual([]);
  expect(refused).toBe(2);
});

it.each([
  ['an HTML page of a proxy', { body: '<html><title>Sign in</title></html>' }, /HTML page \("Sign in"\)/],
  ['an object instead of a list', { body: { errors: [] } }, /the answer has no list/],
  [
    'an error of the server',
    { status: 500, body: { errorSummary: 'Internal Server Error' } },
    /500: Internal Server Error/,
  ],
])('%s ends the list with a gap', async (_what, answer, message) => {
  server.fault = (_call, route) => (route === 'GET /api/v1/users' ? answer : undefined);
  expect((await missing()).join('\n')).toMatch(message);
});

it('a page that comes again ends the list with a gap', async () => {
  server.fault = (call, route) =>
    route === 'GET /api/v1/users' && !call.url.searchParams.has('filter')
      ? { body: [], headers: { link: `<${server.url}/api/v1/users?after=again>; rel="next"` } }
      : undefined;
  expect((await missing()).join()).toContain('names a page as the next one that was read before');
});

it('a link to another host of the organisation is followed on the configured one', async () => {
  const { users } = server.state;
  server.fault = (call, route) => {
    if (route !== 'GET /api/v1/users' || call.url.searchParams.has('filter')) return undefined;
    const [first, ...rest] = [...users.values()].filter(({ status }) => status !== 'DEPROVISIONED');
    const isFirst = !call.url.searchParams.has('after');
    return {
      body: isFirst ? [first] : rest,
      headers: isFirst ? { link: '<https://example-admin.okta.com/api/v1/users?after=x>; rel="next"' } : {},
    };
  };
  expect(recordsOf(await readSource(okta, settings()), 'Account').filter(({ type }) => type === 'User')).toHaveLength(
    6,
  );
});

it('users without login, and with a status that nobody knows, are rejected and keep their form', async () => {
  server.state.users.set('00uodd', { id: '00uodd', status: 'FROZEN', profile: { login: 'odd@example.org' } });
  server.state.users.set('00unone', { id: '00unone', status: 'ACTIVE', profile: {} });
  const { rejected } = (await readSource(okta, settings())).get('Account')!;
  expect(rejected.map(({ id, reasons }) => [id, ...reasons])).toEqual([
    ['00uodd', 'status "FROZEN" is not known'],
    ['00unone', 'has no profile.login'],
  ]);
});

it('ids that look like paths stay ids', async () => {
  server.state.groups.set('../users', { id: '../users', type: 'OKTA_GROUP', profile: { name: 'odd' } });
  expect(await missing()).toEqual([]);
});

it('an address that is no organisation is refused at once', async () => {
  server.fault = () => ({ body: { hello: 'world' } });
  await expect(readSource(okta, settings())).rejects.toThrow('does not describe an organisation');
});
