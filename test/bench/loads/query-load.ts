// Child process: a client that runs queries over HTTP and, in turns, in a DuckDB of its own process, with the same views and rows, as
// many threads and as much memory.
//
//   query-load.ts '{"kind":"added",…}'  →  Added[]
//   query-load.ts '{"kind":"csv",…}'    →  Streams
//   query-load.ts '{"kind":"crowd",…}'  →  Crowd
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { defaultModel } from '../../../src/queries/limits.ts';
import { openModel } from '../../../src/queries/open-model.ts';
import { median, percentile } from '../table.ts';
import { csvToFile } from './curl.ts';

export type QueryLoadRequest = {
  readonly origin: string;
  readonly authorization: string;
  /** A version's DuckDB file, or one whose tables hold all of the version's rows. */
  readonly file: string;
  /** Empty folder for spilled and streamed data. */
  readonly folder: string;
} & (
  | { readonly kind: 'added'; readonly queries: readonly string[]; readonly samples: number }
  | { readonly kind: 'csv'; readonly query: string; readonly samples: number }
  | {
      readonly kind: 'crowd';
      readonly clients: number;
      readonly queryMs: number;
      readonly seconds: number;
      readonly list: string;
    }
);

/** Median milliseconds of a query. */
export interface Added {
  readonly overHttp: number;
  readonly inProcess: number;
}

/** Median seconds of writing all rows of a query into a file, and the bytes of that file. */
export interface Streams {
  readonly overHttp: { readonly seconds: number; readonly bytes: number };
  readonly inProcess: { readonly seconds: number; readonly bytes: number };
}

export interface Crowd {
  readonly queries: number;
  readonly failures: number;
  /** Milliseconds of the query alone, in DuckDB in process. */
  readonly queryMs: number;
  /** 95th percentile of the milliseconds of a list request. */
  readonly quietMs: number;
  readonly besideMs: number;
}

const given = JSON.parse(process.argv[2]!) as QueryLoadRequest;
const connections = given.kind === 'crowd' ? given.clients : 1;
const pool = new Pool(given.origin, { connections, pipelining: 1, bodyTimeout: 0 });
const { authorization } = given;
const copied = path.join(given.folder, 'copied.csv');
const spill = path.join(given.folder, 'spill');
fs.mkdirSync(spill, { recursive: true });
const { connection } = await openModel(
  {
    file: given.file,
    model: defaultModel,
    threads: os.availableParallelism(),
    memoryBytes: os.totalmem() / 4,
    diskBytes: 1024 ** 3,
    visible: null,
  },
  spill,
  copied,
);

function post(query: string) {
  return pool.request({
    path: '/v1/query/execute',
    method: 'POST',
    headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ query_string: query }),
  });
}

async function askOverHttp(query: string): Promise<void> {
  const { statusCode, body } = await post(query);
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${query}: ${statusCode} ${text}`);
}

async function askInProcess(query: string): Promise<void> {
  await connection.runAndReadAll(query);
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs both sides in turns, so that a disturbance affects both. The first round of each is a warm-up. */
async function inTurn(samples: number, sides: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const took = sides.map((): number[] => []);
  for (let sample = -1; sample < samples; sample += 1) {
    for (const [index, side] of sides.entries()) {
      const milliseconds = await millisecondsOf(side);
      if (sample >= 0) took[index]!.push(milliseconds);
    }
  }
  return took.map(median);
}

async function added(queries: readonly string[], samples: number): Promise<Added[]> {
  const results: Added[] = [];
  for (const query of queries) {
    const [overHttp, inProcess] = await inTurn(samples, [() => askOverHttp(query), () => askInProcess(query)]);
    results.push({ overHttp: overHttp!, inProcess: inProcess! });
  }
  return results;
}

async function csv(query: string, samples: number): Promise<Streams> {
  const streamed = path.join(given.folder, 'streamed.csv');
  const [overHttp, inProcess] = await inTurn(samples, [
    () => csvToFile(`${given.origin}/v1/query/execute`, authorization, { query_string: query }, streamed),
    () => connection.run(`COPY (${query}) TO '${copied}' (FORMAT csv, HEADER, USE_TMP_FILE false)`),
  ]);
  const side = (milliseconds: number, file: string) => ({
    seconds: milliseconds / 1000,
    bytes: fs.statSync(file).size,
  });
  return { overHttp: side(overHttp!, streamed), inProcess: side(inProcess!, copied) };
}

/** A query that takes DuckDB about `wantedMs` on this machine, for any number of accounts. */
async function queryOf(wantedMs: number): Promise<{ query: string; milliseconds: number }> {
  for (let rows = 100_000; ; rows = Math.ceil(rows * 1.5)) {
    const query = `SELECT max(md5(i::VARCHAR)) AS last FROM range(${rows}) AS numbers(i)`;
    const [milliseconds] = await inTurn(3, [() => askInProcess(query)]);
    if (milliseconds! >= wantedMs * 0.8) return { query, milliseconds: milliseconds! };
  }
}

async function crowd(request: QueryLoadRequest & { kind: 'crowd' }): Promise<Crowd> {
  const { query, milliseconds: queryMs } = await queryOf(request.queryMs);
  let queries = 0;
  let failures = 0;
  const lists = new Pool(given.origin, { connections: 1, pipelining: 1 });
  const readLists = async () => {
    const took: number[] = [];
    const until = performance.now() + request.seconds * 1000;
    while (performance.now() < until) {
      const list = async () => {
        const { statusCode, body } = await lists.request({
          path: request.list,
          method: 'GET',
          headers: { authorization },
        });
        // By default, and without a finite limit, the connection is closed after 128 KiB.
        await body.dump({ limit: Number.MAX_SAFE_INTEGER });
        if (statusCode !== 200) throw new Error(`${request.list}: ${statusCode}`);
      };
      took.push(await millisecondsOf(list));
    }
    return percentile(took, 0.95);
  };
  await readLists(); // warms up
  const quietMs = await readLists();
  const ended = new AbortController();
  const clients = Array.from({ length: request.clients }, async () => {
    while (!ended.signal.aborted) {
      await askOverHttp(query).catch(error => {
        failures += 1;
        process.stderr.write(`${error}\n`);
      });
      queries += 1;
    }
  });
  const besideMs = await readLists();
  ended.abort();
  await Promise.all(clients);
  await lists.close();
  return { queries, failures, queryMs, quietMs, besideMs };
}

function carryOut(): Promise<unknown> {
  switch (given.kind) {
    case 'added':
      return added(given.queries, given.samples);
    case 'csv':
      return csv(given.query, given.samples);
    case 'crowd':
      return crowd(given);
  }
}

const result = await carryOut();
await pool.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
