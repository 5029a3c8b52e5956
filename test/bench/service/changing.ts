// Child process: changes accounts of a source over HTTP.
//
//   changing.ts '{"folder":…,"source":{"id":…,"connector":…,"settings":…},"begun":true,"single":200,"from":0,"shows":false,"bulk":1000}'
//     →  {"accepted":[…],"visible":…,"bulk":…}   milliseconds of each acceptance; seconds from the source's confirmation to the data
//                                                that show it; seconds of the bulk job, from its request to its end
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { request } from 'undici';
import { ldap } from '../../../connectors/ldap/index.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { scripted } from '../data/scripted-connector.ts';
import { type BenchSource, beginState, benchConfig } from './bench-config.ts';

const { folder, source, begun, single, from, shows, bulk } = JSON.parse(process.argv[2]!) as {
  folder: string;
  source: BenchSource;
  /** The deployment exists, and has published a version. */
  begun: boolean;
  /** How many accounts to change in a job of their own each. */
  single: number;
  /** The place of the first of them. */
  from: number;
  /** Whether the source is read again, until the data show the last of these changes. */
  shows: boolean;
  /** How many accounts to change in one job. */
  bulk: number;
};

const pollMs = 50;
const longestWait = 'wait=60';

const config = benchConfig(folder, [{ ...source, writes: true }]);
if (!begun) beginState(folder);
const service = await openService(config, {
  connectors: [ldap, scripted],
  log: pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true })),
});
await service.work(shows || !begun ? ['act', 'extract', 'build', 'sweep'] : ['act']);
const operator = createOperator(service);
// Earlier changes may have requested a run, which must not count.
if (shows || !begun) await operator.sync({ sources: [], acceptLoss: false }, () => {});
const app = await service.createApp();
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const { client, clientSecret } = await operator.addClient({ name: 'bench', scopes: ['read', 'write'], sources: [] });

// biome-ignore lint/suspicious/noExplicitAny: the fields that are used follow from the request
async function ask(method: 'GET' | 'POST', path: string, headers: object, body?: string): Promise<any> {
  const answer = await request(`${origin}${path}`, {
    method,
    headers: headers as Record<string, string>,
    body: body ?? null,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

const basic = Buffer.from(`${client.client_id}:${clientSecret}`).toString('base64');
const form = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
const token = await ask('POST', '/oauth2/token', form, 'grant_type=client_credentials');
const authorization = `Bearer ${token.access_token}`;

async function accounts(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let next = ''; ids.length < count; ) {
    const page = await ask('GET', `/v1/accounts?pageSize=200${next}`, { authorization });
    ids.push(...page.items.map((item: { globalId: string }) => item.globalId));
    if (page.nextPageToken === undefined) break;
    next = `&pageToken=${page.nextPageToken}`;
  }
  return ids.slice(0, count);
}

/** Wait until a job has ended. @returns how many of its targets succeeded */
async function succeeded(jobId: string): Promise<number> {
  for (;;) {
    const job = await ask('GET', `/v1/action-jobs/${jobId}`, { authorization });
    if (job.completedAt !== null) return job.targets.succeeded;
    await pause(pollMs);
  }
}

const ids = await accounts(Math.max(bulk, from + single));
const accepted: number[] = [];
let last = '';
for (const id of ids.slice(from, from + single)) {
  const started = performance.now();
  last = (await ask('POST', `/v1/accounts/${id}/disable`, { authorization })).jobId;
  accepted.push(performance.now() - started);
}

let visible = 0;
if (shows) {
  await succeeded(last);
  const confirmed = performance.now();
  for (;;) {
    const path = `/v1/accounts?pageSize=1&waitForJob=${last}`;
    const { statusCode, body } = await request(`${origin}${path}`, { headers: { authorization, prefer: longestWait } });
    await body.dump();
    if (statusCode === 200) break;
    if (statusCode !== 409) throw new Error(`${path}: ${statusCode}`);
  }
  visible = (performance.now() - confirmed) / 1000;
}

let bulkSeconds = 0;
if (bulk > 0) {
  const started = performance.now();
  const headers = { authorization, 'content-type': 'application/json' };
  const { jobId } = await ask('POST', '/v1/accounts/disable', headers, JSON.stringify({ ids }));
  const done = await succeeded(jobId);
  bulkSeconds = (performance.now() - started) / 1000;
  if (done !== ids.length) throw new Error(`${done} of ${ids.length} accounts were disabled`);
}
await service.close();
process.stdout.write(`${JSON.stringify({ accepted, visible, bulk: bulkSeconds })}\n`, () => process.exit());
