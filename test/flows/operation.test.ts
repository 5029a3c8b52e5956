// What operators of a deployment of many processes use: probes, metrics, logs, and the shutdown of processes.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobNames } from '../../src/jobs/queue.ts';
import {
  type ManyProcesses,
  type RunningCommand,
  secrets,
  startManyProcesses,
  untilStatus,
} from '../support/cluster/many-processes.ts';
import { isLong } from '../support/long-tests.ts';
import { freePort } from '../support/servers/free-port.ts';
import { postgresMissing } from '../support/servers/postgres.ts';
import { redisMissing } from '../support/servers/redis.ts';
import { until } from '../support/until.ts';

/** All complete lines. */
const linesOf = ({ log }: RunningCommand): Record<string, unknown>[] =>
  log()
    .split('\n')
    .slice(0, -1)
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));

describe.skipIf(redisMissing ?? postgresMissing)('a deployment of many processes', () => {
  let deployment: ManyProcesses;
  let serve: RunningCommand;
  let work: RunningCommand;
  const clientSecrets: string[] = [];
  let token: string;
  let adminToken: string;

  beforeAll(async () => {
    deployment = await startManyProcesses({ log_level: 'trace' }, 2);
    work = deployment.start('work');
    await untilStatus(`${deployment.worker}/healthz`, 200);
    serve = deployment.start('serve');
    await untilStatus(`${deployment.api}/readyz`, 200);
    [token, adminToken] = await Promise.all([tokenOf('read'), tokenOf('admin')]);
  });

  async function tokenOf(scope: string): Promise<string> {
    const added = JSON.parse(await deployment.run('clients', 'add', scope, '--scope', scope));
    clientSecrets.push(added.client_secret);
    const answer = await fetch(`${deployment.api}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${added.client_id}:${added.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  afterAll(() => deployment.stop());

  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${deployment.api}${url}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

  /** The metrics of a process, once they have all of these lines. */
  const scraped = (base: string, lines: readonly string[]) =>
    until(
      async () => (await fetch(`${base}/metrics`)).text(),
      text => lines.every(line => text.includes(`${line}\n`)),
    );

  it('reports which of its servers answer', async () => {
    const answer = await fetch(`${deployment.worker}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'ready', state: 'answers', queue: 'answers', storage: 'answers' },
    ]);
    expect(await (await fetch(`${deployment.api}/readyz`)).json()).toMatchObject({
      status: 'ready',
      state: 'answers',
      versions: [{ tenant: 'main', version: 1 }],
    });
  });

  it('measures jobs in the process that runs them, and queues in every process', async () => {
    // A version is served a moment before its build has ended, and a busy queue may not answer a scrape in time.
    const metrics = await scraped(deployment.worker, [
      'rolecall_jobs_total{queue="build",outcome="done"} 1',
      'rolecall_jobs_total{queue="extract",outcome="done"} 1',
      'rolecall_jobs_total{queue="build",outcome="failed"} 0',
      'rolecall_job_duration_seconds_count{queue="extract"} 1',
      'rolecall_run_duration_seconds_count{tenant="main",source="forge",outcome="Landed"} 1',
      'rolecall_landed_rows_total{tenant="main",source="forge"} 4',
      'rolecall_rejected_rows_total{tenant="main",source="forge"} 0',
      'rolecall_build_duration_seconds_count{tenant="main",outcome="Published"} 1',
      'rolecall_leases_lost_total{kind="run"} 0',
      'rolecall_queue_up 1',
      'rolecall_queue_jobs{queue="extract",state="waiting"} 0',
    ]);
    expect(metrics).toMatch(/^rolecall_storage_cache_bytes \d+$/m);
    expect((await get('/v1/accounts')).status).toBe(200);
    // Of both processes that share the port. One may still open the version, and a request is counted a moment after its answer.
    await scraped(deployment.api, [
      'rolecall_version{tenant="main"} 1',
      'rolecall_http_request_duration_seconds_count{method="GET",route="/v1/accounts",status="200"} 1',
      'rolecall_queue_up 1',
    ]);
    // A limit on all series of a process: an id in a label would add a series with every job.
    expect(metrics.split('\n').filter(line => line.startsWith('rolecall_')).length).toBeLessThan(150);
  });

  it('has every metric that the manual names, and the reference names every metric', async () => {
    const pages = [deployment.worker, deployment.api].map(async base => (await fetch(`${base}/metrics`)).text());
    const known = (await Promise.all(pages)).join('').matchAll(/^# TYPE (rolecall_\w+)/gm);
    const names = new Set([...known].map(match => match[1]));
    const namedIn = (page: string) => {
      const text = fs.readFileSync(path.join(import.meta.dirname, '../../docs', page), 'utf8');
      return [...text.matchAll(/\brolecall_\w+/g)].map(match => match[0].replace(/_(count|sum|bucket)$/, ''));
    };
    const named = namedIn('operations.md');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(name => !names.has(name))).toEqual([]);
    expect(namedIn('reference/metrics.md')).toEqual([...names].sort());
  });

  it('names process, job and attempt in each line of a job', () => {
    for (const [command, role] of [
      [serve, 'serve'],
      [work, 'work'],
    ] as const) {
      const lines = linesOf(command);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatchObject({ role });
      if (role === 'work') for (const line of lines) expect(line).toMatchObject({ pid: command.child.pid });
    }
    const published = linesOf(work).find(line => line['msg'] === 'version published');
    expect(published).toMatchObject({ job: 'build', tenant: 'main', id: expect.any(String), attempt: 1, version: 1 });
    expect(linesOf(work).find(line => line['msg'] === 'job begins' && line['job'] === 'extract')).toMatchObject({
      tenant: 'main',
      id: expect.any(String),
    });
  });

  describe('the page of the queues', () => {
    const page = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
      fetch(`${deployment.api}/admin/queues${path}`, { redirect: 'manual', ...init, headers });
    const signIn = (given: string, headers: Record<string, string> = {}) =>
      page(
        '/sign-in',
        { accept: 'text/html', ...headers },
        { method: 'POST', body: new URLSearchParams({ token: given }) },
      );
    const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!;

    it('asks a browser to sign in, and anything else for a token', async () => {
      const form = await page('', { accept: 'text/html' });
      expect(form.status).toBe(401);
      expect(form.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await form.text()).toMatch(/<form method="post" action="\/admin\/queues\/sign-in"/);
      for (const path of ['', '/', '/api/queues', '/static/favicon.ico']) {
        const refused = await page(path);
        expect([path, refused.status, await refused.json()]).toMatchObject([path, 401, { code: 'UNAUTHORIZED' }]);
      }
    });

    it('keeps a checked token in a cookie for this page only', async () => {
      const signedIn = await signIn(adminToken);
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/admin/queues/']);
      const [value, ...attributes] = signedIn.headers.get('set-cookie')!.split('; ');
      expect(value).toBe(`rolecall_admin=${adminToken}`);
      const lifetime = attributes.find(attribute => attribute.startsWith('Max-Age='))!;
      expect(attributes.toSorted()).toEqual(['HttpOnly', lifetime, 'Path=/admin/queues', 'SameSite=Strict']);
      expect(Number(lifetime.slice('Max-Age='.length))).toBeGreaterThan(60);
      const board = await page('/', { accept: 'text/html', cookie: cookieOf(signedIn) });
      expect([board.status, await board.text()]).toEqual([200, expect.stringContaining('__UI_CONFIG__')]);
      expect((await page('/sign-out')).headers.get('set-cookie')).toMatch(/^rolecall_admin=; .*Max-Age=0/);
    });

    it('refuses other scopes, other tokens and other sites', async () => {
      const readOnly = await signIn(token);
      expect([readOnly.status, readOnly.headers.get('set-cookie')]).toEqual([403, null]);
      const forged = await signIn('<script>alert(1)</script>');
      expect([forged.status, forged.headers.get('set-cookie')]).toEqual([401, null]);
      expect(await forged.text()).not.toContain('<script>');
      expect((await signIn(adminToken, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await page('/api/queues', { cookie: `rolecall_admin=${token}` })).status).toBe(403);
      expect((await page('/api/queues', { cookie: 'rolecall_admin=x' })).status).toBe(401);
      expect((await get('/v1/roles', { authorization: '', cookie: `rolecall_admin=${token}` })).status).toBe(401);
    });

    it('loads every file that the page names', async () => {
      const headers = { cookie: cookieOf(await signIn(adminToken)) };
      const html = await (await page('/', { accept: 'text/html', ...headers })).text();
      const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(match => match[1]);
      expect(files.length).toBeGreaterThan(4);
      for (const file of files) expect([file, (await page(`/${file}`, headers)).status]).toEqual([file, 200]);
      expect(html.match(/<script(?![^>]*(src=|application\/json))/g)).toBeNull();
    });

    it('shows the queues and changes nothing', async () => {
      const headers = { cookie: cookieOf(await signIn(adminToken)) };
      const shown = (await (await page('/api/queues', headers)).json()) as { queues: Record<string, unknown>[] };
      expect(shown.queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual(
        jobNames.map(name => [`rolecall-${name}`, true]),
      );
      for (const [method, path] of [
        ['PUT', '/api/queues/rolecall-extract/pause'],
        ['PUT', '/api/queues/rolecall-extract/empty'],
        ['POST', '/api/queues/rolecall-extract/add'],
      ] as const) {
        expect([path, (await page(path, headers, { method })).status]).toEqual([path, 403]);
      }
    });
  });

  it('adopts a valid request id, and makes one otherwise', async () => {
    const idOf = async (given?: string, url = '/v1/roles') =>
      (await get(url, given === undefined ? {} : { 'x-request-id': given })).headers.get('x-request-id');
    expect(await idOf('abc-123/{"x"}')).toBe('abc-123/{"x"}');
    expect(await idOf('x'.repeat(128), '/nowhere')).toBe('x'.repeat(128));
    for (const given of [undefined, '', 'x'.repeat(129), 'two words', 'é']) {
      expect(await idOf(given), given).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await idOf('of-a-bad-address', '/v1/%zz')).toBe('of-a-bad-address');
  });

  it('answers requests by two processes, and starts another for one that has ended', async () => {
    const serving = () => linesOf(serve).filter(line => line['msg'] === 'serving' && line['pid'] !== serve.child.pid);
    const [one, other] = await until(serving, lines => lines.length === 2);
    const answered = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        // Each process in turn gets a new connection.
        expect((await get('/v1/roles', { connection: 'close' })).status).toBe(200);
      }
      const metrics = await (await fetch(`${deployment.api}/metrics`)).text();
      return Number(/count\{method="GET",route="\/v1\/roles",status="200"\} (\d+)/.exec(metrics)?.[1]);
    };
    const before = await answered(1);
    expect(await answered(6)).toBe(before + 6);
    process.kill(one!['pid'] as number, 'SIGKILL');
    const ended = await until(
      () => linesOf(serve).find(line => line['msg'] === 'a process has ended; another one starts'),
      line => line !== undefined,
    );
    expect(ended).toMatchObject({ ended: one!['pid'], signal: 'SIGKILL' });
    await until(serving, lines => lines.length === 3);
    expect((await get('/v1/roles', { connection: 'close' })).status).toBe(200);
    expect(serving().map(line => line['pid'])).toContain(other!['pid']);
  });

  it('says once that the port of several processes is taken', async () => {
    const { port } = new URL(deployment.api);
    const refused = deployment.start('serve');
    expect(await refused.exited).toEqual([1, null]);
    expect(refused.log().match(new RegExp(`port ${port} on 127.0.0.1 is taken by another program`, 'g'))).toHaveLength(
      1,
    );
  });

  it('reports that a port is taken, and uses another for a second worker', async () => {
    const { port } = new URL(deployment.worker);
    await expect(deployment.run('work')).rejects.toThrow(
      `port ${port} on 127.0.0.1 is taken by another program; choose another with --port or workers.listen.port`,
    );
    const free = await freePort();
    const second = deployment.start('work', '--queues', 'extract', '--port', String(free));
    await untilStatus(`http://127.0.0.1:${free}/readyz`, 200);
    second.child.kill('SIGTERM');
    expect(await second.exited).toEqual([0, null]);
  });

  it('without its queue is not ready as a worker, and stays ready as an API', async () => {
    await deployment.redis.freeze();
    try {
      const answer = await untilStatus(`${deployment.worker}/readyz`, 503);
      expect(await answer.json()).toEqual({
        status: 'not ready',
        state: 'answers',
        queue: 'does not answer',
        storage: 'answers',
      });
      expect((await fetch(`${deployment.api}/readyz`)).status).toBe(200);
      const metrics = await (await fetch(`${deployment.worker}/metrics`)).text();
      expect(metrics).toContain('rolecall_queue_up 0\n');
      expect(metrics).not.toContain('rolecall_queue_jobs{');
    } finally {
      deployment.redis.thaw();
    }
    await untilStatus(`${deployment.worker}/readyz`, 200);
  });

  it('logs the id of a failed request, and continues without its state', async () => {
    await get('/v1/accounts');
    await deployment.postgres.halt();
    try {
      await until(
        async () => (await (await fetch(`${deployment.api}/readyz`)).json()) as { state: string },
        ({ state }) => state === 'does not answer',
      );
      // A process remembers the clients that it has seen.
      const known = await until(
        () => get('/v1/accounts', { connection: 'close' }),
        ({ status }) => status === 200,
      );
      expect(await known.json()).toMatchObject({ items: expect.any(Array) });
      const failed = await get('/v1/query/saved-queries', { 'x-request-id': 'while-it-is-unavailable' });
      expect(failed.status).toBe(503);
      const line = await until(
        () => linesOf(serve).find(each => each['requestId'] === 'while-it-is-unavailable'),
        found => found !== undefined,
      );
      expect(line).toMatchObject({ path: '/v1/query/saved-queries', msg: 'request failed' });
    } finally {
      await deployment.postgres.resume();
    }
  });

  it('ends within half a minute of SIGTERM, with exit code 0', async () => {
    const began = performance.now();
    serve.child.kill('SIGTERM');
    work.child.kill('SIGTERM');
    expect(await Promise.all([serve.exited, work.exited])).toEqual([
      [0, null],
      [0, null],
    ]);
    if (isLong) expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('logs no secrets', async () => {
    const refused = deployment.start('serve', '--port', '0');
    await until(
      () => refused.log(),
      log => log.includes('serving'),
    );
    refused.child.kill('SIGTERM');
    await refused.exited;
    for (const command of [serve, work, refused]) {
      for (const secret of [...Object.values(secrets), ...clientSecrets, token, adminToken]) {
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
          expect(command.log()).not.toContain(form);
        }
      }
    }
  });
});
