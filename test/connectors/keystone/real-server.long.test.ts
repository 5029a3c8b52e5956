// A real Keystone: what the service says about who holds which role where, against Keystone's own effective list; the rules for
// changes, and their effect. With ROLECALL_TEST_RECORD=1 it writes the answers that keystone.test.ts reads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keystone } from '../../../connectors/keystone/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { type KeystoneServer, keystoneMissing, startKeystone } from '../../support/directories/keystone.ts';
import { testSeed } from '../../support/random.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';
import { type Cloud, comparable, effectiveAnswers, effectiveIn, makeCloud, passwordOf } from './cloud.ts';
import { keepAnswers } from './recorded.ts';

describe.skipIf(keystoneMissing)('a real Keystone', () => {
  let server: KeystoneServer;
  let cloud: Cloud;
  let test: TestService;
  const settings = () => ({ url: server.url, username: 'admin', password: server.password });
  beforeAll(async () => {
    server = await startKeystone();
    cloud = await makeCloud(server, testSeed());
    await addCredential();
    const sources = [{ id: 'cloud', connector: 'keystone', settings: settings() }];
    test = await startService({ connectors: [keystone], settings: { sources } });
  }, 300_000);
  afterAll(async () => {
    await test?.close();
    await server?.stop();
  });

  /** Only a user makes its application credentials, with a token of a project. */
  async function addCredential(): Promise<void> {
    const [user] = cloud.users;
    const [project] = cloud.projects;
    await server.ask('PUT', `projects/${project}/users/${user}/roles/${cloud.roles[0]}`);
    const identity = { methods: ['password'], password: { user: { id: user, password: passwordOf('user0') } } };
    const signedIn = await fetch(`${server.url}/auth/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ auth: { identity, scope: { project: { id: project } } } }),
    });
    const headers = {
      'x-auth-token': signedIn.headers.get('x-subject-token')!,
      'content-type': 'application/json',
      connection: 'close',
    };
    const body = JSON.stringify({
      application_credential: { name: 'deploy', expires_at: '2035-01-01T00:00:00.000000Z' },
    });
    const made = await fetch(`${server.url}/users/${user}/application_credentials`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
  }

  it('has the effective access that it says itself, per user, place and role', async () => {
    const { runs } = await test.sync();
    expect(runs.map(({ status, error }) => [status, error])).toEqual([['Landed', null]]);
    const roles = await test.everyItem('/v1/roles');
    const served: string[] = [];
    for (const { id, globalId, applicationRoleType } of roles) {
      const ofDomain = roles.find((other: Item) => other.id === id.split('@')[0])?.applicationRoleType !== 'role';
      if (!/^role on a /.test(applicationRoleType) || id.endsWith('/below') || ofDomain) continue;
      for (const { accountId } of await test.everyItem(`/v1/roles/${globalId}/accounts`)) {
        const { body } = await test.get(`/v1/accounts/${accountId}`);
        if (body.type === 'User') served.push(`${body.id} ${id}`);
      }
    }
    const effective = effectiveIn(await effectiveAnswers(server));
    const disabled = [cloud.users[3]!];
    expect(effective.length).toBeGreaterThan(100);
    expect(comparable(served, disabled)).toEqual(effective);
    // What a user reaches are the places where it holds a role.
    for (const account of (await test.everyItem('/v1/accounts')).filter(({ type }: Item) => type === 'User')) {
      const reached = await test.everyItem(`/v1/accounts/${account.globalId}/access`);
      const places = new Set<string>();
      for (const { objectType, objectId } of reached) {
        if (objectType !== 'ResourceInstance') continue;
        places.add((await test.get(`/v1/resource-instances/${objectId}`)).body.id);
      }
      const expected = effective.filter(line => line.startsWith(`${account.id} `)).map(line => line.split('@')[1]!);
      if (disabled.includes(account.id)) places.delete('system:all');
      expect([...places].sort()).toEqual([...new Set(expected)].sort());
    }
  }, 300_000);

  it.runIf(process.env['ROLECALL_TEST_RECORD'])('gives its answers', async () => {
    const lists = ['domains', 'projects', 'users', 'groups', 'roles', 'role_inferences', 'role_assignments'];
    const answers: Record<string, Item> = {};
    const record = async (path: string) => {
      answers[path] = await server.ask('GET', path);
    };
    for (const path of lists) await record(path);
    answers['effective'] = await effectiveAnswers(server);
    for (const { id } of answers['domains'].domains) await record(`roles?domain_id=${id}`);
    for (const { id } of answers['users'].users) await record(`users/${id}/application_credentials`);
    for (const { id } of answers['groups'].groups) await record(`groups/${id}/users`);
    keepAnswers(answers);
  });

  it('keeps the rules for changes', async () => {
    const [, user, other] = cloud.users;
    const [, project] = cloud.projects;
    const group = (await server.ask('POST', 'groups', { group: { name: 'empty', domain_id: 'default' } })).group.id;
    const role = (await server.ask('POST', 'roles', { role: { name: 'fresh' } })).role.id;
    const parsed = keystone.settings.parse(settings()) as never;
    const changes = {
      DisableAccount: { accountId: user! },
      EnableAccount: { accountId: other! },
      AssignRole: { accountId: user!, roleId: `${role}@project:${project}` },
      AddGroupMember: { accountId: user!, groupId: group },
      CreateUserGroup: { groupName: 'a "new" & group' },
    };
    expect(await brokenRules(keystone, parsed, '/', changes)).toEqual([]);
    await server.ask('PUT', `groups/${group}/users/${user}`);
    for (const place of ['domain:default', 'system:all', 'domain:default/below']) {
      expect(
        await brokenRules(keystone, parsed, '/', { AssignRole: { accountId: other!, roleId: `${role}@${place}` } }),
      ).toEqual([]);
    }
    await server.ask('PUT', `projects/${project}/users/${user}/roles/${role}`);
    const removals = {
      RemoveRole: { accountId: user!, roleId: `${role}@project:${project}` },
      RemoveGroupMember: { accountId: user!, groupId: group },
    };
    expect(await brokenRules(keystone, parsed, '/', removals)).toEqual([]);
  }, 600_000);

  it('does not let a user in that was disabled', async () => {
    const [, , , , user] = cloud.users;
    expect(await server.signsIn(user!, passwordOf('user4'))).toBe(true);
    const context = { sourceId: 'x', applicationInstanceId: '', baseFolder: '/', signal: AbortSignal.timeout(200_000) };
    const client = await keystone.open(keystone.settings.parse(settings()), context);
    const target = { accountId: user! };
    const { DisableAccount } = keystone.actions!;
    const image = await DisableAccount!.observe(client, target);
    await DisableAccount!.apply(client, target, { image, beforeDisabling: undefined });
    expect(await server.signsIn(user!, passwordOf('user4'))).toBe(false);
    const after = await DisableAccount!.observe(client, target);
    await DisableAccount!.restore(client, target, { before: image, after });
    expect(await server.signsIn(user!, passwordOf('user4'))).toBe(true);
    await keystone.close!(client);
  });
});
