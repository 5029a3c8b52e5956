// SQL over HTTP, compared with DuckDB in the client's process: the same views over tables of DuckDB's own with the same rows.
import fs from 'node:fs';
import path from 'node:path';
import { type Bench, publishedVersion } from '../bench.ts';
import { residentBytes, run, settleDisk, watchingMemory } from '../child.ts';
import type { Added, Crowd, QueryLoadRequest, Streams } from '../loads/query-load.ts';
import { type RunningService, startService } from '../service/rolecall-server.ts';
import { megabytes, milliseconds, seconds, times } from '../table.ts';

/** DuckDB needs 50 ms or more for each of them with a million accounts; each result fits into a page. */
const queries = {
  aggregate: `SELECT entitlement_name, ownership_level, count(*) AS grants, count(DISTINCT global_entity_id) AS accounts,
    count(*) FILTER (is_privileged) AS privileged FROM access_assignments GROUP BY ALL ORDER BY ALL`,
  join: `SELECT account.department, account.country_code, count(*) AS grants, count(*) FILTER (access.is_privileged) AS privileged
    FROM access_assignments AS access JOIN accounts AS account ON account.global_id = access.global_entity_id
    WHERE account.enabled GROUP BY ALL ORDER BY ALL`,
  window: `SELECT department, alias, last_activity_date FROM accounts
    QUALIFY row_number() OVER (PARTITION BY department ORDER BY last_activity_date DESC, alias) <= 50
    ORDER BY department, last_activity_date DESC, alias`,
  sort: 'SELECT alias, email, last_activity_date FROM accounts ORDER BY last_activity_date DESC, email LIMIT 500',
} as const;
const trivial = 'SELECT 1 AS one';
const everyAccount = `SELECT global_id, alias, name, email, type, enabled, is_admin, department, title, country_code,
  created_date, last_activity_date FROM accounts`;

const querySamples = 7;
const trivialSamples = 300;
const csvSamples = 3;
const leastMs = 50;
const addedRatioAtMost = 1.25;
const addedMsAtMost = 3;
const csvRatioAtLeast = 0.6;
/** The memory that a stream may add to the server, which holds a few chunks and never the whole result. */
const csvBytesAtMost = 100e6;
const crowd = { clients: 20, queryMs: 100, seconds: 10, list: '/v1/accounts?pageSize=200' } as const;
const crowdRatioAtMost = 3;

type Load<Kind> = Omit<QueryLoadRequest & { kind: Kind }, 'origin' | 'authorization' | 'file' | 'folder'>;
type Ask = <Result>(request: Load<'added'> | Load<'csv'> | Load<'crowd'>) => Promise<Result>;

export async function measureQueries(bench: Bench): Promise<void> {
  const folder = await bench.published();
  const version = publishedVersion(folder);
  const file = path.join(version, 'warehouse.duckdb');
  const own = path.join(bench.folder, 'own-tables/warehouse.duckdb');
  bench.say(`making ${5 * bench.rows} access assignments of ${bench.rows}`);
  await run('data/query-data.ts', { file, accounts: bench.rows });
  await run('data/own-tables.ts', { version, file: own });
  settleDisk();
  const service = await startService(folder);
  const scratch = path.join(bench.folder, 'queries');
  const ask: Ask = request => {
    fs.rmSync(scratch, { recursive: true, force: true });
    fs.mkdirSync(scratch);
    const { origin, authorization } = service;
    // COPY reads the same files as the service: only what is done with the rows differs then.
    const read = request.kind === 'csv' ? file : own;
    return run('loads/query-load.ts', { origin, authorization, file: read, folder: scratch, ...request });
  };
  try {
    await measureAdded(bench, ask);
    await measureCsv(bench, service, ask);
    await measureCrowd(bench, ask);
  } finally {
    await service.child.stop();
    fs.rmSync(path.dirname(own), { recursive: true });
  }
}

async function measureAdded(bench: Bench, ask: Ask): Promise<void> {
  bench.say('queries over HTTP and in process, in turn');
  const found = await ask<Added[]>({
    kind: 'added',
    queries: Object.values(queries),
    samples: bench.effort(querySamples),
  });
  for (const [index, name] of Object.keys(queries).entries()) {
    const { overHttp, inProcess } = found[index]!;
    const ratio = overHttp / inProcess;
    bench.report({
      what: `query: ${name}, median of ${querySamples}`,
      ours: milliseconds(overHttp),
      peer: `${milliseconds(inProcess)} DuckDB's own tables`,
      ratio: times(ratio),
      target: `≤ ${times(addedRatioAtMost)} from ${leastMs} ms on`,
      ...(inProcess >= leastMs && { met: ratio <= addedRatioAtMost }),
    });
  }
  const [{ overHttp, inProcess }] = (await ask<Added[]>({
    kind: 'added',
    queries: [trivial],
    samples: bench.effort(trivialSamples),
  })) as [Added];
  bench.report({
    what: `query: SELECT 1, median of ${trivialSamples}`,
    ours: milliseconds(overHttp),
    peer: `${milliseconds(inProcess)} DuckDB in process`,
    ratio: `+${milliseconds(overHttp - inProcess)}`,
    target: `≤ +${milliseconds(addedMsAtMost)}`,
    met: overHttp - inProcess <= addedMsAtMost,
  });
}

async function measureCsv(bench: Bench, service: RunningService, ask: Ask): Promise<void> {
  bench.say('every account as CSV into a file');
  const idleBytes = residentBytes(service.child.process.pid!);
  const { result, peakBytes } = await watchingMemory(service.child, () =>
    ask<Streams>({ kind: 'csv', query: everyAccount, samples: bench.effort(csvSamples) }),
  );
  const { overHttp, inProcess } = result;
  const ratio = inProcess.seconds / overHttp.seconds;
  bench.report({
    what: `${bench.rows} accounts of 12 columns as CSV into a file, median of ${csvSamples}`,
    ours: `${seconds(overHttp.seconds)} (${megabytes(overHttp.bytes / overHttp.seconds)}/s)`,
    peer: `${seconds(inProcess.seconds)} (${megabytes(inProcess.bytes / inProcess.seconds)}/s) COPY in process`,
    ratio: times(ratio),
    target: `≥ ${times(csvRatioAtLeast)}`,
    met: ratio >= csvRatioAtLeast,
  });
  bench.report({
    what: 'resident memory of the server at most during the CSV',
    ours: megabytes(peakBytes),
    peer: `${megabytes(idleBytes)} before it`,
    ratio: `+${megabytes(peakBytes - idleBytes)}`,
    target: `≤ +${megabytes(csvBytesAtMost)}`,
    met: peakBytes - idleBytes <= csvBytesAtMost,
  });
}

async function measureCrowd(bench: Bench, ask: Ask): Promise<void> {
  bench.say(`${crowd.clients} clients with queries, and lists beside them`);
  const found = await ask<Crowd>({ kind: 'crowd', ...crowd, seconds: bench.effort(crowd.seconds, 0.2) });
  bench.report({
    what: `${crowd.clients} clients at once for ${crowd.seconds} s, a query of ${Math.round(found.queryMs)} ms in process`,
    ours: `${found.failures} of ${found.queries} failed`,
    peer: '',
    ratio: '',
    target: '0 fail',
    met: found.failures === 0,
  });
  const ratio = found.besideMs / found.quietMs;
  bench.report({
    what: 'list of 200 accounts beside them, 95th percentile',
    ours: milliseconds(found.besideMs),
    peer: `${milliseconds(found.quietMs)} without them`,
    ratio: times(ratio),
    target: `≤ ${times(crowdRatioAtMost)}`,
    met: ratio <= crowdRatioAtMost,
  });
}
