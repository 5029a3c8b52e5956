// Answers of a workspace that refuses, limits, or is not what it should be: the run says what and where, and deletes nothing.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { slack } from '../../../connectors/slack/index.ts';
import { gapsOf, readSource, recordsOf } from '../../support/simulators/reading.ts';
import {
  rateLimited,
  type SlackSimulator,
  slackError,
  slackToken,
  startSlack,
} from '../../support/simulators/slack/slack.ts';
import { fillWorkspace, person } from '../../support/simulators/slack/workspace.ts';

let server: SlackSimulator;
const settings = (more: object = {}) => ({ url: `${server.url}/api/`, token: slackToken, channels: 'all', ...more });
beforeAll(async () => {
  server = await startSlack();
});
beforeEach(() => {
  server.fault = undefined;
  fillWorkspace(server.state);
});
afterAll(() => server.close());

const faultOf = (method: string, answer: () => object) => {
  server.fault = (_call, route) => (route.endsWith(`/api/${method.replace('.', '\\.')}`) ? answer() : undefined);
};
const gaps = async () =>
  gapsOf(await readSource(slack, settings())).map(({ type, missing, message }) => `${type} ${missing}: ${message}`);

it.each(['invalid_auth', 'token_revoked', 'account_inactive'])('a token that is %s says so', async error => {
  faultOf('auth.test', () => slackError(error));
  await expect(readSource(slack, settings())).rejects.toThrow(new RegExp(`${error}.*revoked`, 's'));
});

it.each([
  ['users.list', 'users:read', 'Account objects: missing_scope; grant the scope users:read (it has chat:write); grant'],
  ['usergroups.list', 'usergroups:read', 'UserGroup objects: missing_scope; grant the scope usergroups:read'],
  ['conversations.list', 'channels:read', 'ResourceInstance objects: missing_scope; grant the scope channels:read'],
  [
    'conversations.members',
    'groups:read',
    'EntityAssignedAccessToObject objects: missing_scope; grant the scope groups',
  ],
  [
    'team.integrationLogs',
    'admin',
    'Account fields: who installed bots, and when: missing_scope; grant the scope admin',
  ],
])('%s without its scope is a gap that names it', async (method, needed, gap) => {
  faultOf(method, () => slackError('missing_scope', { needed, provided: 'chat:write' }));
  expect((await gaps()).filter(each => each.startsWith(gap))).not.toEqual([]);
});

it('the members of a channel that cannot be read are kept, and only they', async () => {
  server.fault = (call, route) =>
    route.includes('conversations\\.members') && call.url.searchParams.get('channel') === 'C2'
      ? slackError('fetch_members_failed')
      : undefined;
  const { gaps } = (await readSource(slack, settings())).get('EntityAssignedAccessToObject')!;
  expect(gaps.map(({ within }) => within)).toEqual([{ field: 'assignedObjectId', is: ['C2'] }]);
});

it('a limit is waited for', async () => {
  server.state.limit = 2;
  server.fault = undefined;
  expect(await gaps()).toEqual([]);
  let refused = 0;
  faultOf('users.list', () => {
    refused += 1;
    return refused > 2 ? (undefined as never) : rateLimited(0);
  });
  expect(await gaps()).toEqual([]);
  expect(refused).toBeGreaterThan(2);
});

it.each([
  ['an HTML page of a proxy', { body: '<html><title>Sign in</title></html>' }, /HTML page \("Sign in"\)/],
  ['an answer of something else', { body: { hello: 'world' } }, /it has no `ok`/],
  ['a list that is none', { body: { ok: true, members: { U1: {} } } }, /the answer has no list/],
  [
    'a cursor that comes again',
    { body: { ok: true, members: [], response_metadata: { next_cursor: 'x' } } },
    /read before/,
  ],
])('%s ends the list with a gap', async (_what, answer, message) => {
  faultOf('users.list', () => answer);
  expect((await gaps()).join('\n')).toMatch(message);
});

it('users who cannot be understood are rejected and keep their form', async () => {
  server.state.users.set('U90', person('U90', 'odd', { deleted: 'perhaps' }));
  server.state.users.set('U91', { id: 'U91', deleted: false });
  const { rejected } = (await readSource(slack, settings())).get('Account')!;
  expect(rejected.map(({ id, reasons }) => [id, ...reasons])).toEqual([
    ['U90', 'deleted is "perhaps"'],
    ['U91', 'has no name'],
  ]);
});

it('an address that is not Slack is refused at once', async () => {
  server.fault = () => ({ body: { ok: true } });
  await expect(readSource(slack, settings())).rejects.toThrow('names no workspace');
});

it('channels and users with ids like paths stay ids', async () => {
  server.state.users.set('../x', person('../x', 'path'));
  server.state.channels.set('../c?', { id: '../c?', name: 'odd', is_private: false, created: 1 });
  server.state.members.set('../c?', ['../x']);
  expect(await gaps()).toEqual([]);
  const reading = await readSource(slack, settings());
  expect(recordsOf(reading, 'EntityAssignedAccessToObject').map(({ id }) => id)).toContain(
    'Account:../x>ResourceInstance:../c?',
  );
});
