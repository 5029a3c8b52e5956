// Reads of changes: after any changes, they give what a full read gives, with few requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { okta } from '../../../connectors/okta/index.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { type OktaSimulator, oktaToken, startOkta } from '../../support/simulators/okta/okta.ts';
import { fillOrganisation, logEvent, oktaGroup, oktaUser } from '../../support/simulators/okta/organisation.ts';
import { append, type Item } from '../../support/simulators/okta/state.ts';
import { contentOf, type Reading, readSource } from '../../support/simulators/reading.ts';

let server: OktaSimulator;
let minute = 0;
const settings = () => ({ url: server.url, api_token: oktaToken, enrollments_of: 'everybody', log_days: 0 });
/** Each look at the clock is a minute later. */
const now = () => new Date(Date.UTC(2026, 1, 10, 12, minute)).toISOString();
beforeAll(async () => {
  server = await startOkta();
  server.clock = () => new Date(now());
  fillOrganisation(server.state);
});
afterAll(() => server.close());

const event = (type: string, ...targets: [string, string][]) =>
  server.state.log.push(logEvent(`e${server.state.log.length}`, type, now(), targets));

/** What may happen in an organisation, with the events that Okta writes for it. */
const happenings: readonly ((random: Random, step: number) => void)[] = [
  (random, step) => {
    const id = `00unew${step}`;
    server.state.users.set(id, oktaUser(id, random.of(['ACTIVE', 'STAGED']), {}, { lastUpdated: now() }));
    server.state.members.get('00gall')!.add(id);
    server.state.groups.get('00gall')!['lastMembershipUpdated'] = now();
  },
  random => {
    const user = random.of([...server.state.users.values()]);
    const status = random.of(['ACTIVE', 'SUSPENDED', 'DEPROVISIONED']);
    Object.assign(user, { status, lastUpdated: now() });
    event(`user.lifecycle.${status === 'DEPROVISIONED' ? 'deactivate' : 'activate'}`, ['User', user.id]);
  },
  random => {
    const { id } = random.of([...server.state.users.values()]);
    if (server.state.users.size < 4) return;
    server.state.users.delete(id);
    server.state.factors.delete(id);
    for (const [group, members] of server.state.members)
      if (members.delete(id)) server.state.groups.get(group)!['lastMembershipUpdated'] = now();
    for (const rows of server.state.appUsers.values()) rows.delete(id);
    for (const [token, { userId }] of server.state.tokens) if (userId === id) server.state.tokens.delete(token);
    if (server.state.assignments.delete(`users/${id}`)) event('user.account.privilege.revoke', ['User', id]);
    event('user.lifecycle.delete.completed', ['User', id]);
    for (const [app] of server.state.appUsers)
      event('application.user_membership.remove', ['User', id], ['AppInstance', app]);
  },
  random => {
    const [group, members] = random.of([...server.state.members]);
    const { id } = random.of([...server.state.users.values()]);
    if (!members.delete(id)) members.add(id);
    server.state.groups.get(group)!['lastMembershipUpdated'] = now();
  },
  (_random, step) => {
    server.state.groups.set(`00gnew${step}`, {
      ...oktaGroup(`00gnew${step}`, `New ${step}`),
      lastMembershipUpdated: now(),
    });
    server.state.members.set(`00gnew${step}`, new Set());
  },
  random => {
    const { id } = random.of([...server.state.groups.values()].filter(({ type }) => type === 'OKTA_GROUP')) ?? {
      id: '',
    };
    server.state.groups.delete(id);
    server.state.members.delete(id);
    for (const [app, rows] of server.state.appGroups)
      if (rows.delete(id)) event('group.application_assignment.remove', ['UserGroup', id], ['AppInstance', app]);
    if (server.state.assignments.delete(`groups/${id}`)) event('group.privilege.revoke', ['UserGroup', id]);
    for (const [key, list] of server.state.assignments)
      server.state.assignments.set(
        key,
        list.filter(({ _links }) => !JSON.stringify(_links ?? '').includes(id)),
      );
  },
  random => {
    const { id } = random.of([...server.state.users.values()]);
    const app = random.of([...server.state.apps.keys()]);
    const rows = server.state.appUsers.get(app) ?? new Map<string, Item>();
    server.state.appUsers.set(app, rows);
    if (!rows.delete(id)) rows.set(id, { id, scope: 'USER', status: 'ACTIVE' });
    event('application.user_membership.add', ['User', id], ['AppInstance', app]);
  },
  (random, step) => {
    const { id } = random.of([...server.state.users.values()]);
    const key = `users/${id}`;
    if (server.state.assignments.get(key)?.length) server.state.assignments.set(key, []);
    else
      append(server.state.assignments, key, {
        id: `ra${step}`,
        type: random.of(['ORG_ADMIN', 'REPORT_ADMIN']),
        assignmentType: 'USER',
      });
    event('user.account.privilege.grant', ['User', id]);
  },
  (random, step) => {
    const { id } = random.of([...server.state.users.values()]);
    server.state.tokens.set(`00T${step}`, { id: `00T${step}`, name: `token ${step}`, userId: id });
    event('system.api_token.create', ['Token', `00T${step}`]);
  },
  random => {
    const id = random.of([...server.state.tokens.keys(), 'none']);
    server.state.tokens.delete(id);
    event('system.api_token.revoke', ['Token', id]);
  },
  (random, step) => {
    const { id, status } = random.of([...server.state.users.values()]);
    if (status === 'DEPROVISIONED') return;
    if (random.below(2) === 0) server.state.factors.delete(id);
    else append(server.state.factors, id, { id: `f${step}`, factorType: 'push', status: 'ACTIVE' });
    event('user.mfa.factor.update', ['User', id]);
  },
  (random, step) => {
    server.state.policies.get('rst1')!['name'] = `Policy ${step}`;
    server.state.policyRules.get('rst1')!.at(-1)!['status'] = random.of(['ACTIVE', 'INACTIVE']);
    event('policy.rule.update', ['PolicyRule', '0prr2']);
  },
  (random, step) => {
    server.state.permissions.set('cr01', [{ label: random.of(['okta.users.read', 'okta.users.manage']) }]);
    append(server.state.resources, 'iam1', { id: `ire${step}`, orn: `orn:okta:directory:00o1:users:u${step}` });
    event('iam.role.permissions.add', ['ROLE', 'cr01']);
  },
  (_random, step) => {
    server.state.apps.set(`0oanew${step}`, {
      id: `0oanew${step}`,
      name: 'bookmark',
      label: `New ${step}`,
      status: 'ACTIVE',
    });
    event('application.lifecycle.create', ['AppInstance', `0oanew${step}`]);
  },
];

it.each(Array.from({ length: isLong ? 60 : 1 }, (_, index) => index + 1))(
  'equal a full read after random changes (seed %i)',
  async seed => {
    const random = createRandom(seed);
    let reading: Reading = await readSource(okta, settings());
    for (let step = 0; step < 12; step += 1) {
      minute += 10;
      for (let count = random.below(4); count >= 0; count -= 1)
        random.of(happenings)(random, seed * 1000 + step * 10 + count);
      minute += 10;
      reading = await readSource(okta, settings(), reading);
      const full = await readSource(okta, settings());
      expect(contentOf(reading), `step ${step}`).toEqual(contentOf(full));
      expect(reading.get('Account')!.changesOnly).toBe(true);
    }
  },
);

it('bring what changed while a run was interrupted', async () => {
  const first = await readSource(okta, settings());
  minute += 30;
  const [user] = [...server.state.users.values()];
  Object.assign(user!, { status: user!['status'] === 'SUSPENDED' ? 'ACTIVE' : 'SUSPENDED', lastUpdated: now() });
  event('user.account.privilege.grant', ['User', user!.id]);
  minute += 30;
  // The first pages were read by a client that was opened an hour ago, and the positions come from the one that continued.
  const continued = await readSource(okta, settings(), undefined, { runAgeMs: 3_600_000 });
  const run = new Map([...first].map(([type, read]) => [type, { ...read, next: continued.get(type)!.next }]));
  minute += 10;
  const later = await readSource(okta, settings(), run);
  expect(later.get('Account')!.changesOnly).toBe(true);
  expect(contentOf(later)).toEqual(contentOf(await readSource(okta, settings())));
});

describe('without changes', () => {
  it('take as many requests as there are kinds to ask about', async () => {
    const reading = await readSource(okta, settings());
    minute += 60;
    server.calls.length = 0;
    const again = await readSource(okta, settings(), reading);
    expect(server.calls.toSorted()).toEqual([
      ...['GET /api/v1/api-tokens', 'GET /api/v1/groups', 'GET /api/v1/groups', 'GET /api/v1/groups/rules'],
      ...['GET /api/v1/logs', 'GET /api/v1/org', 'GET /api/v1/users'],
    ]);
    expect(contentOf(again)).toEqual(contentOf(reading));
  });
});

describe('are full ones', () => {
  it.each([
    [
      'when the log may not be read',
      () => ({ status: 403, body: { errorCode: 'E0000006', errorSummary: 'You do not have permission' } }),
    ],
  ])('%s', async (_why, answer) => {
    const reading = await readSource(okta, settings());
    minute += 10;
    server.fault = (_call, route) => (route === 'GET /api/v1/logs' ? answer() : undefined);
    const again = await readSource(okta, settings(), reading);
    server.fault = undefined;
    expect(again.get('Account')!.changesOnly).toBe(false);
  });

  it('when the last one is longer ago than the log reaches', async () => {
    const reading = await readSource(okta, settings());
    minute += 100 * 24 * 60;
    expect((await readSource(okta, settings(), reading)).get('Account')!.changesOnly).toBe(false);
  });
});
