// Sources with a format of their own: bodies that are no JSON, reasons in them, and statuses that mean others.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerFormat } from '../../../src/connector/http/answer.ts';
import { bearer } from '../../../src/connector/http/credentials.ts';
import { gapOf } from '../../../src/connector/http/http-error.ts';
import type { RequestBudget } from '../../../src/connector/http/request-budget.ts';
import { withRetries } from '../../../src/connector/http/retry.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { openClient } from './open-client.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScriptedHttp();
});
afterAll(() => server.close());

/** `name=value` in lines; errors have a `code` and always the status 400. */
const format: AnswerFormat = {
  name: 'lines',
  parse(text) {
    const lines = text.split('\n').map(line => line.split('='));
    if (lines.some(parts => parts.length !== 2)) throw new Error('a line without =');
    return Object.fromEntries(lines);
  },
  reasonIn: body => (body as { code?: string }).code,
};
const meanings = new Map([
  ['code=slow', { status: 429 }],
  ['code=refused', { status: 403 }],
]);

const open = () => openClient(server.url, { format, meaningOf: ({ body }) => meanings.get(body) });
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  );

it('are parsed as they say', async () => {
  server.script(() => ({ body: 'a=1\nb=2' }));
  expect((await (await open()).send({ url: 'x' })).body).toEqual({ a: '1', b: '2' });
});

it.each([
  ['a body of another format', { body: 'hello' }, 'the answer is not lines: a line without ='],
  [
    'a page of a proxy',
    { body: '<!doctype html><title>Sign in</title>' },
    'the answer is an HTML page ("Sign in") instead of lines',
  ],
  ['an error in the format', { status: 400, body: 'code=wrong\nx=y' }, '400: wrong'],
  ['an error in none', { status: 400, body: 'oh no' }, '400: oh no'],
])('%s is told', async (_what, answer, message) => {
  server.script(() => answer);
  expect(await problem((await open()).send({ url: 'x' }))).toContain(message);
});

it('a status that means another is treated as that one', async () => {
  server.script(() => ({ status: 400, body: 'code=refused' }));
  const client = await open();
  const error = await client.send({ url: 'x' }).catch((thrown: unknown) => thrown);
  expect(gapOf(error, 'objects')).toMatchObject({ reason: 'forbidden', message: '403: refused' });
  server.script((_asked, count) => (count < 3 ? { status: 400, body: 'code=slow' } : { body: 'a=1' }));
  expect((await client.send({ method: 'POST', url: 'x' })).body).toEqual({ a: '1' });
});

it('a request has the name that it is given, without secrets', async () => {
  server.script(() => ({ status: 404, body: '' }));
  const client = await openClient(server.url, { credentials: bearer('secret-of-the-test') });
  expect(await problem(client.send({ url: 'x', subject: 'ListUsers secret-of-the-test' }))).toMatch(
    /^ListUsers (?!secret).*: 404$/,
  );
});

it('a refused request without a stated pause holds the others back that its limit counts', async () => {
  const pauses: [string, number][] = [];
  const budget: RequestBudget = {
    ...{ send: (_request, send) => send(), note: () => {}, setParallel: () => {} },
    pause: (limit, ms) => void pauses.push([limit, ms]),
  };
  let asked = 0;
  const send = async () => {
    asked += 1;
    return { status: asked < 3 ? 429 : 200, headers: {}, body: '' };
  };
  const rules = { tries: 4, firstDelayMs: 2, longestWaitMs: 1000 };
  const { signal } = new AbortController();
  const counted = { limit: 'users', isForChange: false, isInTurn: false };
  await withRetries({ subject: 'x', isIdempotent: false, rules, budget, counted, signal, send, noted: () => {} });
  expect(pauses.map(([limit]) => limit)).toEqual(['users', 'users']);
  // Half of a delay is random.
  expect(pauses.every(([, ms], index) => ms >= 2 ** index && ms <= 2 * 2 ** index)).toBe(true);
});
