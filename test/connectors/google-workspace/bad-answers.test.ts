// Answers of a customer that refuses, limits, or is not what it should be: the run says what and where, and deletes nothing.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { googleWorkspace } from '../../../connectors/google-workspace/index.ts';
import { googleError } from '../../support/simulators/google/answers.ts';
import { type GoogleSimulator, startGoogle } from '../../support/simulators/google/google.ts';
import { fillCustomer, settingsFor, user } from '../../support/simulators/google/organisation.ts';
import { gapsOf, readSource, recordsOf } from '../../support/simulators/reading.ts';

let server: GoogleSimulator;
const read = (more: object = {}) =>
  readSource(googleWorkspace, settingsFor(server.url, { tokens_of: 'everybody', devices: true, ...more }));
beforeAll(async () => {
  server = await startGoogle();
});
beforeEach(() => {
  server.fault = undefined;
  fillCustomer(server.state);
});
afterAll(() => server.close());

const root = '/admin/directory/v1';
const faultOf = (refused: string, answer: () => object | undefined) => {
  server.fault = (_call, route) => (route === refused ? (answer() as never) : undefined);
};
const gaps = async () => gapsOf(await read()).map(({ type, missing, message }) => `${type} ${missing}: ${message}`);

it('a token that is refused says so', async () => {
  server.fault = (_call, route) =>
    route === 'POST /token' ? undefined : googleError(401, 'authError', 'Invalid Credentials');
  await expect(read()).rejects.toThrow(/Invalid Credentials.*key of the service account deleted/s);
});

it('a delegation that is missing says so', async () => {
  faultOf('POST /token', () => ({
    ...{
      status: 401,
      body: { error: 'unauthorized_client', error_description: 'Client is unauthorized to retrieve access tokens' },
    },
  }));
  await expect(read()).rejects.toThrow('Client is unauthorized to retrieve access tokens');
});

it.each([
  [`GET ${root}/users`, 'Account objects', 'admin.directory.user.readonly'],
  [`GET ${root}/groups`, 'UserGroup objects', 'admin.directory.group.readonly'],
  [`GET ${root}/groups/:group/members`, 'EntityManagedViaObject objects', 'admin.directory.group.member.readonly'],
  [`GET ${root}/customer/:customer/roles`, 'Role objects', 'admin.directory.rolemanagement.readonly'],
  [
    `GET ${root}/customer/:customer/roleassignments`,
    'EntityManagedViaObject objects',
    'admin.directory.rolemanagement',
  ],
  [`GET ${root}/customer/:customer/orgunits`, 'Department objects', 'admin.directory.orgunit.readonly'],
  [`GET ${root}/customer/:customer/domains`, 'DirectoryProvider fields', 'admin.directory.domain.readonly'],
  [`GET ${root}/customer/:customer/domains`, 'Account objects', 'admin.directory.domain.readonly'],
  [`GET ${root}/users/:user/tokens`, 'Account objects', 'admin.directory.user.security'],
  [
    `GET ${root}/customer/:customer/devices/mobile`,
    'ResourceInstance objects',
    'admin.directory.device.mobile.readonly',
  ],
  ['GET /groups/v1/groups/:email', 'UserGroup fields', 'apps.groups.settings'],
])('%s without its scope is a gap: %s, %s', async (refused, start, scope) => {
  faultOf(refused, () =>
    googleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.'),
  );
  const fitting = (await gaps()).filter(gap => gap.startsWith(start));
  expect(fitting.join('\n')).toContain(scope);
});

it('the customer may be forbidden', async () => {
  server.state.customer = undefined;
  const reading = await read();
  expect(gapsOf(reading)).toEqual([]);
  expect(recordsOf(reading, 'IntegratedApplication')).toMatchObject([{ id: 'my_customer', key: 'example.org' }]);
});

it('the members of a group that cannot be read are kept, and only they', async () => {
  server.fault = (call, route) =>
    route === `GET ${root}/groups/:group/members` && call.params['group'] === '03'
      ? googleError(500, 'backendError', 'Internal error')
      : undefined;
  const { gaps } = (await read()).get('EntityManagedViaObject')!;
  expect(gaps.map(({ within }) => within)).toEqual([{ field: 'managedViaObjectId', is: ['03'] }]);
});

it.each(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded'])(
  'a limit that is worded as %s is waited for',
  async reason => {
    let refused = 0;
    faultOf(`GET ${root}/groups`, () => {
      refused += 1;
      return refused > 2 ? undefined : googleError(403, reason, 'Request rate higher than configured.');
    });
    server.state.groupSettings.clear();
    const readAtOnce = readSource(
      googleWorkspace,
      settingsFor(server.url, { tokens_of: 'nobody', group_settings: false }),
    );
    await expect(readAtOnce).rejects.toThrow(/asks to wait for 2 s/);
    expect(refused).toBe(1);
  },
);

it.each([
  ['an HTML page of a proxy', { body: '<html><title>Sign in</title></html>' }, /HTML page \("Sign in"\)/],
  ['an answer of something else', { body: { hello: 'world' } }, /the answer has no list/],
  ['a list that is none', { body: { kind: 'admin#directory#users', users: { id: 1 } } }, /the answer has no list/],
  ['a page that comes again', { body: { kind: 'admin#directory#users', nextPageToken: 'x' } }, /read before/],
])('%s ends the list with a gap', async (_what, answer, message) => {
  faultOf(`GET ${root}/users`, () => answer);
  expect((await gaps()).join('\n')).toMatch(message);
});

it('users who cannot be understood are rejected and keep their form', async () => {
  server.state.users.set('80', user('80', 'odd', { suspended: 'perhaps' }));
  server.state.users.set('81', { id: '81', suspended: false });
  const { rejected } = (await read()).get('Account')!;
  expect(rejected.map(({ id, reasons }) => [id, ...reasons])).toEqual([
    ['80', 'suspended is "perhaps"'],
    ['81', 'has no primaryEmail'],
  ]);
});

it('ids that look like paths stay ids', async () => {
  server.state.groups.set('../x', { id: '../x', email: '../x@example.org', name: 'odd' });
  server.state.users.set('../u', user('../u', 'path'));
  expect(await gaps()).toEqual([]);
});

it('an address that is not Google is refused at once', async () => {
  faultOf(`GET ${root}/customers/:customer`, () => ({ body: { hello: 'world' } }));
  await expect(read()).rejects.toThrow('the answer describes no customer');
});
