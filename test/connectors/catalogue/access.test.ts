// How the entries of the catalogue reach their systems: credentials in the vendor's form, and answers that ask to wait in the vendor's form.
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { readSource } from '../../support/simulators/reading.ts';
import { type ApiAnswer, type ApiRequest, scriptedApi } from '../custom-application/scripted-api.ts';

const connectorOf = (type: string) => catalogue.find(entry => entry.type === type)!;
const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
const token: ApiAnswer = { body: { access_token: 'issued', token_type: 'Bearer', expires_in: 3600 } };
const isTokenRequest = ({ path }: ApiRequest) => path.endsWith('/token');

interface Access {
  readonly type: string;
  settings(url: string): object;
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the request for a token holds. */
  readonly token?: {
    readonly path: string;
    readonly authorization?: string;
    readonly form: Readonly<Record<string, string>>;
  };
  /** An answer to each request that asks to wait. */
  readonly wait: ApiAnswer;
}

const issued = { authorization: 'Bearer issued' };
const client = { client_id: 'id', client_secret: 'secret-value' };
const clientGrant = { grant_type: 'client_credentials' };

const accesses: readonly Access[] = [
  {
    type: 'gitlab',
    settings: url => ({ url: `${url}/`, token: 'secret-value' }),
    headers: { authorization: 'Bearer secret-value' },
    wait: { status: 429, headers: { 'retry-after': '60' }, body: { message: { error: 'too many requests' } } },
  },
  {
    type: 'jira',
    settings: url => ({ url, token: 'secret-value', email: 'a@one.example' }),
    headers: { authorization: basic('a@one.example', 'secret-value') },
    wait: { status: 429, headers: { 'retry-after': '5', 'x-ratelimit-remaining': '0' } },
  },
  {
    type: 'jira',
    settings: url => ({ url, token: 'secret-value', deployment: 'data-center' }),
    headers: { authorization: 'Bearer secret-value' },
    wait: { status: 429, headers: { 'retry-after': '5' } },
  },
  {
    type: 'salesforce',
    settings: url => ({ url, ...client }),
    headers: issued,
    token: { path: 'services/oauth2/token', form: { ...clientGrant, ...client } },
    wait: { status: 403, body: [{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }] },
  },
  {
    type: 'servicenow',
    settings: url => ({ url, username: 'u', password: 'secret-value' }),
    headers: { authorization: basic('u', 'secret-value') },
    wait: { status: 429, headers: { 'retry-after': '1800' }, body: { error: { message: 'Rate limit exceeded' } } },
  },
  {
    type: 'datadog',
    settings: url => ({ url, api_key: 'api-secret', application_key: 'secret-value' }),
    headers: { 'dd-api-key': 'api-secret', 'dd-application-key': 'secret-value' },
    wait: {
      status: 429,
      headers: { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' },
    },
  },
  {
    type: 'auth0',
    settings: url => ({ url, ...client }),
    headers: issued,
    token: {
      path: 'oauth/token',
      form: { ...clientGrant, ...client, audience: expect.stringMatching(/\/api\/api\/v2\/$/) },
    },
    wait: { status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '32503680000' } },
  },
  {
    type: 'zoom',
    settings: url => ({ url: `${url}/v2`, token_url: `${url}/oauth/token`, account_id: 'acme', ...client }),
    headers: issued,
    token: {
      path: 'oauth/token',
      authorization: basic('id', 'secret-value'),
      form: { grant_type: 'account_credentials', account_id: 'acme' },
    },
    wait: { status: 429, headers: { 'retry-after': '2999-01-01T00:00:00Z' }, body: { code: 429 } },
  },
  {
    type: 'onelogin',
    settings: url => ({ url, ...client }),
    headers: issued,
    token: { path: 'auth/oauth2/v2/token', authorization: basic('id', 'secret-value'), form: clientGrant },
    wait: { status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1190' } },
  },
  {
    type: 'jumpcloud',
    settings: url => ({ url, api_key: 'secret-value', organization_id: 'org' }),
    headers: { 'x-api-key': 'secret-value', 'x-org-id': 'org' },
    wait: { status: 429, headers: { 'retry-after': '10' } },
  },
  {
    type: 'bamboohr',
    settings: url => ({ url, company: 'acme', api_key: 'secret-value' }),
    headers: { authorization: basic('secret-value', 'x') },
    wait: { status: 503, headers: { 'retry-after': '30' }, body: 'Limit Exceeded' },
  },
];

describe.each(accesses.map((access, index) => [`${access.type} (${index})`, access] as const))('%s', (_, access) => {
  const connector = connectorOf(access.type);

  it('shows its credentials as the vendor wants them, and in no message', async () => {
    const requests: ApiRequest[] = [];
    const secrets = Object.values(access.settings('')).filter(value => /secret/.test(String(value)));
    const api = await scriptedApi(request => {
      requests.push(request);
      return isTokenRequest(request) ? token : { status: 401, body: { message: `wrong ${secrets.join()}` } };
    });
    const reading = await readSource(connector, access.settings(api.url));
    const [asked] = requests.filter(request => !isTokenRequest(request));
    expect(asked!.headers).toMatchObject(access.headers);
    const messages = [...reading.values()].flatMap(({ gaps }) => gaps.map(({ subject, message }) => subject + message));
    expect(messages.some(message => message.includes('401'))).toBe(true);
    expect(messages.join()).not.toMatch(/secret-value|api-secret|issued/);
    const [forToken] = requests.filter(isTokenRequest);
    expect(forToken !== undefined).toBe(access.token !== undefined);
    if (!forToken || !access.token) return;
    expect(forToken.path).toBe(access.token.path);
    expect(forToken.headers.authorization).toBe(access.token.authorization);
    expect(Object.fromEntries(new URLSearchParams(forToken.body))).toEqual(access.token.form);
  });

  it('waits when it is asked to', async () => {
    const api = await scriptedApi(request => (isTokenRequest(request) ? token : access.wait));
    await expect(readSource(connector, access.settings(api.url))).rejects.toThrow(SourceUnavailable);
  });
});

it.each(['../evil', 'a/b', 'acme.bamboohr.com'])('bamboohr refuses the company %s', company => {
  expect(connectorOf('bamboohr').settings.safeParse({ company, api_key: 'x' }).success).toBe(false);
});
