// A service with two application instances, and a client that queries it.
import { account } from '../../../src/resources/account.ts';
import { everyType, pagesOf, sampleRecord } from '../scripted-source.ts';
import { as, type Send, sendAs } from '../send.ts';
import { type Answer, startService, type TestService } from './service.ts';

/** Names of accounts; a spreadsheet would run some of them as formulas. */
const names = [
  '=1+1',
  '+cmd|x',
  '-2',
  '-2+3',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\n=x',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
  "'=1+1",
  "it's",
  'fine',
  'a "quoted", one',
  'two\nlines',
  'é😀',
];

export interface QueriedService {
  readonly test: TestService;
  readonly token: string;
  readonly send: Send;
  execute(body: Record<string, unknown>, by?: Send): Promise<Answer>;
  /** The rows of the first page. Throws the message of an error. */
  rowsOf(sql: string, parameters?: Record<string, unknown>, by?: Send): Promise<unknown[][]>;
  /** The whole result in a format other than JSON. Throws the body of an error. */
  streamed(sql: string, accept: string, token?: string): Promise<{ headers: Answer['headers']; bytes: Buffer }>;
}

/** Instance `one` has 5000 accounts and 20 of everything else, `two` has 300 accounts with `hidden` aliases. */
export async function startQueriedService(): Promise<QueriedService> {
  const accounts = (count: number, change: (index: number) => Record<string, unknown>) =>
    pagesOf(
      Array.from({ length: count }, (_, index) => ({
        ...sampleRecord(account, index),
        enabled: index % 2 === 0,
        ...change(index),
      })),
    );
  const test = await startService({
    sources: {
      one: { ...everyType(20), Account: accounts(5000, index => ({ name: names[index % names.length] })) },
      two: { Account: accounts(300, index => ({ alias: `hidden ${index}`, email: `secret${index}@two.example` })) },
    },
    settings: { query: { memory_mb: 512, processes: 2, lookup_time: '10m' } },
    synced: true,
  });
  const token = await test.token();
  const send = sendAs(test, token);
  const url = '/v1/query/execute';
  const execute = (body: Record<string, unknown>, by = send) => by('POST', url, body);
  return {
    test,
    token,
    send,
    execute,
    async rowsOf(query_string, parameters = {}, by = send) {
      const { status, body } = await execute({ query_string, parameters }, by);
      if (status !== 200) throw new Error(body.message);
      return body.rows;
    },
    async streamed(query_string, accept, bearer = token) {
      const headers = { ...as(bearer), accept };
      const response = await test.app.inject({ method: 'POST', url, headers, payload: { query_string } });
      if (response.statusCode !== 200) throw new Error(response.body);
      return { headers: response.headers, bytes: response.rawPayload };
    },
  };
}
