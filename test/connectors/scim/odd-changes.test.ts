// Changes of services that do not do what RFC 7644 says, and answers that get lost.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { isTransient } from '../../../src/connector/transient.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import type { Asked, Scripted, ScriptedHttp } from '../../support/servers/scripted-http.ts';
import type { Item } from '../../support/service/service.ts';
import { listAnswer, startScripted } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

type Answer = (asked: Asked, next: () => Scripted) => Scripted;

/**
 * A service that keeps users and groups and takes no PATCH, with versions. @param answer may answer in its place
 * @returns its resources by path
 */
function keep(resources: Record<string, Item>, answer: Answer = (_asked, next) => next()): Record<string, Item> {
  const isAt = (path: string) => (_: Item, index: number) => Object.keys(resources)[index]!.startsWith(`${path}/`);
  const usual = ({ method, path, query, body, headers }: Asked): Scripted => {
    const [at] = path.split('?');
    const found = resources[at!];
    if (at === '/Users' || at === '/Groups') {
      if (method === 'GET') {
        const all = Object.values(resources).filter(isAt(at));
        return listAnswer(all, { method, path, query, body, headers });
      }
      const id = `made-${Object.keys(resources).length}`;
      resources[`${at}/${id}`] = { ...JSON.parse(body), id };
      return { status: 201, body: resources[`${at}/${id}`] };
    }
    if (!found) return { status: 404 };
    const version = `W/"${JSON.stringify(found).length}"`;
    if (method === 'PATCH') return { status: 501 };
    if (method === 'GET') return { body: found, headers: { etag: version } };
    if (headers['if-match'] !== version) return { status: 412 };
    if (method === 'DELETE') delete resources[at!];
    else resources[at!] = JSON.parse(body);
    return { body: resources[at!] ?? {} };
  };
  server.script(asked => answer(asked, () => usual(asked)));
  return resources;
}

async function acting<Result>(work: (actor: Actor) => Promise<Result>): Promise<Result> {
  const actor = await openActor(scim, { url: server.url });
  try {
    return await work(actor);
  } finally {
    await actor.close();
  }
}

const user = (more: object = {}) => ({ id: 'u1', userName: 'ann', ...more });
const group = (...members: string[]) => ({
  ...{ id: 'g1', displayName: 'team', members: members.map(value => ({ value })) },
});
const changesAsked = () =>
  server.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path]);

it('puts the whole resource, with If-Match, where PATCH is not taken', async () => {
  const before = user({ active: true, nickName: 'a', emails: [{ value: 'ann@example.org' }] });
  const resources = keep({ '/Users/u1': before, '/Users/u2': user({ id: 'u2' }), '/Groups/g1': group('u2', 'u3') });
  await acting(async actor => {
    const done = await actor.act('DisableAccount', { accountId: 'u1' });
    expect(resources['/Users/u1']).toEqual({ ...before, active: false });
    await done.undo();
    expect(resources['/Users/u1']).toEqual(before);
    const added = await actor.act('AddGroupMember', { accountId: 'u1', groupId: 'g1' });
    expect(resources['/Groups/g1']).toEqual(group('u2', 'u3', 'u1'));
    await added.undo();
    const removed = await actor.act('RemoveGroupMember', { accountId: 'u2', groupId: 'g1' });
    expect(resources['/Groups/g1']).toEqual(group('u3'));
    await removed.undo();
    const assigned = await actor.act('AssignRole', { accountId: 'u1', roleId: 'role:x' });
    expect(resources['/Users/u1']!.roles).toEqual([{ value: 'x' }]);
    await assigned.undo();
    const made = await actor.act('CreateUserGroup', { groupName: 'new' });
    await made.undo();
    expect(Object.keys(resources)).toEqual(['/Users/u1', '/Users/u2', '/Groups/g1']);
  });
});

it('does not overwrite what somebody else changes between GET and PUT', async () => {
  let others = 0;
  const resources = keep({ '/Users/u1': user(), '/Groups/g1': group() }, ({ method }, next) => {
    if (method === 'PUT' && others < 2) {
      others += 1;
      resources['/Groups/g1'] = group(
        ...resources['/Groups/g1']!.members.map(({ value }: Item) => value),
        `o${others}`,
      );
    }
    return next();
  });
  await acting(actor => actor.act('AddGroupMember', { accountId: 'u1', groupId: 'g1' }));
  expect(resources['/Groups/g1']).toEqual(group('o1', 'o2', 'u1'));
});

it('asks for PATCH no more when the service says that it takes none', async () => {
  keep({ '/Users/u1': user() }, ({ path }, next) =>
    path === '/ServiceProviderConfig' ? { body: { patch: { supported: false } } } : next(),
  );
  await acting(actor => actor.act('DisableAccount', { accountId: 'u1' }));
  expect(changesAsked()).toEqual([['PUT', '/Users/u1']]);
});

it('does not believe an answer 200 to a change that was not made', async () => {
  keep({ '/Users/u1': user({ active: true }) }, ({ method }, next) => (method === 'PATCH' ? { body: {} } : next()));
  expect(await acting(actor => actor.refusal('DisableAccount', { accountId: 'u1' }))).toMatch(/not confirmed/);
});

it.each([
  [403, /403.*the token needs the right to change it/, false],
  [409, /409: no, because/, false],
  [503, /503/, true],
  [502, /502/, true],
])('tells whether to try again after %i', async (status, message, again) => {
  keep({ '/Users/u1': user() }, ({ method }, next) =>
    method === 'PATCH' ? { status, body: { detail: 'no, because' } } : next(),
  );
  const failure = await acting(actor =>
    actor.act('DisableAccount', { accountId: 'u1' }).catch((error: Error) => error),
  );
  expect((failure as Error).message).toMatch(message);
  expect(isTransient(failure)).toBe(again);
});

it('creates one group when the answer to the first request is lost', async () => {
  let lost = false;
  const resources = keep({}, ({ method }, next) => {
    const answer = next();
    if (method !== 'POST' || lost) return answer;
    lost = true;
    return (_response, socket) => socket.destroy();
  });
  const failure = await acting(actor =>
    actor.act('CreateUserGroup', { groupName: 'new' }).catch((error: Error) => error),
  );
  expect(isTransient(failure)).toBe(true);
  const done = await acting(actor => actor.act('CreateUserGroup', { groupName: 'new' }));
  expect(Object.values(resources)).toMatchObject([{ id: done.createdId, displayName: 'new' }]);
});

it('finds a group by its name where filters find nothing, or everything', async () => {
  for (const filtered of [[], undefined]) {
    const names = Array.from({ length: 120 }, (_, index) => [
      `/Groups/g${index}`,
      { id: `g${index}`, displayName: `n${index}` },
    ]);
    keep(Object.fromEntries(names), (asked, next) =>
      asked.query.has('filter') && filtered ? listAnswer(filtered, asked) : next(),
    );
    expect((await acting(actor => actor.act('CreateUserGroup', { groupName: 'n110' }))).createdId).toBe('g110');
    expect(changesAsked()).toEqual([]);
  }
});

it('finds a user whose id the service writes in capitals', async () => {
  const id = 'ABCDEF00-0000-4000-8000-00000000000A';
  const resources = keep({ [`/Users/${id}`]: user({ id }) });
  await acting(actor => actor.act('DisableAccount', { accountId: id.toLowerCase() }));
  expect(resources[`/Users/${id}`]!.active).toBe(false);
});

it('changes no members that the service does not show', async () => {
  const hidden = { '/Users/u1': user(), '/Groups/g1': { id: 'g1', displayName: 'team' } };
  keep(hidden);
  const target = { accountId: 'u1', groupId: 'g1' };
  const refusal = (operation: 'AddGroupMember' | 'RemoveGroupMember') =>
    acting(actor => actor.refusal(operation, target));
  expect(await refusal('RemoveGroupMember')).toMatch(/shows no members of groups/);
  expect(await refusal('AddGroupMember')).toMatch(/a PUT would drop the members that it hides/);
  const atUsers = { ...hidden, '/Users/u1': user({ groups: [{ value: 'g1' }] }) };
  keep(atUsers, ({ method }, next) => {
    if (method !== 'PATCH') return next();
    atUsers['/Users/u1'] = user({ groups: [] });
    return { status: 204, body: '' };
  });
  expect(await refusal('RemoveGroupMember')).toBe('made');
});
