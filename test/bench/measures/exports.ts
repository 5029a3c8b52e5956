// Exporting accounts over HTTP: this service, DuckDB's own COPY, rows through csv-stringify, and PostgreSQL through psql.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';
import { exportContext } from '../../../src/exports/contexts.ts';
import { postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { type Bench, publishedVersion } from '../bench.ts';
import { residentBytes, run, settleDisk } from '../child.ts';
import { csvToFile } from '../loads/curl.ts';
import type { LoadRequest } from '../loads/load.ts';
import { type RunningService, startService } from '../service/rolecall-server.ts';
import { median, megabytes, milliseconds, rate, times } from '../table.ts';

const context = 'accessInventoryAccounts';
const rounds = 3;
const pollMs = 20;
const copyRatioAtLeast = { file: 0.6, stream: 0.75 };
const firstByteMsAtMost = 150;
const listSamples = 1000;
const memoryLimitBytes = 150e6;
const listPath = '/v1/accounts?pageSize=50';

export async function measureExports(bench: Bench): Promise<void> {
  if (postgresMissing) return bench.skip('exports', postgresMissing);
  const folder = await bench.published();
  const version = publishedVersion(folder);
  const service = await startService(folder);
  const file = path.join(bench.folder, 'export.csv');
  try {
    settleDisk();
    await measureSpeed(bench, service, version, file);
    await measureFirstByte(bench, service);
    await measureLists(bench, service);
  } finally {
    await service.child.stop();
    fs.rmSync(file, { force: true });
  }
}

async function measureSpeed(bench: Bench, service: RunningService, version: string, file: string): Promise<void> {
  const idleBytes = residentBytes(service.child.process.pid!);
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(service.child.process.pid!));
  }, 50);
  const peer = async (kind: 'copy' | 'stringify') =>
    (await run<{ seconds: number }>('peers/export-peer.ts', { kind, version, context, file })).seconds;
  const sides = { ours: [] as number[], streamed: [] as number[], copy: [] as number[] };
  // Warms up: processes start with the first request that needs them, and the start is not measured.
  await exportToFile(service, file);
  await streamToFile(service, file);
  for (let round = 0; round < bench.effort(rounds); round += 1) {
    bench.say(`export ${round + 1} of ${rounds}`);
    sides.ours.push(await exportToFile(service, file));
    sides.streamed.push(await streamToFile(service, file));
    sides.copy.push(await peer('copy'));
  }
  clearInterval(timer);
  const stringified = await peer('stringify');
  bench.say('PostgreSQL');
  const postgres = await copyFromPostgres(bench, service, file);
  const rowsPerSecond = (taken: number) => rate(bench.rows / taken, 'rows');
  const copied = median(sides.copy);
  for (const [how, taken, ratioAtLeast] of [
    ['as a file, requested, polled and downloaded', median(sides.ours), copyRatioAtLeast.file],
    ['as a direct stream', median(sides.streamed), copyRatioAtLeast.stream],
  ] as const) {
    for (const { name, seconds, atLeast } of [
      { name: 'COPY of DuckDB', seconds: copied, atLeast: ratioAtLeast },
      { name: 'csv-stringify', seconds: stringified, atLeast: 4 },
      { name: `PostgreSQL ${postgres.version} through psql`, seconds: postgres.seconds, atLeast: 1.5 },
    ]) {
      bench.report({
        what: `${context}, ${bench.rows} rows over HTTP to a file, ${how}`,
        ours: rowsPerSecond(taken),
        peer: `${rowsPerSecond(seconds)} ${name}`,
        ratio: times(seconds / taken),
        target: `≥ ${times(atLeast)}`,
        met: seconds / taken >= atLeast,
      });
    }
  }
  const grown = peakBytes - idleBytes;
  bench.report({
    what: `memory of the server above idle during exports of ${bench.rows} rows`,
    ours: megabytes(grown),
    peer: '',
    ratio: '',
    target: `< ${megabytes(memoryLimitBytes)}`,
    met: grown < memoryLimitBytes,
  });
}

const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 0 });

function ask({ origin, authorization }: RunningService, accept: string) {
  const headers = { authorization, accept, 'content-type': 'application/json' };
  return request(`${origin}/v1/downloads`, { method: 'POST', headers, body: JSON.stringify({ context }), dispatcher });
}

/** Seconds from the request of an export to the last byte of its file, fetched from its link. */
async function exportToFile(service: RunningService, file: string): Promise<number> {
  const { origin, authorization } = service;
  const started = performance.now();
  const { body } = await ask(service, 'application/json');
  let download = (await body.json()) as { id: string; status: string; url?: string };
  while (download.status === 'accepted') {
    await pause(pollMs);
    const polled = await request(`${origin}/v1/downloads/${download.id}`, { headers: { authorization } });
    download = (await polled.body.json()) as typeof download;
  }
  if (!download.url) throw new Error(`export ${download.status}`);
  await pipeline((await request(download.url, { dispatcher })).body, fs.createWriteStream(file));
  return (performance.now() - started) / 1000;
}

async function streamToFile({ origin, authorization }: RunningService, file: string): Promise<number> {
  const started = performance.now();
  await csvToFile(`${origin}/v1/downloads`, authorization, { context }, file);
  return (performance.now() - started) / 1000;
}

async function measureFirstByte(bench: Bench, service: RunningService): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < bench.effort(rounds); round += 1) {
    const started = performance.now();
    const { body } = await ask(service, 'text/csv');
    await once(body, 'data');
    taken.push(performance.now() - started);
    // Read to the end: the process of a client that leaves is ended, and the next export would have to start one.
    body.resume();
    await once(body, 'end');
  }
  bench.report({
    what: 'first byte of the direct stream',
    ours: milliseconds(median(taken)),
    peer: '',
    ratio: '',
    target: `< ${firstByteMsAtMost} ms`,
    met: median(taken) < firstByteMsAtMost,
  });
}

async function measureLists(bench: Bench, service: RunningService): Promise<void> {
  const list = async () => {
    const asked = {
      kind: 'latency',
      paths: [listPath],
      samples: bench.effort(listSamples, 10),
      quantile: 0.95,
    } satisfies Partial<LoadRequest>;
    const { origin, authorization } = service;
    return (await run<[number]>('loads/load.ts', { origin, authorization, ...asked }))[0];
  };
  bench.say('lists, quiet and beside four exports');
  const quiet = await list();
  let measured = false;
  const exporting = Array.from({ length: 4 }, async () => {
    // By default, and without a finite limit, the connection is closed after 128 KiB.
    while (!measured) await (await ask(service, 'text/csv')).body.dump({ limit: Number.MAX_SAFE_INTEGER });
  });
  const beside = await list();
  measured = true;
  await Promise.all(exporting);
  bench.report({
    what: 'list of 50 accounts beside four exports, 95th percentile',
    ours: milliseconds(beside),
    peer: `${milliseconds(quiet)} quiet`,
    ratio: times(beside / quiet),
    target: '≤ 3.00×',
    met: beside <= 3 * quiet,
  });
}

const columnTypes = { string: 'text', enum: 'text', number: 'bigint', boolean: 'boolean', timestamp: 'timestamptz' };

/** Seconds that psql takes to write the rows of an export that PostgreSQL holds as a table. */
async function copyFromPostgres(
  bench: Bench,
  service: RunningService,
  file: string,
): Promise<{ seconds: number; version: string }> {
  await streamToFile(service, file);
  fs.chmodSync(bench.folder, 0o755); // PostgreSQL reads its rows from here as another user
  fs.chmodSync(file, 0o644);
  const server = await startPostgres(['fsync=off', 'shared_buffers=2GB', 'max_wal_size=8GB']);
  try {
    const url = await server.createDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const columns = exportContext(context)!.columns.map(({ name, dataType }) => `"${name}" ${columnTypes[dataType]}`);
    await client.query(`create table rows (${columns.join(', ')})`);
    await client.query(`copy rows from '${file}' with (format csv, header)`);
    await client.query('vacuum analyze rows');
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    await client.end();
    const started = performance.now();
    const output = fs.openSync(`${file}.psql`, 'w');
    execFileSync('psql', [url, '-c', 'copy rows to stdout (format csv, header)'], {
      stdio: ['ignore', output, 'inherit'],
    });
    fs.closeSync(output);
    fs.rmSync(`${file}.psql`);
    return { seconds: (performance.now() - started) / 1000, version: rows[0]!.server_version };
  } finally {
    await server.stop();
  }
}
