// Traces: one trace covers a request, the queue and the worker that runs the job.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ManyProcesses,
  type RunningCommand,
  secrets,
  startManyProcesses,
  untilStatus,
} from '../support/cluster/many-processes.ts';
import { isLong } from '../support/long-tests.ts';
import { postgresMissing } from '../support/servers/postgres.ts';
import { redisMissing } from '../support/servers/redis.ts';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../support/servers/trace-receiver.ts';
import { until } from '../support/until.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';

describe.skipIf(redisMissing ?? postgresMissing)('the traces of a deployment', () => {
  let receiver: TraceReceiver;
  let deployment: ManyProcesses;
  let processes: RunningCommand[];
  let token: string;

  beforeAll(async () => {
    receiver = await startTraceReceiver();
    deployment = await startManyProcesses({ telemetry: { traces: receiver.url, service_name: 'rolecall-test' } });
    processes = [deployment.start('work'), deployment.start('serve')];
    await untilStatus(`${deployment.api}/readyz`, 200);
    const added = JSON.parse(await deployment.run('clients', 'add', 'test', '--scope', 'read'));
    const answer = await fetch(`${deployment.api}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${added.client_id}:${added.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    token = ((await answer.json()) as { access_token: string }).access_token;
  });
  afterAll(async () => {
    await deployment.stop();
    await receiver.stop();
  });

  const ask = (path: string, body: unknown) =>
    fetch(`${deployment.api}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${callerSpan}-01`,
        'x-request-id': `traced${path}`,
      },
      body: JSON.stringify(body),
    });
  const inTrace = () => receiver.spans.filter(span => span.traceId === traceId);
  /** The names of a span's ancestors, as far as they have arrived. */
  function namesAbove(span: ReceivedSpan): string[] {
    const byId = new Map(inTrace().map(each => [each.spanId, each]));
    const names: string[] = [];
    for (let outer: ReceivedSpan | undefined = span; outer; outer = byId.get(outer.parentSpanId!))
      names.push(outer.name);
    return names;
  }
  const untilSpan = (name: string): Promise<ReceivedSpan> =>
    until(
      () => inTrace().find(span => span.name === name),
      span => span !== undefined,
    ) as Promise<ReceivedSpan>;

  it('run from a request through the queue to the work', async () => {
    const accepted = await ask('/v1/downloads', { context: 'accessInventoryAccounts', params: {} });
    expect(accepted.status, await accepted.clone().text()).toBe(201);
    const [request, job, write] = await Promise.all(
      ['POST /v1/downloads', 'job export', 'export write'].map(name => untilSpan(name)),
    );
    // Every span has a parent, up to the span of the caller. The spans around a job end, and so arrive, after it.
    const above = await until(
      () => namesAbove(job!),
      names => names.at(-1) === 'POST /v1/downloads',
    );
    expect(request).toMatchObject({
      parentSpanId: callerSpan,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/downloads',
        'http.response.status_code': 201,
        'rolecall.tenant': 'main',
        'rolecall.request_id': 'traced/v1/downloads',
      },
      resource: { 'service.name': 'rolecall-test' },
    });
    expect(job!.attributes).toMatchObject({
      'rolecall.tenant': 'main',
      'rolecall.id': expect.any(String),
      'rolecall.outcome': 'done',
    });
    expect(job!.resource['service.instance.id']).not.toBe(request!.resource['service.instance.id']);
    expect(write!.parentSpanId).toBe(job!.spanId);
    expect(above[0]).toBe('job export');
    expect(above.length).toBe(4);
  });

  it('hold queries', async () => {
    expect((await ask('/v1/query/execute', { query_string: 'SELECT count(*) FROM accounts' })).status).toBe(200);
    const request = await untilSpan('POST /v1/query/execute');
    expect((await untilSpan('query page')).parentSpanId).toBe(request.spanId);
  });

  it('hold the steps of a build, and neither probes nor upkeep', async () => {
    const job = await until(
      () => receiver.spans.find(span => span.name === 'job build'),
      span => span !== undefined,
    );
    const steps = () => receiver.spans.filter(span => span.parentSpanId === job!.spanId).map(span => span.name);
    await until(steps, names => names.filter(name => name.startsWith('build ')).length > 2);
    expect(receiver.spans.filter(span => /healthz|readyz|metrics|Stalled/.test(span.name))).toEqual([]);
  });

  it('hold no secret and no text of a query', () => {
    for (const body of receiver.bodies) {
      for (const secret of [...Object.values(secrets), token, 'count(*)']) expect(body).not.toContain(secret);
    }
  });

  it('keep no process from ending when the collector does not answer', async () => {
    await receiver.stop();
    await ask('/v1/query/execute', { query_string: 'SELECT 1' });
    for (const { child } of processes) child.kill('SIGTERM');
    const began = performance.now();
    expect(await Promise.all(processes.map(({ exited }) => exited))).toEqual([
      [0, null],
      [0, null],
    ]);
    if (isLong) expect(performance.now() - began).toBeLessThan(30_000);
    expect(processes[1]!.log()).toContain('traces: ');
  });
});
