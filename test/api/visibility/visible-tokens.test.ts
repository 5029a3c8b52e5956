// Page tokens and entity tags work only for clients that may see the same.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { sendAs } from '../../support/send.ts';
import { type Answer, instanceOf, startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
/** A token of each kind of client: two that see the same, and others. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const accounts: Script = {
    Account: pagesOf(Array.from({ length: 9 }, (_, index) => sampleRecord(account, index))),
  };
  test = await startService({ sources: { app: accounts, other: accounts } });
  await test.sync();
  const [app, other] = [instanceOf(test, 'app'), instanceOf(test, 'other')];
  tokens['all'] = await test.token();
  tokens['app'] = await test.token({ instances: [app] });
  tokens['app with person data'] = await test.token({ instances: [app], personData: true });
  tokens['app and other'] = await test.token({ instances: [other, app] });
});
afterAll(() => test.close());

const lists: Readonly<Record<string, (token: string, page?: string) => Promise<Answer>>> = {
  'a list': (token, page) => test.get(`/v1/accounts?pageSize=2${page ? `&pageToken=${page}` : ''}`, token),
  'a sorted list': (token, page) =>
    test.get(`/v1/accounts?pageSize=2&sort=name${page ? `&pageToken=${page}` : ''}`, token),
  'changes between versions': (token, page) =>
    test.get(`/v1/changes?pageSize=2${page ? `&pageToken=${page}` : ''}`, token),
  'sync runs': (token, page) => test.get(`/v1/sync-runs?pageSize=1${page ? `&pageToken=${page}` : ''}`, token),
  'a query': (token, page) =>
    sendAs(test, token)('POST', '/v1/query/execute', {
      query_string: 'SELECT alias FROM accounts ORDER BY global_id',
      page_size: 2,
      page_token: page,
    }),
};

it.each(Object.keys(lists))('a page token of %s', async name => {
  let count = 0;
  for (const [maker, made] of Object.entries(tokens)) {
    const { nextPageToken } = (await lists[name]!(made)).body;
    if (nextPageToken === undefined) continue;
    for (const [user, used] of Object.entries(tokens)) {
      const { status, body } = await lists[name]!(used, nextPageToken);
      if (user === maker) expect(status, `${maker} → ${user}`).toBe(200);
      else {
        expect(status, `${maker} → ${user}: ${JSON.stringify(body)}`).toBe(400);
        expect(body.details.reason).toBe('INVALID_PAGE_TOKEN');
      }
      count += 1;
    }
  }
  if (name !== 'changes between versions' && name !== 'sync runs') expect(count).toBe(16);
});

it('the tag of an object does not hide that another client sees more of it', async () => {
  const { globalId } = (await test.get('/v1/accounts?pageSize=1', tokens['app'])).body.items[0];
  const { headers } = await test.get(`/v1/accounts/${globalId}`, tokens['all']);
  const again = (token: string) =>
    test.get(`/v1/accounts/${globalId}`, token, { 'if-none-match': String(headers['etag']) });
  expect((await again(tokens['all']!)).status).toBe(304);
  expect((await again(tokens['app']!)).status).toBe(200);
  expect((await again(tokens['app with person data']!)).status).toBe(200);
});
