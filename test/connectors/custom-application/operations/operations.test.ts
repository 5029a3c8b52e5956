// Changes that a description declares: of accounts, memberships and groups, on an API that does what it is told.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { customApplication } from '../../../../connectors/custom-application/index.ts';
import type { ActionOperation } from '../../../../src/connector/actions.ts';
import { brokenRules } from '../../../conformance/broken-rules.ts';
import { type ApiAnswer, type ApiRequest, apiCheck, apiSource, scriptedApi } from '../scripted-api.ts';

const page = readFileSync(new URL('../../../../docs/own-api.md', import.meta.url), 'utf8');
/** Text of the fenced block with this heading. */
const block = (heading: string) => page.split(`\`\`\`${heading}\n`)[1]!.split('```')[0]!;

/** The operations of the page, with one that may stand beside them, and ids that are texts. */
const operations = `requests:
  users: { path: users }
  teams: { path: teams }
objects:
  Account: { request: users, fields: { id: id, alias: id, type: { constant: User }, enabled: { column: state, map: { active: true, blocked: false } } } }
  UserGroup: { request: teams, fields: { id: id, name: name } }
${block('yaml operations')
  .replace('{accountId|number}', '{accountId}')
  .replace(
    '    EnableAccount',
    `    ActivateAccount: { method: PATCH, path: "users/{accountId}", body: '{"state": "active"}' }
    EnableAccount`,
  )}`;

/** An API with users, teams and roles. */
function application() {
  const users = new Map([
    ['a/b', 'active'],
    ['bob', 'blocked'],
    ['new', 'invited'],
  ]);
  const teams = new Map([['t1', 'Core']]);
  const members = new Map([['t1', new Set<string>()]]);
  const holders = new Map<string, Set<string>>([['r1', new Set()]]);
  const answer = ({ method, path, query, body }: ApiRequest): ApiAnswer | undefined => {
    const [kind, id = '', below, other = ''] = path.split('/').map(decodeURIComponent);
    const given = body === '' ? {} : JSON.parse(body);
    if (kind === 'users') {
      if (path === 'users') return { body: [...users].map(([key, state]) => ({ id: key, state })) };
      if (!users.has(id)) return undefined;
      if (method === 'PATCH') users.set(id, given.state);
      return { body: { id, state: users.get(id) } };
    }
    if (kind === 'roles') {
      const role = holders.get(id);
      if (!role) return undefined;
      if (below === undefined) return { body: { id } };
      if (method === 'PUT') role.add(other);
      else if (!role.has(other)) return undefined;
      if (method === 'DELETE') role.delete(other);
      return { status: method === 'GET' ? 200 : 204, body: method === 'GET' ? {} : '' };
    }
    if (path === 'teams' && method === 'POST') {
      const made = `t${teams.size + members.size}`;
      teams.set(made, given.name);
      members.set(made, new Set());
      return { status: 201, body: { id: made } };
    }
    if (path === 'teams') {
      const named = [...teams].filter(([, name]) => name === (query.get('name') ?? name));
      return { body: named.map(([key, name]) => ({ id: key, name })) };
    }
    const team = members.get(id);
    if (kind !== 'teams' || !team) return undefined;
    if (below === undefined && method === 'DELETE')
      return teams.delete(id) && members.delete(id) ? { status: 204, body: '' } : undefined;
    if (method === 'POST') {
      const isMember = team.has(given.user);
      team.add(given.user);
      return { status: isMember ? 409 : 201, body: {} };
    }
    if (method === 'DELETE') return team.delete(other) ? { status: 204, body: '' } : undefined;
    return { body: { members: [...team].map(user => ({ user })) } };
  };
  return { users, teams, members, holders, answer };
}

type Target = Record<string, string>;

async function opened(description = operations, app = application()) {
  const api = await scriptedApi(app.answer);
  const source = apiSource(description, api);
  const client = await customApplication.open(source.settings, {
    ...{ sourceId: 'x', applicationInstanceId: '', baseFolder: '/', signal: AbortSignal.timeout(200_000) },
    http: { retriesAtOnce: true },
  });
  const action = (operation: ActionOperation) =>
    customApplication.actions![operation]! as never as {
      observe(client: unknown, target: Target): Promise<Record<string, unknown>>;
      isDone(image: object, target: Target, before: object): boolean;
      apply(client: unknown, target: Target, before: object): Promise<void>;
      restore(client: unknown, target: Target, images: object): Promise<void>;
    };
  const apply = async (operation: ActionOperation, target: Target) => {
    const image = await action(operation).observe(client, target);
    await action(operation).apply(client, target, { image, beforeDisabling: undefined });
    return image;
  };
  return { api, app, client, source, action, apply };
}

describe('operations of a description', () => {
  it('keep the rules of the conformance suite', async () => {
    const app = application();
    const { source } = await opened(operations, app);
    const changes = {
      DisableAccount: { accountId: 'a/b' },
      EnableAccount: { accountId: 'bob' },
      ActivateAccount: { accountId: 'bob' },
      AddGroupMember: { accountId: 'a/b', groupId: 't1' },
      AssignRole: { accountId: 'bob', roleId: 'r1' },
      CreateUserGroup: { groupName: 'a "new" & {team}' },
    };
    expect(await brokenRules(customApplication, source.settings as never, '/', changes)).toEqual([]);
    expect([app.users.get('a/b'), app.users.get('bob'), app.teams.size]).toEqual(['active', 'blocked', 1]);
    app.members.get('t1')!.add('bob');
    app.holders.get('r1')!.add('bob');
    const removals = {
      RemoveGroupMember: { accountId: 'bob', groupId: 't1' },
      RemoveRole: { accountId: 'bob', roleId: 'r1' },
    };
    expect(await brokenRules(customApplication, source.settings as never, '/', removals)).toEqual([]);
  });

  it('never send an id as more than one segment, or out of the path', async () => {
    const { api, apply } = await opened();
    await apply('DisableAccount', { accountId: 'a/b' });
    expect(api.asked).toContain('PATCH users/a%2Fb');
    for (const accountId of ['..', '.', '']) {
      await expect(apply('DisableAccount', { accountId })).rejects.toThrow(/cannot be part of an address/);
    }
    await expect(apply('DisableAccount', { accountId: 'nobody?x=1' })).rejects.toThrow(/404|no such/);
    expect(api.asked.filter(asked => /\.\.|\?/.test(asked))).toEqual([]);
  });

  it('refuse what could not be undone, and a group that somebody is in', async () => {
    const { app, action, apply, client } = await opened();
    await expect(apply('DisableAccount', { accountId: 'new' })).rejects.toThrow(/"invited", which no operation/);
    expect(app.users.get('new')).toBe('invited');
    const before = await apply('CreateUserGroup', { groupName: 'Web' });
    const after = await action('CreateUserGroup').observe(client, { groupName: 'Web' });
    app.members.get(after['groupId'] as string)!.add('bob');
    const restored = action('CreateUserGroup').restore(client, { groupName: 'Web' }, { before, after });
    await expect(restored).rejects.toThrow(/not empty any more/);
    expect([...app.teams.values()]).toEqual(['Core', 'Web']);
  });

  it('send numbers where the body says so', async () => {
    const sent: string[] = [];
    const description = operations.replace('"{accountId}"}\', already', '"{accountId|number}"}\', already');
    const app = application();
    app.users.set('9007199254740993', 'active');
    const { answer } = app;
    const { apply } = await opened(description, {
      ...app,
      answer: request => {
        if (request.method === 'POST') sent.push(request.body);
        return answer(request);
      },
    });
    await apply('AddGroupMember', { accountId: '9007199254740993', groupId: 't1' });
    expect(sent).toEqual(['{"user":9007199254740993}']);
    await expect(apply('AddGroupMember', { accountId: 'bob', groupId: 't1' })).rejects.toThrow(/"bob" is no number/);
  });

  it('are what the source offers', async () => {
    const offers = async (description: string) => {
      const { settings } = apiSource(description, { url: 'http://127.0.0.1:1' });
      const offered = await customApplication.offers!(settings as never, { baseFolder: '/' });
      return offered.map(({ operations: [operation], effect }) => `${operation}: ${effect}`);
    };
    expect(await offers('objects: {}')).toEqual([]);
    expect((await offers(operations)).slice(0, 2)).toEqual([
      'DisableAccount: PATCH users/{accountId}',
      'EnableAccount: PATCH users/{accountId}',
    ]);
    const { action, client } = await opened(operations.split('operations:')[0]);
    await expect(action('AssignRole').observe(client, { accountId: 'a', roleId: 'r' })).rejects.toThrow(
      /has no `AssignRole`/,
    );
  });

  it.each([
    [
      'a template that leaves the base address',
      'path: "users/{accountId}", body: \'{"state": "blocked"}\'',
      'path: "../{accountId}"',
      /`\.\.\/\{accountId\}` leaves the base address.*relative/,
    ],
    [
      'an unknown placeholder',
      '{groupId}/members/{accountId}',
      '{teamId}/members',
      /there is no `\{teamId\}` here.*accountId/,
    ],
    [
      'an operation without its inverse',
      'RemoveRole:',
      'ActivateAccount:',
      /`AssignRole` could not be undone.*RemoveRole/,
    ],
    ['an unknown key', 'already: [409]', 'alredy: [409]', /unknown key `alredy`.*already/],
    ['no state', ', shows: blocked', '', /`shows` is missing/],
    ['a body that is no JSON', '\'{"state": "active"}\', shows', 'state, shows', /`body` is not JSON/],
    ['a second description of an operation', 'ActivateAccount', 'AssignRole', /`AssignRole` has another target/],
    ['a path that is none', 'value: state', 'value: "[["', /is no path/],
  ])('with %s are refused with place and remedy', async (_, from, to, message) => {
    const { problems } = await apiCheck(apiSource(operations.replace(from, to), { url: 'http://127.0.0.1:1' }));
    const texts = problems.map(({ place, message: text, fix }) => `${place}: ${text} (${fix})`);
    expect(texts.join('\n')).toMatch(message);
    for (const { place } of problems) expect(place).toMatch(/^config\/x\.yaml:\d+:\d+$/);
  });
});
