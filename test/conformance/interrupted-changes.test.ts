// Changes over HTTP whose connection breaks: they are tried again, and finish what was begun.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../src/connector/actions.ts';
import { defineConnector } from '../../src/connector/contract.ts';
import { type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { type ScriptedHttp, startScriptedHttp } from '../support/servers/scripted-http.ts';
import { brokenRules } from './broken-rules.ts';

/** The only account of the server. */
const initial = { id: '7', enabled: true, roles: ['clerk'] };
let account: { id: string; enabled: boolean; roles: string[] };
let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScriptedHttp();
  account = structuredClone(initial);
  server.script(({ path, query }) => {
    if (path.split('?')[0] !== '/users/7') return { status: 404, body: {} };
    if (query.has('enabled')) account.enabled = query.get('enabled') === 'true';
    if (query.has('roles')) account.roles = query.get('roles')!.split(',').filter(Boolean);
    return { body: account };
  });
});
afterAll(() => server.close());

type Target = ActionTargets['DisableAccount'];

const ask = (http: HttpClient, query: Record<string, string>, id = '7') => http.send({ url: `/users/${id}`, query });
const rolesOf = (image: Image) => (image['roles'] as string[]).join();

/** Disables in two requests. */
const disable: Action<HttpClient, Target> = {
  async observe(http, { accountId }) {
    if (accountId !== '7') throw new ChangeRefused(`there is no account ${accountId}`);
    const { enabled, roles } = (await ask(http, {})).body as typeof account;
    return { enabled, roles };
  },
  isDone: image => image['enabled'] === false,
  async apply(http) {
    await ask(http, { enabled: 'false' });
    await ask(http, { roles: '' });
  },
  async restore(http, _target, { before }) {
    await ask(http, { enabled: String(before['enabled']), roles: rolesOf(before) });
  },
};

function faultsWith(action: Partial<Action<HttpClient, Target>>): Promise<string[]> {
  const settings = z.strictObject({ url: z.string().describe('Address of the server') });
  const connector = defineConnector<typeof settings, HttpClient>({
    type: 'two-requests',
    title: 'Two requests',
    description: 'Changes a server of the test.',
    settings,
    declares: [{ types: ['Account'], incremental: false, rights: 'none' }],
    open: ({ url }, context) => openHttpClient({ baseUrl: url, context }),
    close: http => http.close(),
    check: async () => [],
    reads: () => [
      {
        lands: 'Account',
        async *pages(http) {
          await ask(http, {});
          yield { records: [{ id: '7', alias: 'seven', type: 'User' }] };
        },
      },
    ],
    declaresActions: [{ operations: ['DisableAccount'], effect: 'two requests', rights: 'none' }],
    actions: { DisableAccount: { ...disable, ...action } },
  });
  return brokenRules(connector, { url: server.url }, '/', { DisableAccount: { accountId: '7' } });
}

it('a connector passes that lets errors of the connection pass and begins again', async () => {
  expect(await faultsWith({})).toEqual([]);
  expect(account).toEqual(initial);
});

it('a connector is found that wraps the errors', async () => {
  const apply: typeof disable.apply = async (...given) => {
    await disable.apply(...given).catch(() => {
      throw new Error('did not work');
    });
  };
  const rule =
    'finishes a change when called again after a broken connection: DisableAccount: with the connection broken at';
  const why =
    'apply throws Error (did not work), so the change fails for good; throw the error of the connection itself, so that it is tried again';
  expect(await faultsWith({ apply })).toEqual([`${rule} request 1, ${why}`, `${rule} request 2, ${why}`]);
});

it('a connector is found that takes the first half for the whole', async () => {
  const apply: typeof disable.apply = async (http, target, before) => {
    const { enabled } = await disable.observe(http, target);
    if (enabled) await disable.apply(http, target, before);
  };
  expect(await faultsWith({ apply })).toContain(
    'finishes a change when called again after a broken connection: DisableAccount: after a connection that broke at request 3 and another apply, roles differs',
  );
  account = structuredClone(initial);
});
