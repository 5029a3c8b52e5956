// Reads of changes: after any changes, they give what a full read gives, with few requests.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, type Random, testSeed } from '../../support/random.ts';
import { type EntraSimulator, startEntra } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { contentOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import { entraSource } from './settings.ts';

let server: EntraSimulator;
beforeAll(async () => {
  server = await startEntra();
});
beforeEach(() => {
  server.fault = undefined;
  server.pageSize = 3;
  server.clock = () => new Date('2026-02-10T12:00:00Z');
  tenant.fillTenant(server.state);
});
afterAll(() => server.close());

const read = (before?: Reading) => readSource(entra, entraSource(server), before);
const incremental = ['Account', 'EntityManagedViaObject'] as const;
const changesOnly = (reading: Reading) => incremental.map(type => reading.get(type)!.changesOnly);

/** Something of each kind stays. */
function deleteOne(random: Random, objects: Map<string, unknown>): string | undefined {
  if (objects.size < 3) return undefined;
  const id = random.of([...objects.keys()]);
  objects.delete(id);
  return id;
}

/** What may happen in a tenant. */
const happenings: readonly ((random: Random, step: number) => void)[] = [
  (_random, step) => {
    const id = tenant.guid('a', 100 + step);
    server.state.users.set(id, tenant.entraUser(id, `new${step}`));
  },
  random => deleteOne(random, server.state.users),
  (random, step) => Object.assign(random.of([...server.state.users.values()]), { jobTitle: `title ${step}` }),
  random => {
    const user = random.of([...server.state.users.values()]);
    user['accountEnabled'] = user['accountEnabled'] !== true;
  },
  random => {
    // Graph tells of a sign-in later, and no delta query does.
    const user = random.of([...server.state.users.values()]);
    user['signInActivity'] = { lastSignInDateTime: '2026-02-10T09:00:00Z' };
  },
  random => {
    const group = random.of([...server.state.groups.keys()]);
    const members = server.state.members.get(group) ?? new Set();
    const user = random.of([...server.state.users.keys()]);
    if (!members.delete(user)) members.add(user);
    server.state.members.set(group, members);
  },
  random => {
    const group = deleteOne(random, server.state.groups);
    if (group !== undefined) server.state.members.delete(group);
  },
  (random, step) => {
    const id = tenant.guid('b', 100 + step);
    server.state.groups.set(id, tenant.entraGroup(id, `group ${step}`));
    server.state.members.set(id, new Set([random.of([...server.state.users.keys()])]));
  },
  (random, step) => {
    const principalId = random.of([...server.state.users.keys()]);
    const item = { id: `as${step}`, principalId, roleDefinitionId: tenant.globalAdministrator, directoryScopeId: '/' };
    server.state.roleAssignments.set(item.id, item);
  },
  random => deleteOne(random, server.state.roleAssignments),
  random => deleteOne(random, server.state.servicePrincipals),
];

it('give after any changes what a full read gives', async () => {
  const random = createRandom(testSeed());
  let reading = await read();
  for (let step = 0; step < (isLong ? 200 : 25); step += 1) {
    for (let each = 0; each < 3; each += 1) random.of(happenings)(random, 3 * step + each);
    reading = await read(reading);
    expect(changesOnly(reading)).toEqual([true, true]);
    const full = contentOf(await read());
    const incrementalContent = contentOf(reading);
    for (const type of incremental) expect([step, type, incrementalContent[type]]).toEqual([step, type, full[type]]);
  }
});

it('ask for no users where nothing has changed but a sign-in, and land it', async () => {
  const first = await read();
  server.calls.length = 0;
  server.state.users.get(tenant.cleo)!['signInActivity'] = { lastSignInDateTime: '2026-02-10T11:00:00Z' };
  const second = await read(first);
  expect(changesOnly(second)).toEqual([true, true]);
  expect(recordOf(second, 'Account', tenant.cleo)!['lastActivityDate']).toBe('2026-02-10T11:00:00Z');
  expect(server.calls.filter(call => call === 'GET /v1.0/users').length).toBeLessThanOrEqual(2);
});

it.each([
  ['410, as Graph answers for old positions', undefined],
  ['404', { status: 404, body: { error: { code: 'syncStateNotFound', message: 'gone' } } }],
  ['400', { status: 400, body: { error: { code: 'resyncRequired', message: 'start over' } } }],
  ['an HTML page', { body: '<html><title>Proxy</title></html>' }],
])('start over with a full read when the position is answered with %s', async (_what, answer) => {
  const first = await read();
  server.state.users.delete(tenant.eve);
  if (answer === undefined) server.forgetDeltas();
  else
    server.fault = ({ url }, route) =>
      route.endsWith('/delta') &&
      url.searchParams.has('$deltatoken') &&
      url.searchParams.get('$deltatoken') !== 'latest'
        ? answer
        : undefined;
  const second = await read(first);
  expect(changesOnly(second)).toEqual([false, false]);
  expect(recordOf(second, 'Account', tenant.eve)).toBeUndefined();
});

it('never follow a position on another host', async () => {
  const first = await read();
  const account = first.get('Account')!;
  const position = JSON.stringify({
    link: 'https://graph.example/v1.0/users/delta?$deltatoken=1',
    at: '2026-02-10T12:00:00Z',
  });
  const second = await read(new Map([...first, ['Account', { ...account, next: position }]]));
  expect(second.get('Account')!.changesOnly).toBe(false);
  expect(second.get('Account')!.gaps).toEqual([]);
});

it('read all members again after a round in which somebody left a group', async () => {
  let pages = 0;
  server.fault = (_call, route) => {
    if (route !== 'GET /v1.0/groups/delta') return undefined;
    pages += 1;
    const member = { '@odata.type': '#microsoft.graph.user', id: tenant.ada };
    const left = { ...member, '@removed': { reason: 'deleted' } };
    return pages === 1
      ? {
          body: {
            value: [{ id: tenant.ops, 'members@delta': [member] }],
            '@odata.nextLink': `${server.url}/v1.0/groups/delta?$skiptoken=2`,
          },
        }
      : {
          body: {
            value: [{ id: tenant.ops, 'members@delta': [left] }],
            '@odata.deltaLink': `${server.url}/v1.0/groups/delta?$deltatoken=9`,
          },
        };
  };
  expect((await read()).get('EntityManagedViaObject')!.next).toBeUndefined();
});

it('take what is gone from roles also where a licence or Azure is missing', async () => {
  server.state.isPremium = false;
  server.state.subscriptions.clear();
  const first = await read();
  server.state.roleAssignments.delete('as3');
  const second = await read(first);
  expect(changesOnly(second)).toEqual([true, true]);
  const holders = (reading: Reading) =>
    [...reading.get('EntityManagedViaObject')!.records.values()]
      .filter(({ managedViaObjectId }) => managedViaObjectId === tenant.directoryReaders)
      .map(({ entityId }) => entityId);
  expect([holders(first), holders(second)]).toEqual([[tenant.cleo], []]);
});

it('keep the roles of Azure while Azure is not shown', async () => {
  const first = await read();
  server.state.subscriptions.clear();
  server.state.azureAssignments.clear();
  const second = await read(first);
  const azure = (reading: Reading) =>
    [...reading.get('EntityManagedViaObject')!.records.keys()].filter(id => id.endsWith(tenant.contributorRole));
  expect(azure(second)).toEqual(azure(first));
  expect(azure(first)).toHaveLength(1);
});

describe('a subscription that is not listed any more', () => {
  const other = '00000000-0000-4000-8000-00000000abcd';
  const inOther = (reading: Reading) =>
    recordsOf(reading, 'ResourceInstance').filter(({ id }) => id.startsWith(`/subscriptions/${other}`)).length;
  const gapsOfOther = (reading: Reading) =>
    reading.get('ResourceInstance')!.gaps.flatMap(({ within }) => within?.startsWith ?? []);
  const inContainer = [`/subscriptions/${other}`, '/providers/'];
  async function withOther(): Promise<Reading> {
    server.state.subscriptions.set(other, {
      ...{ id: `/subscriptions/${other}`, subscriptionId: other, displayName: 'Other', state: 'Enabled' },
    });
    const first = await read();
    expect(inOther(first)).toBe(1);
    return first;
  }

  it('is a gap within it when Azure refuses it', async () => {
    const first = await withOther();
    server.state.hiddenSubscriptions.add(other);
    expect(gapsOfOther(await read(first))).toEqual(inContainer);
  });

  it('is a gap within it when Azure does not say whether it is deleted', async () => {
    const first = await withOther();
    server.state.subscriptions.delete(other);
    expect(gapsOfOther(await read(first))).toEqual(inContainer);
  });

  it('is deleted when the application has its role at the root', async () => {
    const first = await withOther();
    const id = `/providers/Microsoft.Management/managementGroups/${server.state.organization['id']}`;
    server.state.managementGroups.set(id, {
      id,
      name: server.state.organization['id'],
      properties: { displayName: 'Root', details: {} },
    });
    server.state.subscriptions.delete(other);
    const second = await read(first);
    expect(gapsOfOther(second)).toEqual([]);
    expect(inOther(second)).toBe(0);
  });

  it('is read when Azure shows it on its own', async () => {
    const first = await withOther();
    server.azure.fault = (_call, route) =>
      route === 'GET /subscriptions'
        ? { body: { value: [...server.state.subscriptions.values()].filter(each => each['subscriptionId'] !== other) } }
        : undefined;
    const second = await read(first);
    server.azure.fault = undefined;
    expect([gapsOfOther(second), inOther(second)]).toEqual([[], 1]);
  });
});

it('a read that is continued in another process keeps the position of its beginning', async () => {
  const context = {
    ...{ sourceId: 's', applicationInstanceId: '00000000-0000-4000-8000-000000000001', baseFolder: '/' },
    signal: new AbortController().signal,
  };
  const pagesOf = async function* (cursor?: string) {
    const client = await entra.open(entra.settings.parse(entraSource(server)), context);
    yield* entra
      .reads(client)
      .find(({ lands }) => lands === 'Account')!
      .pages(client, cursor);
    await entra.close?.(client);
  };
  const before = await read();
  let cursor: string | undefined;
  for await (const page of pagesOf()) {
    cursor = page.cursor;
    break;
  }
  server.state.users.get(tenant.ada)!['jobTitle'] = 'Chief';
  let next: string | undefined;
  for await (const page of pagesOf(cursor)) next = page.next ?? next;
  const account = { ...before.get('Account')!, next };
  const after = await read(new Map([...before, ['Account', account]]));
  expect(after.get('Account')!.changesOnly).toBe(true);
  expect(recordOf(after, 'Account', tenant.ada)!['title']).toBe('Chief');
});
