// What a limited client sees of work: action jobs, runs, events, the audit log, finished downloads, and the command line, which uses the API.
import { expect } from 'vitest';
import { addClient, scopes as allScopes } from '../../../src/state/clients/clients.ts';
import { commandLine } from '../../support/service/command.ts';
import type { Item, TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { receiveEvents } from '../events/event-stream.ts';
import type { ForeignValues, Limits } from './foreign-values.ts';

export interface Walk {
  readonly test: TestService;
  /** Where the service listens. */
  readonly origin: string;
  readonly token: string;
  readonly limits: Limits;
  readonly foreign: ForeignValues;
  /** Of the exports that are downloaded as finished files. */
  readonly contexts: readonly string[];
  /** @throws when the answer has another status than those that are usual @returns the body of the answer, in which foreign values are leaks */
  ask(url: string, body?: unknown, headers?: Record<string, string>): Promise<string>;
  /** Note a leak in an answer that was not fetched by `ask`. */
  look(request: string, answer: string): void;
}

/** Change something in each of some accounts, so that there are jobs. @returns their ids */
export async function changeAccounts(test: TestService, ids: readonly string[]): Promise<string[]> {
  const token = await test.token();
  const jobs: string[] = [];
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await test.app.inject({ method: 'POST', url: `/v1/accounts/${id}/disable`, headers });
    expect(statusCode, body).toBe(202);
    jobs.push(JSON.parse(body).jobId);
  }
  for (const id of jobs)
    await until(
      async () => (await test.get(`/v1/action-jobs/${id}`)).body,
      ({ status, dataSync }) => status === 'Completed' && dataSync?.status === 'Completed',
    );
  return jobs;
}

const idsIn = (text: string): string[] => JSON.parse(text).items.map(({ id }: Item) => id);

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** The ids of a list, and those of the list that a client without limits gets. */
async function bothLists({ test, ask }: Walk, path: string) {
  const every = await test.everyItem(`${path}?pageSize=100`);
  return { seen: idsIn(await ask(`${path}?pageSize=100`)), every: every as Item[] };
}

export const workRoads: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  async 'action jobs'(walk) {
    const { seen, every } = await bothLists(walk, '/v1/action-jobs');
    expect(every.length).toBeGreaterThan(1);
    for (const { id } of every) {
      const answer = await walk.ask(`/v1/action-jobs/${id}`);
      const results = await walk.ask(`/v1/action-jobs/${id}/results`);
      const isHidden = [answer, results].map(text => JSON.parse(text).code === 'NOT_FOUND');
      expect(isHidden, id).toEqual([!seen.includes(id), !seen.includes(id)]);
    }
    // The jobs are all of one source.
    expect([0, every.length]).toContain(seen.length);
  },
  async 'sync runs'(walk) {
    const { seen, every } = await bothLists(walk, '/v1/sync-runs');
    const own = every.filter(({ applicationInstanceId }) => walk.limits.instances.includes(applicationInstanceId));
    expect(seen.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    for (const { id } of every) {
      const isHidden = JSON.parse(await walk.ask(`/v1/sync-runs/${id}`)).code === 'NOT_FOUND';
      expect(isHidden).toBe(!seen.includes(id));
    }
  },
  async 'the stream of events'(walk) {
    const expected = [
      ...idsIn(await walk.ask('/v1/sync-runs?pageSize=100')),
      ...idsIn(await walk.ask('/v1/action-jobs')),
    ];
    const stream = await receiveEvents(walk.origin, walk.token, '', '0');
    try {
      // Whatever a stream begins with comes at once.
      const has = () => stream.events.map(({ data }) => data.id as string | undefined).filter(id => id !== undefined);
      await stream.until(() => expected.every(id => has().includes(id)));
      expect(new Set(has())).toEqual(new Set(expected));
      for (const { event, data } of stream.events) walk.look(event, JSON.stringify(data));
    } finally {
      stream.close();
      await stream.ended;
    }
  },
  async 'the audit log'({ test, token }) {
    const { status, body } = await test.get('/v1/audit-events', token);
    expect([status, JSON.stringify(body)]).toEqual([
      403,
      expect.stringContaining('The audit log is for clients that are not limited'),
    ]);
  },
  async 'finished downloads'(walk) {
    const { ask, look, test, contexts } = walk;
    expect(contexts.length).toBeGreaterThan(0);
    const finished = async (id: string) => {
      const done = await until(
        async () => JSON.parse(await ask(`/v1/downloads/${id}`)),
        ({ status }) => status !== 'accepted',
      );
      expect(done).toMatchObject({ status: 'completed' });
      return done.url as string;
    };
    for (const context of contexts) {
      const { id } = JSON.parse(await ask('/v1/downloads', { context }));
      const { pathname, search } = new URL(await finished(id), walk.origin);
      const { statusCode, body } = await test.app.inject({ url: `${pathname}${search}` });
      expect([context, statusCode]).toEqual([context, 200]);
      look(context, body);
    }
    await ask('/v1/downloads');
    // Those of another client are not there.
    const headers = { authorization: `Bearer ${await test.token()}`, 'content-type': 'application/json' };
    const payload = JSON.stringify({ context: 'identities' });
    const other = await test.app.inject({ method: 'POST', url: '/v1/downloads', headers, payload });
    expect(JSON.parse(await ask(`/v1/downloads/${other.json().id}`)).code).toBe('NOT_FOUND');
  },
  async 'the command line'({ test, origin, limits, foreign, look }) {
    const { client, clientSecret } = await addClient(test.service.database, {
      ...{ tenant: 'main', name: 'limited', scopes: allScopes, createdBy: 'test' },
      ...{ applicationInstanceIds: limits.instances, personData: limits.personData },
    });
    const command = commandLine({ url: origin, clientId: client.client_id, clientSecret });
    const strangers = [...foreign.texts].filter(text => /^[a-z.]+@[a-z.]+$/.test(text)).slice(0, 1);
    const texts = [...strangers, 'admin'];
    const commands = [
      ...['/v1/accounts', '/v1/roles', '/v1/persons', '/v1/risk-violations', '/v1/sync-runs', '/v1/action-jobs'].map(
        path => [...['get', '--all', path]],
      ),
      ['query', 'FROM accounts', '--format', 'json'],
      ['query', 'FROM effective_access LIMIT 500', '--format', 'csv'],
      ['export', 'accessInventoryAccounts', '--output', '-'],
      ['risks', 'list'],
      ['changes', '--since', '1'],
      ['jobs'],
      ['fix', 'ask-owner', '--where', 'true', '--limit', '500', '--format', 'json'],
      ...texts.flatMap(text => [
        ['find', text],
        ['access', text],
      ]),
    ];
    let written = 0;
    for (const args of commands) {
      const { stdout, stderr } = await command.run(args);
      for (const line of [...stdout.split('\n'), ...stderr.split('\n')]) {
        // What was asked for is repeated in messages. The cells of tables stand apart.
        const answer = texts.reduce((left, asked) => left.replaceAll(asked, ''), line);
        look(args.join(' '), isJson(answer) ? answer : ` ${answer.replace(/ {2,}/g, ',')}`);
      }
      written += stdout.length;
    }
    expect(written).toBeGreaterThan(1000);
    command.remove();
  },
};
