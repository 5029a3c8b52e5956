// `active` in the forms that services write: what says nothing is never taken for an enabled account without a word.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { openActor } from '../../conformance/acting.ts';
import type { ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { type Item, startService } from '../../support/service/service.ts';
import { listAnswer, readScim, scriptScim, startScripted, user } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

it.each([
  [true, true],
  [1, true],
  ['1', true],
  ['True', true],
  [' YES ', true],
  ['on', true],
  ['active', true],
  ['Enabled', true],
  [false, false],
  [0, false],
  ['0', false],
  ['False', false],
  ['no', false],
  ['off', false],
  ['inactive', false],
  ['Disabled', false],
])('active: %j means %s', async (active, enabled) => {
  scriptScim(server, { Users: [user('u', { active })] });
  const { records, gaps } = await readScim(server, 'Account');
  expect(records.map(record => record['enabled'])).toEqual([enabled]);
  expect(gaps).toEqual([]);
});

it.each([2, -1, '', 'maybe', [], {}, [true]].map(active => [active]))('active: %j says nothing', async active => {
  scriptScim(server, { Users: [user('u', { active })] });
  const { records, gaps } = await readScim(server, 'Account');
  expect(records[0]).not.toHaveProperty('enabled');
  expect(gaps).toMatchObject([{ missing: 'fields', message: expect.stringContaining(JSON.stringify(active)) }]);
});

it.each([[{ active: undefined }], [{ active: null }]])(
  'a service that shows it of no user is named, also over several pages',
  async more => {
    scriptScim(server, { Users: ['a', 'b', 'c'].map(id => user(id, more)) });
    const { gaps } = await readScim(server, 'Account', { page_size: 2 });
    expect(gaps).toMatchObject([
      { reason: 'unsupported', missing: 'fields', message: expect.stringContaining('of no user') },
    ]);
    scriptScim(server, { Users: [user('a', { active: true }), user('b', more), user('c', more)] });
    expect((await readScim(server, 'Account', { page_size: 2 })).gaps).toEqual([]);
  },
);

it('the ledger counts the accounts of which it is not known', async () => {
  scriptScim(server, {
    Users: [user('on'), user('off', { active: undefined }), user('none', { active: null }), user('on2')],
  });
  const test = await startService({
    connectors: [scim],
    settings: { sources: [{ id: 'app', connector: 'scim', settings: { url: server.url } }] },
  });
  try {
    const { runs } = await test.sync();
    const message =
      '2 of 4 records do not say whether they are enabled, or not in a way that is understood; they are shown as enabled: true, which is not known';
    const { body } = await test.get(`/v1/sync-runs/${runs[0]!.run_id}`);
    const accounts = (body.reads as Item[]).find(({ type }) => type === 'Account');
    expect(accounts).toMatchObject({ status: 'Complete', gaps: [{ subject: 'Account.enabled', message }] });
  } finally {
    await test.close();
  }
});

it('a change of a user without it is made, and undone by removing it', async () => {
  let current: Item = user('u', { active: undefined });
  server.script(asking => {
    if (asking.path.startsWith('/Users?')) return listAnswer([current], asking);
    if (asking.method === 'GET') return asking.path === '/Users/u' ? { body: current } : { status: 404 };
    const [{ op, value }] = JSON.parse(asking.body).Operations;
    const { active: _, ...others } = current;
    current = op === 'remove' ? others : { ...others, active: value };
    return { status: 204, body: '' };
  });
  const actor = await openActor(scim, { url: server.url });
  try {
    const done = await actor.act('DisableAccount', { accountId: 'u' });
    expect(current).toEqual(user('u', { active: false }));
    await done.undo();
    expect(current).not.toHaveProperty('active');
    const enabled = await actor.act('EnableAccount', { accountId: 'u' });
    expect(enabled.wasApplied).toBe(true);
    expect(current).toEqual(user('u', { active: true }));
  } finally {
    await actor.close();
  }
});
