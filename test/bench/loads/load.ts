// Child process: a client that sends its next request as soon as it has an answer, over persistent connections.
//
//   load.ts '{"kind":"pagination",…}'  →  Paged
//   load.ts '{"kind":"gets",…}'        →  {"gets":…,"seconds":…}
//   load.ts '{"kind":"latency",…}'     →  milliseconds of each path, the median or another quantile
import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { createRandom, testSeed } from '../../support/random.ts';
import { quantile } from '../table.ts';

export type LoadRequest = {
  readonly origin: string;
  readonly authorization: string;
  /** The request's Accept-Encoding; none by default. One of {@link unpackedOf} answers with gzip is unpacked. */
  readonly acceptEncoding?: string;
} & (
  | {
      readonly kind: 'pagination';
      /** Path with a query; `&pageToken=…` is added to it. */
      readonly path: string;
      /** Independent paginations at once, each from the start. */
      readonly paginations: number;
      readonly pagesAtMost: number;
      readonly secondsAtMost: number;
    }
  | {
      readonly kind: 'gets';
      readonly path: string;
      /** Lines that begin with an id of 36 characters. */
      readonly idFile: string;
      readonly idLineLength: number;
      readonly clients: number;
      readonly seconds: number;
    }
  | {
      readonly kind: 'latency';
      readonly paths: readonly string[];
      readonly samples: number;
      /** Default: the median. */
      readonly quantile?: number;
    }
);

export interface Paged {
  readonly pages: number;
  readonly bytes: number;
  readonly seconds: number;
  /** The token with which the last page of a pagination was requested. */
  readonly lastToken: string | undefined;
}

const given = JSON.parse(process.argv[2]!) as LoadRequest;
const connections = given.kind === 'pagination' ? given.paginations : given.kind === 'gets' ? given.clients : 1;
const pool = new Pool(given.origin, { connections, pipelining: 1 });

interface Answer {
  /** As received, so perhaps compressed. */
  readonly bytes: number;
  /** The last bytes of the body: a page ends with its `nextPageToken`. */
  readonly end: Buffer;
}

const headers = {
  authorization: given.authorization,
  ...(given.acceptEncoding !== undefined && { 'accept-encoding': given.acceptEncoding }),
};

/** Uses undici's dispatch directly: building a body from every answer would take most of the measured time. */
function get(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let end: Buffer = Buffer.alloc(0);
    let packed: Buffer[] | undefined;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {}, // undici recognises this kind of handler by this method
      onResponseStart(_controller, statusCode, headers) {
        if (statusCode !== 200) reject(new Error(`${path}: ${statusCode}`));
        if (headers['content-encoding'] === 'gzip') packed = [];
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (packed) {
          packed.push(chunk);
          return;
        }
        end = chunk.length >= endBytes ? chunk : Buffer.concat([end.subarray(-endBytes), chunk]);
      },
      onResponseEnd: () => resolve({ bytes, end: packed ? endOf(Buffer.concat(packed)) : end }),
      onResponseError: (_controller, error) => reject(error),
    };
    pool.dispatch({ path, method: 'GET', headers }, handler);
  });
}

const endBytes = 1024;
const trailerBytes = 8;
/** To unpack an answer takes a client longer than the server needs to make it, on the same two processors. */
const unpackedOf = 100;
let packedAnswers = 0;

/** The end of a compressed page. It is stored without compression, so it can be read from the bytes as they came. */
function endOf(packed: Buffer): Buffer {
  const end = packed.subarray(Math.max(0, packed.length - endBytes), -trailerBytes);
  packedAnswers += 1;
  if (packedAnswers % unpackedOf !== 0) return end;
  const whole = gunzipSync(packed);
  if (nextTokenIn(whole) !== nextTokenIn(end)) throw new Error('the unpacked page has another token');
  return whole;
}
const tokenName = '],"nextPageToken":"';

function nextTokenIn(end: Buffer): string | undefined {
  const text = end.toString('latin1', Math.max(0, end.length - endBytes));
  const at = text.lastIndexOf(tokenName);
  return at === -1 ? undefined : text.slice(at + tokenName.length, -2);
}

async function paginate(request: LoadRequest & { kind: 'pagination' }): Promise<Paged> {
  let pages = 0;
  let bytes = 0;
  let lastToken: string | undefined;
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  await Promise.all(
    Array.from({ length: request.paginations }, async () => {
      let token: string | undefined;
      for (let page = 0; page < request.pagesAtMost && elapsed() < request.secondsAtMost; page += 1) {
        const answer = await get(token === undefined ? request.path : `${request.path}&pageToken=${token}`);
        pages += 1;
        bytes += answer.bytes;
        lastToken = token;
        token = nextTokenIn(answer.end);
        if (token === undefined) return;
      }
    }),
  );
  return { pages, bytes, seconds: elapsed(), lastToken };
}

async function gets(request: LoadRequest & { kind: 'gets' }): Promise<{ gets: number; seconds: number }> {
  const ids = fs.readFileSync(request.idFile);
  const rows = ids.length / request.idLineLength;
  const random = createRandom(testSeed());
  let count = 0;
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  await Promise.all(
    Array.from({ length: request.clients }, async () => {
      while (elapsed() < request.seconds) {
        const at = random.below(rows) * request.idLineLength;
        await get(`${request.path}/${ids.toString('latin1', at, at + 36)}`);
        count += 1;
      }
    }),
  );
  return { gets: count, seconds: elapsed() };
}

/** Requests the paths in turns, so that a disturbance affects all of them. */
async function latency(request: LoadRequest & { kind: 'latency' }): Promise<number[]> {
  const took = request.paths.map((): number[] => []);
  for (let sample = 0; sample < request.samples; sample += 1) {
    for (const [index, path] of request.paths.entries()) {
      const started = performance.now();
      await get(path);
      took[index]!.push(performance.now() - started);
    }
  }
  return took.map(times => quantile(times, request.quantile ?? 0.5));
}

const result =
  given.kind === 'pagination'
    ? await paginate(given)
    : given.kind === 'gets'
      ? await gets(given)
      : await latency(given);
process.stdout.write(`${JSON.stringify(result)}\n`);
await pool.close();
