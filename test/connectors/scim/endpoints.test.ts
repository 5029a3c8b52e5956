// Endpoints of ResourceTypes as services write them: reads and changes reach them, and one that is not there is named.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { openActor } from '../../conformance/acting.ts';
import type { Asked, Scripted, ScriptedHttp } from '../../support/servers/scripted-http.ts';
import type { Item } from '../../support/service/service.ts';
import { listAnswer, readScim, startScripted, user } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const schema = (kind: string) => `urn:ietf:params:scim:schemas:core:2.0:${kind}`;
const group = { id: 'g1', displayName: 'team', members: [{ value: 'u1', type: 'User' }] };

/** A service below /scim/v2 that has users and groups only at these paths, and names them so. @returns what it keeps, by path */
function keep(users: string, groups: string, at = { users: 'Users', groups: 'Groups' }): Record<string, Item> {
  const base = '/scim/v2/';
  const kept: Record<string, Item> = { [`${base}${at.users}/u1`]: user('u1'), [`${base}${at.groups}/g1`]: group };
  const types = [
    { Name: 'User', endpoint: users, schema: schema('User') },
    { name: 'Group', endpoint: groups, schema: schema('Group') },
  ];
  server.script((asked: Asked): Scripted => {
    const [path] = asked.path.split('?');
    if (path === `${base}ResourceTypes`) return { body: { totalResults: 2, Resources: types } };
    for (const list of [at.users, at.groups]) {
      const all = Object.entries(kept).flatMap(([key, value]) => (key.startsWith(`${base}${list}/`) ? [value] : []));
      if (path === `${base}${list}`) return listAnswer(all, asked);
    }
    const found = kept[path!];
    if (!found) return { status: 404 };
    if (asked.method === 'GET') return { body: found };
    kept[path!] = { ...found, active: JSON.parse(asked.body).Operations[0].value };
    return { status: 204, body: '' };
  });
  return kept;
}

const settings = (slash = '') => ({ url: `${server.url}/scim/v2${slash}` });

describe('endpoints', () => {
  it.each<[string, (origin: string) => [string, string]]>([
    ['as they should be', () => ['/Users', '/Groups']],
    ['bare', () => ['Users', 'Groups']],
    ['with a slash at the end', () => ['/Users/', 'Groups/']],
    ['with slashes everywhere', () => ['//Users//', '//Groups//']],
    ['with the path of the base', () => ['/scim/v2/Users', 'scim/v2/Groups/']],
    ['with a part of it', () => ['v2/Users', '/v2/Groups']],
    ['whole', origin => [`${origin}/scim/v2/Users`, `${origin}/scim/v2/Groups/`]],
    ['whole, of another host', () => ['http://internal.example.org:8080/scim/v2/Users', 'https://10.0.0.1/app/Groups']],
    ['in other letters', () => ['/users', '/GROUPS']],
    ['that lead out of the base', () => ['../../Users', '/Groups/../..']],
    ['that are no path', () => ['urn:users', '?x=1#y']],
  ])('%s are read and changed', async (_what, endpoints) => {
    for (const slash of ['', '/', '//']) {
      const kept = keep(...endpoints(server.url));
      const accounts = await readScim(server, 'Account', settings(slash));
      expect(accounts).toMatchObject({ records: [{ id: 'u1' }], gaps: [] });
      expect((await readScim(server, 'UserGroup', settings(slash))).records).toMatchObject([{ id: 'g1' }]);
      expect((await readScim(server, 'EntityManagedViaObject', settings(slash))).records).toHaveLength(1);
      const actor = await openActor(scim, settings(slash));
      await actor.act('DisableAccount', { accountId: 'u1' }).finally(() => actor.close());
      expect(kept['/scim/v2/Users/u1']).toMatchObject({ active: false });
    }
  });

  it.each([
    ['/People', '/Teams', { users: 'People', groups: 'Teams' }],
    ['/scim/v2/People/', 'v2/Teams', { users: 'People', groups: 'Teams' }],
    ['/v2/People', '/Groups', { users: 'v2/People', groups: 'Groups' }],
    ['/directory/Users', '/directory/Groups', { users: 'directory/Users', groups: 'directory/Groups' }],
  ])('%s of its own is read and changed', async (users, groups, at) => {
    const kept = keep(users, groups, at);
    expect((await readScim(server, 'Account', settings())).records).toMatchObject([{ id: 'u1' }]);
    expect((await readScim(server, 'UserGroup', settings())).records).toMatchObject([{ id: 'g1' }]);
    const actor = await openActor(scim, settings());
    await actor.act('DisableAccount', { accountId: 'u1' }).finally(() => actor.close());
    expect(kept[`/scim/v2/${at.users}/u1`]).toMatchObject({ active: false });
  });

  it('that are not there are named by the check and the read, and no group counts as gone', async () => {
    keep('/Users', '/api/Teams', { users: 'Users', groups: 'elsewhere' });
    const { gaps } = await readScim(server, 'UserGroup', settings());
    const message = expect.stringContaining('; ResourceTypes of the service names this endpoint as "/api/Teams"');
    expect(gaps).toMatchObject([{ reason: 'failed', missing: 'objects', message }]);
    const client = await scim.open(scim.settings.parse(settings()), {
      ...{ sourceId: 'scim', applicationInstanceId: 'test', baseFolder: '/' },
      signal: new AbortController().signal,
    });
    try {
      expect(await scim.check(client)).toContainEqual(expect.objectContaining({ severity: 'error', message }));
    } finally {
      await scim.close!(client);
    }
  });
});
