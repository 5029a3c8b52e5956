// Signing in through an OpenID provider: a real one on a loopback address, with its own pages, and a browser without scripts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAudit } from '../../support/audit-log.ts';
import { type Browser, createBrowser, type Page } from '../../support/browser/browser.ts';
import { everyType, scriptedConnector } from '../../support/scripted-source.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type OutsideProvider, startOpenIdProvider } from '../../support/servers/openid-provider.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

let provider: OutsideProvider;
let test: TestService;
let base: string;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider(`${base}/sign-in/callback`);
  test = await startService({
    connectors: [scriptedConnector(new Map(['first', 'second'].map(id => [id, everyType(1)])))],
    settings: {
      listen: { port },
      tenants: { alpha: sourcesOf('first', 'second'), beta: sourcesOf('first') },
      sign_in: {
        openid: {
          name: 'Example <ID>',
          issuer: provider.issuer,
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          scopes: ['profile', 'groups'],
          roles: { viewer: ['everybody'], analyst: ['analysts'], administrator: ['iam-admins'] },
          tenant_claim: 'org',
          limits: { claim: 'realm_access.sources', values: { all: ['*'], hr: ['second'] } },
        },
      },
    },
  });
  await test.app.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await test?.close();
  await provider?.stop();
});
beforeEach(() => {
  browser = createBrowser();
});

function sourcesOf(...ids: string[]) {
  return { sources: ids.map(id => ({ id, connector: 'scripted', settings: { script: id } })) };
}

const everything = { org: 'alpha', realm_access: { sources: ['all'] } };

/** Sign in at the provider's own pages. @returns where the browser is then */
async function signIn(person: string, claims: Record<string, unknown>, start = '/sign-in/start'): Promise<Page> {
  provider.people.set(person, claims);
  return finish(await browser.open(base + start), person);
}

async function finish(login: Page, person: string): Promise<Page> {
  expect(login.text).toContain('name="login"');
  const consent = await browser.submit(login, { login: person, password: 'any' });
  return consent.text.includes('value="consent"') ? browser.submit(consent) : consent;
}

const session = async () => {
  const response = await browser.request(`${base}/v1/session`);
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  return { status: response.status, body: (await response.json()) as any };
};
const sessionCookie = () => browser.cookies(base).get(`rolecall-session-${new URL(base).port}`);

describe('a person whom the provider knows', () => {
  it('signs in with the role of a group, and comes back to where the person was going', async () => {
    const page = await browser.open(`${base}/sign-in?return=/inventory%3Ffilter%3Da`);
    expect(page.text).toContain('Continue with Example &#60;ID&#62;');
    const start = /href="(\/sign-in\/start[^"]*)"/.exec(page.text)![1]!;
    const end = await signIn('ada', { ...everything, name: 'Ada', groups: ['other', 'everybody', 'analysts'] }, start);
    expect(end.url).toBe(`${base}/inventory?filter=a`);
    const about = { name: 'Ada', role: 'analyst', scopes: ['read', 'annotate'] };
    expect(await session()).toMatchObject({ status: 200, body: about });
    const methods = await (await browser.request(`${base}/v1/sign-in-methods`)).json();
    expect(methods).toEqual({ openid: { name: 'Example <ID>' }, link: true });
    const [entry] = await listAudit(test.service.database, 'alpha', 1);
    expect(entry).toMatchObject({
      principal: `${provider.issuer}#ada`,
      action: 'session.signIn',
      details: { name: 'Ada', role: 'analyst', method: 'openid', address: '127.0.0.1', applicationInstanceIds: null },
    });
  });

  it('is known by an e-mail address only when the provider has verified it', async () => {
    const email = async (claims: object) => {
      browser = createBrowser();
      await signIn('ada', { ...everything, groups: ['everybody'], ...claims });
      const [stored] = await test.operator.listSessions({ tenant: 'alpha' });
      return stored!.email;
    };
    expect(await email({ email: 'Ada@Example.org', email_verified: true })).toBe('ada@example.org');
    for (const claims of [
      { email: 'ada@example.org' },
      { email: 'ada@example.org', email_verified: 'true' },
      { email: 'ada', email_verified: true },
    ])
      expect(await email(claims), JSON.stringify(claims)).toBeNull();
  });

  it('asks with PKCE, state and nonce, and leaves no secret in addresses and cookies', async () => {
    await signIn('ada', { ...everything, groups: ['everybody'] });
    const asked = new URL(browser.visited.find(url => url.startsWith(`${provider.issuer}/auth?`))!).searchParams;
    expect(asked.get('scope')).toBe('openid profile groups');
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)!.length).toBeGreaterThan(40);
    const sent = [...browser.visited, ...browser.received].join('\n');
    expect(sent).not.toContain(provider.clientSecret);
    const [attempt] = browser.received.filter(header => header.startsWith('rolecall-sign-in-'));
    expect(attempt).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const name of ['state', 'nonce']) expect(attempt).not.toContain(asked.get(name)!);
    const [own] = browser.received.filter(header => header.startsWith('rolecall-session-'));
    expect(own).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('sees the sources that a claim names', async () => {
    await signIn('hana', { org: 'alpha', groups: 'everybody', realm_access: { sources: ['hr', 'unknown'] } });
    const [stored] = await test.operator.listSessions({ tenant: 'alpha' });
    expect(stored).toMatchObject({
      principal: `${provider.issuer}#hana`,
      application_instance_ids: [instanceOf(test, 'second')],
    });
  });

  it('belongs to the tenant that a claim names, and to no other', async () => {
    await signIn('bo', { ...everything, org: 'beta', groups: ['everybody'] });
    const caller = await browser.request(`${base}/v1/action-jobs`);
    expect(caller.status).toBe(200);
    const [stored] = await test.operator.listSessions({ tenant: 'beta' });
    expect(stored).toMatchObject({ tenant: 'beta', principal: `${provider.issuer}#bo` });
    expect((await test.operator.listSessions({ tenant: 'alpha' })).map(({ principal }) => principal)).not.toContain(
      stored!.principal,
    );
    // In beta there is no source `second`.
    browser = createBrowser();
    const limited = { org: 'beta', groups: ['everybody'], realm_access: { sources: ['hr'] } };
    expect((await signIn('bo', limited)).status).toBe(403);
    for (const org of [undefined, 'gamma', '__proto__', ['gamma']]) {
      browser = createBrowser();
      const page = await signIn('bo', { ...everything, org, groups: ['everybody'] });
      expect([page.status, page.text.includes('names no organisation'), sessionCookie()]).toEqual([
        403,
        true,
        undefined,
      ]);
    }
    expect(await listAudit(test.service.database, null, 1)).toMatchObject([{ outcome: 'refused', tenant: null }]);
  });

  it('may have the other name of this machine in the address', async () => {
    const page = await browser.open(`${base.replace('127.0.0.1', 'localhost')}/sign-in/start?return=/x`);
    provider.people.set('ada', { ...everything, groups: ['everybody'] });
    expect((await finish(page, 'ada')).url).toBe(`${base}/x`);
    expect((await session()).status).toBe(200);
  });
});

describe('a person without a role', () => {
  it.each([
    ['no claim', { name: 'Eve', ...everything }, ['everybody', 'analysts', 'iam-admins'], 'groups'],
    ['another group', { groups: ['<script>alert(1)</script>'], ...everything }, ['iam-admins'], 'groups'],
    ['a claim of another form', { groups: { everybody: true }, ...everything }, ['everybody'], 'groups'],
    [
      'no source',
      { org: 'alpha', groups: ['everybody'], realm_access: { sources: ['constructor', 'toString'] } },
      [],
      'realm_access.sources',
    ],
    ['no claim about sources', { org: 'alpha', groups: ['everybody'] }, [], 'realm_access.sources'],
  ])('is told what came and what would be right: %s', async (_case, claims, right, claim) => {
    const page = await signIn('eve', claims);
    expect([page.status, sessionCookie()]).toEqual([403, undefined]);
    expect(page.text).toContain(`<code>${claim}</code>`);
    expect(page.text).toContain('<code>sub</code>');
    for (const value of right) expect(page.text).toContain(`<code>${value}</code>`);
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toContain(provider.clientSecret);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [entry] = await listAudit(test.service.database, 'alpha', 1);
    expect(entry).toMatchObject({
      principal: `${provider.issuer}#eve`,
      action: 'session.signIn',
      outcome: 'refused',
      details: { claim, method: 'openid' },
    });
    expect((await session()).status).toBe(401);
  });
});

describe('a callback', () => {
  const callback = () => browser.visited.findLast(url => url.startsWith(`${base}/sign-in/callback`))!;

  /** Go to the provider and come back to an address that was changed on the way. */
  async function comeBackTo(change: (url: URL) => void): Promise<{ page: Page; wasAsked: boolean }> {
    await signIn('ada', { ...everything, groups: ['everybody'] });
    const answered = new URL(callback());
    const attempt = browser.received.find(header => header.startsWith('rolecall-sign-in-'))!;
    const other = createBrowser();
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(attempt)!;
    other.cookies(base).set(name!, value!);
    change(answered);
    const exchanged = () => provider.requests.filter(path => path === '/token').length;
    const before = exchanged();
    const page = await other.open(answered.href);
    return { page, wasAsked: exchanged() > before };
  }

  it('is refused in another browser, and without an attempt', async () => {
    await signIn('ada', { ...everything, groups: ['everybody'] });
    const other = createBrowser();
    for (const url of [callback(), `${base}/sign-in/callback`, `${base}/sign-in/callback?code=x&state=y`]) {
      expect((await other.open(url)).status).toBe(400);
      expect([...other.cookies(base).keys()]).toEqual([]);
    }
  });

  it('is refused when it is repeated, with or without its cookie', async () => {
    const { page: repeated } = await comeBackTo(() => {});
    expect(repeated.status).toBe(400);
    expect(repeated.text).toContain('begin again');
    expect((await browser.open(callback())).status).toBe(400);
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'forged')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['two codes', (url: URL) => url.searchParams.append('code', 'x')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
  ])('is refused with %s, and the provider is not asked', async (_case, change) => {
    const { page, wasAsked } = await comeBackTo(change);
    const sessions = page.headers.getSetCookie().filter(header => header.includes('session'));
    expect([page.status, wasAsked, sessions]).toEqual([400, false, []]);
  });

  it('is refused with the code of another sign-in, which has another PKCE secret', async () => {
    const stolen = createBrowser();
    provider.people.set('ada', { ...everything, groups: ['everybody'] });
    const victim = await stolen.open(`${base}/sign-in/start`);
    expect(victim.status).toBe(200);
    await signIn('ada', { ...everything, groups: ['everybody'] });
    const code = new URL(callback()).searchParams.get('code')!;
    const state = new URL(stolen.visited.find(url => url.includes('/auth?'))!).searchParams.get('state')!;
    const query = new URLSearchParams({ code, state, iss: provider.issuer });
    const page = await stolen.open(`${base}/sign-in/callback?${query}`);
    expect([page.status, page.text.includes('begin again')]).toEqual([400, true]);
  });

  it('is refused when its ID token is for another nonce', async () => {
    provider.people.set('ada', { ...everything, groups: ['everybody'] });
    const { url } = await browser.open(`${base}/sign-in/start`, provider.issuer);
    const asked = new URL(url);
    asked.searchParams.set('nonce', 'of somebody else');
    const page = await finish(await browser.open(asked.href), 'ada');
    expect([page.status, page.text.includes('begin again'), sessionCookie()]).toEqual([400, true, undefined]);
  });

  it('shows that the provider refused', async () => {
    const login = await browser.open(`${base}/sign-in/start`);
    const cancel = /href="([^"]*\/abort)"/.exec(login.text)![1]!;
    const page = await browser.open(new URL(cancel, login.url).href);
    expect([page.status, page.text.includes('access_denied')]).toEqual([403, true]);
  });
});

it('a provider that does not answer gives a page that says so, and signing in works when it answers again', async () => {
  provider.people.set('ada', { ...everything, groups: ['everybody'] });
  const login = await browser.open(`${base}/sign-in/start`);
  const consent = await browser.submit(login, { login: 'ada', password: 'any' });
  // The provider stops between its last page and the exchange of the code.
  const { url: callback } = await browser.submit(consent, {}, base);
  await provider.stop();
  try {
    const page = await browser.open(callback);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.text).toContain('Example &#60;ID&#62; does not answer as it should');
    expect(page.text).not.toMatch(/ECONNREFUSED|fetch failed/);
  } finally {
    await provider.start();
  }
  browser = createBrowser();
  await signIn('ada', { ...everything, groups: ['everybody'] });
  expect((await session()).status).toBe(200);
  // What the provider says about itself is read once.
  expect(provider.requests.filter(path => path.includes('openid-configuration'))).toHaveLength(1);
});
