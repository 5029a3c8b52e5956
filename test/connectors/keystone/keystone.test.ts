// The connector `keystone` on answers that a real Keystone gave (`real-server.long.test.ts` records them), and on bad ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keystone } from '../../../connectors/keystone/index.ts';
import type { Page } from '../../../src/connector/contract.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { type Asked, type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { comparable, effectiveIn } from './cloud.ts';
import { effectiveOf, readKeystone, recordedAnswers } from './recorded.ts';

const answers = recordedAnswers();
const token = 'token-of-the-tests';
const password = 'password-of-the-tests';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScriptedHttp();
});
afterAll(() => server.close());

const settings = () => ({ url: `${server.url}/v3`, username: 'admin', password });

/** @param changed path → body that differs from the recorded one */
function script(changed: Readonly<Record<string, unknown>> = {}) {
  server.script(({ method, path, headers, body }: Asked) => {
    if (method === 'POST' && path === '/v3/auth/tokens') {
      const { identity, scope } = JSON.parse(body).auth;
      const isRight = identity.password.user.password === password && scope.system.all;
      if (!isRight) return { status: 401, body: { error: { message: 'no' } } };
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return { status: 201, headers: { 'x-subject-token': token }, body: { token: { expires_at: expires } } };
    }
    if (headers['x-auth-token'] !== token) return { status: 401, body: { error: { message: 'no token' } } };
    const name = path.slice('/v3/'.length);
    if (name in changed) return changed[name] === 403 ? { status: 403, body: {} } : { body: changed[name] };
    return name in answers ? { body: answers[name] } : { status: 404, body: { error: { message: 'not recorded' } } };
  });
}

const gapsOf = (pages: readonly Page[]) => pages.flatMap(({ gaps = [] }) => gaps);

describe('recorded answers', () => {
  it('give the access that Keystone itself calls effective', async () => {
    script();
    const landed = await readKeystone(settings());
    expect([...landed.values()].flatMap(gapsOf)).toEqual([]);
    const effective = effectiveIn(answers['effective'] as never);
    expect(effective.length).toBeGreaterThan(100);
    const accounts = landed.get('Account')!.flatMap(({ records }) => records);
    expect(accounts.find(({ type }) => type === 'Token')).toMatchObject({
      subType: 'ApiKey',
      createdBy: expect.any(String),
    });
    const disabled = accounts.filter(({ enabled }) => enabled === false);
    const ids = disabled.map(({ id }) => id);
    expect(comparable(effectiveOf(landed), ids)).toEqual(effective);
    expect(accounts.filter(({ enabled }) => enabled === false).map(({ alias }) => alias)).toEqual(['user3']);
    expect(accounts.find(({ alias }) => alias === 'admin')).toMatchObject({ isAdmin: true });
    expect(accounts.find(({ alias }) => alias === 'user3')).toMatchObject({ email: 'user3@one.example' });
  });

  it('keep the rules of the conformance suite', async () => {
    script();
    expect(await brokenRules(keystone, keystone.settings.parse(settings()) as never)).toEqual([]);
  }, 300_000);

  it.each([
    [
      'a list that is cut off at the limit of the server',
      { users: { ...(answers['users'] as object), truncated: true } },
      /users: the list is cut off.*list_limit/,
    ],
    ['a list that is refused', { role_assignments: 403 }, /role_assignments.*role reader on the system/],
    ['an answer without its list', { groups: { groupes: [] } }, /groups.*no list/],
    [
      'an assignment of an unknown form',
      { role_assignments: { role_assignments: [{ role: { id: 'r' }, scope: {} }] } },
      /another form/,
    ],
  ])('with %s leave a gap', async (_, changed, message) => {
    script(changed);
    const landed = await readKeystone(settings());
    const gaps = [...landed.values()].flatMap(gapsOf);
    expect(gaps.map(({ subject, message: text }) => `${subject}: ${text}`).join('\n')).toMatch(message);
    expect(gaps.some(({ missing }) => missing === 'objects')).toBe(true);
  });

  it('are not asked for with a wrong password, which is not shown', async () => {
    script();
    const opened = readKeystone({ ...settings(), password: 'wrong-password' });
    await expect(opened).rejects.toThrow(/auth\/tokens.*compare user, domain and password/);
    await expect(opened).rejects.not.toThrow(/wrong-password/);
  });
});
