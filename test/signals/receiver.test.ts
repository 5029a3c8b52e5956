// Signals that a transmitter pushes: what is read because of them, what is served then, and what hostile tokens change: nothing.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item, TestService } from '../support/service/service.ts';
import { createDirectory, push, shown, startSignalled } from '../support/signals/signalled-service.ts';
import {
  emailSubject,
  sessionRevoked,
  startTransmitter,
  type TestTransmitter,
} from '../support/signals/transmitter.ts';
import { until } from '../support/until.ts';

const authorization = 'Bearer token-of-the-receiver';
const directory = createDirectory(40);
let transmitter: TestTransmitter;
let test: TestService;
beforeAll(async () => {
  transmitter = await startTransmitter();
  const receivers = [
    { name: 'siem', audience: 'siem', events: ['risk-opened', 'risk-closed'], poll: { authorization } },
  ];
  test = await startSignalled({ directory, transmitter, signals: { receivers } });
});
afterAll(async () => {
  await test?.close();
  await transmitter?.close();
});

let count = 0;
/** Push an event that is accepted, and wait until its consequences are served. */
async function pushed(event: object, claims: object = {}): Promise<Item> {
  const { status } = await push(test, await transmitter.token(event as never, claims as never));
  expect(status).toBe(202);
  count += 1;
  await shown(test, count);
  return (await test.get('/v1/signals?pageSize=1')).body.items[0];
}

const accountNamed = async (alias: string) =>
  (await test.everyItem('/v1/accounts')).find((item: Item) => item.alias === alias);

const change = (id: string, more: object) => directory.accounts.set(id, { ...directory.accounts.get(id)!, ...more });

describe('a signal', () => {
  it('makes its subject be read again, and nothing else', async () => {
    change('u3', { enabled: false });
    change('u4', { displayName: 'Not asked for' });
    const full = directory.fullReads;
    const signal = await pushed(sessionRevoked(), emailSubject('user3@EXAMPLE.org'));
    expect(signal).toMatchObject({ status: 'Read', transmitter: 'idp', sourceId: 'directory', delivery: 'push' });
    expect(directory.asked).toEqual([['u3']]);
    expect(directory.fullReads).toBe(full);
    expect(await accountNamed('user3')).toMatchObject({ enabled: false, globalId: signal.globalAccountIds[0] });
    expect(await accountNamed('user4')).toMatchObject({ displayName: 'User 4' });
    expect(await test.everyItem('/v1/accounts')).toHaveLength(40);
    const run = (await test.get(`/v1/sync-runs/${signal.runId}`)).body;
    expect(run).toMatchObject({ cause: 'signal', targeted: true, status: 'Landed' });
    expect(run.reads.find(({ type }: Item) => type === 'Account')).toMatchObject({ status: 'Complete', rows: 1 });
  });

  it('becomes an activity of the account, which the next full read keeps, and says nothing of when the account was active', async () => {
    const [activity] = await test.everyItem('/v1/activities');
    expect(activity).toMatchObject({
      eventType: 'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
      description: 'session revoked, says a signal of idp: Landspeed Policy Violation: C076E82F',
      targetObjectId: 'u3',
      sourceTag: 'signal:idp',
    });
    expect(activity.actorAccountId).toBeUndefined();
    expect((await accountNamed('user3')).analyticsDaysSinceLastActivity).toBeUndefined();
    await test.sync();
    expect(await test.everyItem('/v1/activities')).toHaveLength(1);
    expect(await accountNamed('user4')).toMatchObject({ displayName: 'Not asked for' });
  });

  it('about an account that is gone removes it, and no other', async () => {
    directory.accounts.delete('u5');
    directory.accounts.delete('u6');
    await pushed(
      { 'https://schemas.openid.net/secevent/risc/event-type/account-purged': {} },
      {
        sub_id: { format: 'opaque', id: 'u5' },
      },
    );
    expect(await accountNamed('user5')).toBeUndefined();
    expect(await accountNamed('user6')).toBeDefined();
    await test.sync();
    expect(await accountNamed('user6')).toBeUndefined();
  });

  it('finds its account by a subject of each format', async () => {
    const subjects = {
      u10: { format: 'email', email: 'user10@example.org' },
      u11: { format: 'iss_sub', iss: transmitter.url, sub: 'sub-11' },
      u12: { format: 'opaque', id: 'u12' },
      u13: { format: 'account', uri: 'acct:user13@example.org' },
      u14: { format: 'scim', uri: '/Users/u14' },
      u15: {
        format: 'aliases',
        identifiers: [
          { format: 'phone_number', phone_number: '+12065550100' },
          { format: 'opaque', id: 'user15' },
        ],
      },
      u16: {
        format: 'complex',
        user: { format: 'email', email: 'user16@example.org' },
        device: { format: 'opaque', id: 'd' },
      },
      // Drafts had no format of complex subjects.
      u17: { user: { format: 'opaque', id: 'u17' } },
    };
    const before = directory.asked.length;
    const sent = Object.entries(subjects).map(async ([id, subject]) => {
      const claims = { sub_id: subject, jti: `format-${id}` };
      expect((await push(test, await transmitter.token(sessionRevoked(), claims))).status).toBe(202);
    });
    await Promise.all(sent);
    count += sent.length;
    await shown(test, count);
    const globalIds = new Map((await test.everyItem('/v1/accounts')).map(({ id, globalId }) => [id, globalId]));
    const signals = new Map((await test.everyItem('/v1/signals')).map(signal => [signal.jti, signal]));
    for (const id of Object.keys(subjects))
      expect(signals.get(`format-${id}`).globalAccountIds, id).toEqual([globalIds.get(id)]);
    expect(directory.asked.slice(before).flat().toSorted()).toEqual(Object.keys(subjects));
  });

  it('whose account is not known makes the source be read early', async () => {
    directory.accounts.set('new', { id: 'new', alias: 'newcomer', type: 'User', email: 'newcomer@example.org' });
    const full = directory.fullReads;
    const signal = await pushed(
      { 'urn:ietf:params:scim:event:prov:create:notice': { attributes: ['userName'] } },
      {
        sub_id: { format: 'scim', uri: '/Users/new', externalId: 'hr-1' },
      },
    );
    expect(signal).toMatchObject({
      status: 'Read',
      reason: 'no account of the source has this subject',
      globalAccountIds: [],
    });
    expect(directory.fullReads).toBe(full + 1);
    expect(await accountNamed('newcomer')).toBeDefined();
  });

  it('whose subject is a name that no account can have finds none', async () => {
    const subject = { format: 'account', uri: "acct:it's%00@example.org" };
    expect(await pushed(sessionRevoked(), { sub_id: subject })).toMatchObject({
      status: 'Read',
      reason: 'no account of the source has this subject',
    });
  });

  it('of another issuer’s subject finds no account', async () => {
    const subject = { format: 'iss_sub', iss: 'https://other.example.org', sub: 'sub-7' };
    expect(await pushed(sessionRevoked(), { sub_id: subject })).toMatchObject({
      reason: 'the subject names no account that could be looked for',
    });
  });

  it('of a type that is not understood is stored, and nothing follows', async () => {
    const before = directory.asked.length;
    const signal = await pushed({ 'https://example.org/unknown': { a: 1 } }, emailSubject('user1@example.org'));
    expect(signal).toMatchObject({ status: 'Ignored', reason: 'events of this type are not understood' });
    expect(directory.asked).toHaveLength(before);
  });

  it('is followed by a read of everything when its account cannot be read', async () => {
    directory.fault = new Error('the directory is out of order');
    change('u8', { displayName: 'Eight' });
    const full = directory.fullReads;
    const signal = await pushed(sessionRevoked(), emailSubject('user8@example.org'));
    expect(directory.fullReads).toBe(full + 1);
    expect(await accountNamed('user8')).toMatchObject({ displayName: 'Eight' });
    expect((await test.get(`/v1/sync-runs/${signal.runId}`)).body).toMatchObject({ targeted: false, cause: 'signal' });
  });

  it('is audited', async () => {
    const { items } = (await test.get('/v1/audit-events?action=signal.receive&pageSize=1')).body;
    expect(items[0]).toMatchObject({ principal: 'transmitter:idp', outcome: 'done' });
  });
});

describe('what is served because of a signal', () => {
  const told = async (count: number) => {
    const look = async () => {
      await test.service.tenant().context.addJob('signals', 'main', { now: true });
      const answer = await test.app.inject({
        ...{ method: 'POST', url: '/ssf/v1/poll/siem', headers: { authorization }, payload: {} },
      });
      return Object.values<string>(answer.json().sets).map(token => decodeJwt(token));
    };
    return until(look, events => events.length >= count);
  };
  const level = 'https://schemas.openid.net/secevent/caep/event-type/risk-level-change';

  it('is told to receivers: a risk that opened, and one that closed', async () => {
    // From the first search on, it is told.
    await told(0);
    await until(
      () => test.service.database.query<{ version: number }>('select version::float8 as version from signal_progress'),
      ([progress]) => (progress?.version ?? 0) > 0,
    );
    change('u20', { isAdmin: true, subType: 'External' });
    await pushed(sessionRevoked(), emailSubject('user20@example.org'));
    const opened = await told(1);
    expect(opened[0]).toMatchObject({ sub_id: { format: 'email', email: 'User20@example.org' } });
    expect(opened.map(({ events }: Item) => events[level])).toContainEqual({
      ...{ principal: 'USER', current_level: 'HIGH', event_timestamp: expect.any(Number) },
      risk_reason: 'opened: External administrator',
    });
    change('u20', { isAdmin: false });
    await pushed(sessionRevoked(), emailSubject('user20@example.org'));
    const closed = await told(opened.length + 1);
    expect(closed.map(({ events }: Item) => events[level])).toContainEqual({
      ...{ principal: 'USER', current_level: 'LOW', event_timestamp: expect.any(Number) },
      risk_reason: 'closed: External administrator',
    });
  });
});

describe('many signals', () => {
  it('about one account at the same time are one read or a few, and none is lost', async () => {
    const before = directory.asked.length;
    const tokens = await Promise.all(
      Array.from({ length: 60 }, () => transmitter.token(sessionRevoked(), emailSubject('user9@example.org'))),
    );
    const answers = await Promise.all(tokens.map(token => push(test, token)));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 202));
    count += tokens.length;
    await shown(test, count);
    expect(directory.asked.slice(before).flat()).toContain('u9');
    expect(directory.asked.length - before).toBeLessThan(20);
  });

  it('are listed page by page, to clients that see their source', async () => {
    const all = await test.everyItem('/v1/signals?pageSize=7');
    expect(all).toHaveLength(count);
    expect(new Set(all.map(({ jti }: Item) => jti)).size).toBe(count);
    const other = await test.token({ instances: ['00000000-0000-4000-8000-000000000001'] });
    expect(await test.everyItem('/v1/signals', other)).toEqual([]);
  });
});

describe('who sends and gets events', () => {
  it('is said to administrators, with how far their events are and without secrets', async () => {
    const { status, body } = await test.get('/v1/signal-streams', await test.token({ scopes: ['admin'] }));
    expect(status).toBe(200);
    const [sender] = body.transmitters;
    expect(sender).toMatchObject({ delivery: 'push', events: count, failures: 0 });
    expect(sender.address).toMatch(/\/ssf\/v1\/push\/[a-z]+$/);
    expect(body.receivers).toMatchObject([
      { name: 'siem', delivery: 'poll', audience: 'siem', occasions: ['risk-opened', 'risk-closed'], delivered: 0 },
    ]);
    expect(body.receivers[0].waiting).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/Bearer|token-of/);
    const reader = await test.get('/v1/signal-streams', await test.token({ scopes: ['read'] }));
    expect(reader.status).toBe(403);
  });
});
