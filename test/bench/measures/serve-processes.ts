// Random gets of `rolecall serve` with one process and with two that share a port, beside PostgreSQL behind the same web framework with the same
// duties: it checks the same tokens, counts requests against a limit, and tags its answers.
import fs from 'node:fs';
import path from 'node:path';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { redisMissing, startRedis } from '../../support/servers/redis.ts';
import { type Bench, publishedVersion } from '../bench.ts';
import { run, settleDisk, start, startCommand } from '../child.ts';
import { idLineLength, servedDocuments } from '../data/served-documents.ts';
import { startPostgresPeer } from '../peers/postgres-peer.ts';
import { untilReady } from '../service/rolecall-server.ts';
import { benchConnectors, sharedConfig } from '../service/shared-deployment.ts';
import { rate, times } from '../table.ts';

const clients = 16;
const warmingSeconds = 5;
const getSeconds = 10;
/** Processes → the least ratio of their speed to PostgreSQL's. */
const targets = new Map([
  [1, 1.3],
  [2, 2.2],
]);

interface Gets {
  readonly gets: number;
  readonly seconds: number;
}

export async function measureServeProcesses(bench: Bench): Promise<void> {
  const missing = redisMissing ?? postgresMissing;
  if (missing) return bench.skip('processes', missing);
  fs.chmodSync(bench.folder, 0o755); // PostgreSQL reads its rows from here as another user
  const folder = path.join(bench.folder, 'processes');
  fs.mkdirSync(folder);
  const [redis, state] = await Promise.all([startRedis(), startPostgres()]);
  try {
    const shared = { queue_url: redis.url, database_url: await state.createDatabase() };
    const client = await publish(bench, folder, shared);
    const idFile = path.join(bench.folder, 'processes.ids');
    bench.say('filling PostgreSQL');
    const documents = servedDocuments(publishedVersion(folder), 'accounts');
    const postgres = await startPostgresPeer(bench.folder, documents, idFile);
    settleDisk();
    try {
      for (const processes of targets.keys()) {
        await measureOne(bench, { folder, shared, client, processes, idFile, databaseUrl: postgres.url });
      }
    } finally {
      await postgres.stop();
    }
  } finally {
    await Promise.all([redis.stop(), state.stop()]);
  }
}

/** Publish a version of accounts. @returns the form with which a client asks for a token */
async function publish(bench: Bench, folder: string, shared: Record<string, string>): Promise<string> {
  const sources = [{ id: 'scripted', connector: 'scripted', settings: { accounts: bench.rows, assignments: 0 } }];
  const given = { folder, settings: { ...shared, sources } };
  const service = await openService(sharedConfig(given), { connectors: benchConnectors });
  const worker = start('service/shared-deployment.ts', { kind: 'work', ...given });
  try {
    await worker.first;
    bench.say(`processes: a version of ${bench.rows} accounts`);
    const { build } = await createOperator(service).sync({ sources: [], acceptLoss: false }, () => {});
    if (build?.status !== 'Published') throw new Error(JSON.stringify(build));
    const tenant = service.tenant().name;
    const made = await addClient(service.database, { tenant, name: 'bench', scopes: ['read'], createdBy: 'bench' });
    return `grant_type=client_credentials&client_id=${made.client.client_id}&client_secret=${made.clientSecret}`;
  } finally {
    await worker.stop();
    await service.close();
  }
}

interface Measured {
  readonly folder: string;
  readonly shared: Record<string, string>;
  readonly client: string;
  readonly processes: number;
  readonly idFile: string;
  readonly databaseUrl: string;
}

async function measureOne(bench: Bench, given: Measured): Promise<void> {
  const { folder, shared, client, processes, idFile, databaseUrl } = given;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const limit = { per_minute: 1_000_000_000, burst: 1_000_000_000 };
  const settings = {
    data_dir: 'data',
    log_level: 'warn',
    base_url: origin,
    listen: { port, processes },
    rate_limit: limit,
  };
  const config = path.join(folder, 'rolecall.yaml');
  fs.writeFileSync(config, JSON.stringify({ ...settings, ...shared, sources: [] }));
  const service = startCommand(['serve', '--config', config]);
  const page = path.join(folder, 'page.json');
  fs.writeFileSync(page, '{}');
  const peer = start('peers/peer-server.ts', { databaseUrl, page, keys: `${origin}/.well-known/jwks.json` });
  try {
    await untilReady(service, origin);
    const authorization = `Bearer ${await tokenOf(origin, client)}`;
    const speedOf = async (of: string) => {
      bench.say(`${processes} processes: random gets of ${of}`);
      const load = { kind: 'gets', path: '/v1/accounts', idFile, idLineLength, clients };
      const gets = (seconds: number) =>
        run<Gets>('loads/load.ts', { origin: of, authorization, ...load, seconds: bench.effort(seconds, 0.1) });
      // V8 compiles the program meanwhile.
      await gets(warmingSeconds);
      const measured = await gets(getSeconds);
      return measured.gets / measured.seconds;
    };
    const [ours, theirs] = [await speedOf(origin), await speedOf(((await peer.first) as { origin: string }).origin)];
    const atLeast = targets.get(processes)!;
    bench.report({
      what: `random gets of ${bench.rows} accounts, ${clients} clients, \`serve\` with ${processes === 1 ? 'one process' : `${processes} processes`}`,
      ours: rate(ours, 'gets'),
      peer: `${rate(theirs, 'gets')} PostgreSQL with the same duties`,
      ratio: times(ours / theirs),
      target: `≥ ${times(atLeast)}`,
      met: ours / theirs >= atLeast,
    });
  } finally {
    await Promise.all([peer.stop(), service.stop()]);
  }
}

async function tokenOf(origin: string, form: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${origin}/oauth2/token`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
