// The queries of one client never block those of another: each client has a share of the processes and of the waiting queries.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyType } from '../../support/scripted-source.ts';
import { as } from '../../support/send.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

let test: TestService;
/** Tokens of two clients. */
let many: string;
let single: string;

beforeAll(async () => {
  test = await startService({
    sources: { app: everyType(60) },
    settings: { query: { memory_mb: 512, processes: 2, time: '1h' } },
    synced: true,
  });
  many = await test.token({ scopes: ['read'] });
  single = await test.token({ scopes: ['read'] });
  await ask(single, 'SELECT 1');
});
afterAll(() => test.close());

const endless = 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3';

async function ask(token: string, query_string: string): Promise<Answer> {
  const { statusCode, payload } = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: as(token),
    payload: { query_string },
  });
  return { status: statusCode, headers: {}, body: JSON.parse(payload) };
}

/** Sends endless queries of one client at once. @returns the answers so far; more are added later */
function crowd(queries: number): Answer[] {
  const answers: Answer[] = [];
  for (let query = 0; query < queries; query += 1) void ask(many, endless).then(answer => answers.push(answer));
  return answers;
}

it('two endless queries of one client do not block another client', async () => {
  crowd(2);
  expect(await ask(single, 'SELECT count(*) FROM accounts')).toMatchObject({ status: 200, body: { rows: [[60]] } });
});

it('250 simultaneous queries of one client cause 503 only for that client', async () => {
  const answers = crowd(250);
  for (let round = 0; round < 3; round += 1) {
    expect(await ask(single, `SELECT ${round}`)).toMatchObject({ status: 200, body: { rows: [[round]] } });
  }
  // One query of the client runs, and 50 wait: a client’s share of the 200 that may wait.
  const ownFault = 'too many queries of this client are waiting; try again in a few seconds';
  await until(
    () => answers.filter(({ status, body }) => status === 503 && body.message === ownFault).length,
    refused => refused >= 199,
  );
});
