// Generated queries: each is answered, even if its process fails, and other clients are not affected.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateStatement, signatures } from '../../queries/generated-sql.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, testSeed } from '../../support/random.ts';
import { everyType } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const most = isLong ? 50_000 : 60;
const hourMs = 3_600_000;

let test: TestService;
let hostile: Send;
let other: Send;
beforeAll(async () => {
  // In the short form no statement takes long. So all are answered, however busy the machine is.
  const query = { time: isLong ? '2s' : '10m', memory_mb: 128, disk_mb: 16, result_mb: 4, processes: 3 };
  test = await startService({
    sources: { one: everyType(50) },
    settings: { query, rate_limit: { per_minute: 1_000_000 } },
    synced: true,
  });
  hostile = sendAs(test, await test.token());
  other = sendAs(test, await test.token());
});
afterAll(() => test.close());

const ask = (by: Send, query_string: string) => by('POST', '/v1/query/execute', { query_string });

it('answers each of them, and other clients are not affected', { timeout: 4 * hourMs }, async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const known = await signatures();
  const wrong: unknown[] = [];
  const answers = new Map<string, number>();
  let asked = 0;
  const stillGoing = () => asked < most && wrong.length < 5;

  async function attack(): Promise<void> {
    while (stillGoing()) {
      asked += 1;
      const sql = generateStatement(random, known);
      const { status, body } = await ask(hostile, sql);
      const outcome =
        status === 200 ? 'rows' : `${body?.code} ${body?.reasons?.[0]?.code ?? body?.details?.limit ?? ''}`;
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
      const isKnown = status === 200 || (status === 400 && /^QUERY_(PARSE_ERROR|LIMIT_EXCEEDED)$/.test(body.code));
      if (!isKnown) wrong.push({ sql, status, body });
    }
  }
  async function work(): Promise<void> {
    while (stillGoing()) {
      const { status, body } = await ask(other, 'SELECT count(*), min(alias) IS NOT NULL FROM accounts');
      // A busy machine may take longer than the time that the long form allows. That is no effect of the other's queries.
      if (isLong && body?.details?.limit === 'time') continue;
      if (status !== 200 || JSON.stringify(body.rows) !== '[[50,true]]') wrong.push({ noticed: true, status, body });
    }
  }
  await Promise.all([attack(), attack(), work()]);
  console.log(`seed ${seed}: ${asked} statements`, Object.fromEntries(answers));
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  expect(answers.get('rows')).toBeGreaterThan(asked / 50);
});
