// Runs queries on a version: chooses the process, sets the limits, and translates failures for the caller.
//
// The process has the version open. There (query-process.ts) `:name` becomes `$name`, DuckDB's parser makes a tree, guard.ts checks it, and
// DuckDB runs the query. The answer comes back through a named pipe: a page when it is complete, a stream as it is produced.

import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import { mebibytes } from '../mebibytes.ts';
import { plainVisibility, type Visible } from '../resources/visibility/visible.ts';
import { Ended, RequestFailed } from '../sandbox/failures.ts';
import { createPool, type Pool, type PoolRequest } from '../sandbox/pool.ts';
import { Overloaded } from '../sandbox/waiting-line.ts';
import { causeOfFailure } from '../warehouse/version/damage.ts';
import { warehouseFile } from '../warehouse/version/layout.ts';
import { engineFailed, engineFailedHint } from './engine-errors.ts';
import type { QueryOpening } from './open-model.ts';
import type { PageAbout, PageRange, ResultPage } from './page.ts';
import type { Parameters } from './parameters.ts';
import type { HintRequest, StatementRequest } from './query-process.ts';
import type { LimitName, RefusalData } from './refusal.ts';
import { longestHintedText } from './syntax-hint.ts';

export interface RunnerSettings {
  /** Queries that may run at once, of all clients and of one. */
  readonly processes: number;
  readonly processesOfClient: number;
  /** Queries that may wait for a process, of all clients and of one. */
  readonly waiting: number;
  readonly waitingOfClient: number;
  /** The time limit until a page, or the first byte of a stream. */
  readonly timeMs: number;
  /** The time limit from the first byte of a stream to its last. */
  readonly streamTimeMs: number;
  /** Per query. */
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly resultBytes: number;
  /** Whether a process that has opened nothing is kept ready; default: true. */
  readonly keepsSpare?: boolean | undefined;
  /** The folder where queries spill. It is emptied at the start. */
  readonly folder: string;
  onWarning(text: string): void;
}

export interface Query {
  /** The client that asks. Processes are shared fairly among clients. */
  readonly clientId: string;
  readonly text: string;
  readonly parameters: Parameters;
  readonly model: string;
  /** The folder of the version to read. */
  readonly versionFolder: string;
  readonly visible: Visible;
}

export type StreamFormat = 'csv' | 'arrow';

export interface QueryRunner {
  /** @throws ServiceError QUERY_PARSE_ERROR, QUERY_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE */
  page(query: Query, range: PageRange, signal: AbortSignal): Promise<ResultPage>;
  /** Resolves when the first byte is there. The stream fails when the result is incomplete. */
  stream(query: Query, format: StreamFormat, signal: AbortSignal): Promise<Readable>;
  /** Start a process before the first query. */
  warm(): void;
  close(): Promise<void>;
}

/** The longest text of a page, which is held in memory. */
const mostPageBytes = 64 * 1024 * 1024;
/** The time limit for a hint. */
const hintTimeMs = 1000;

export function createQueryRunner(settings: RunnerSettings): QueryRunner {
  const pool: Pool = createPool({
    ...settings,
    entry: path.join(import.meta.dirname, 'query-process.ts'),
    waitingOfOwner: settings.waitingOfClient,
    atWorkOfOwner: settings.processesOfClient,
    patienceMs: settings.timeMs,
  });
  const threads = os.availableParallelism();
  const work = (query: Query, result: StatementRequest['result'], threadCount: number, signal: AbortSignal) => ({
    owner: query.clientId,
    opening: openingOf(query, settings, threadCount),
    request: { text: query.text, parameters: query.parameters, result } satisfies StatementRequest,
    timeMs: settings.timeMs,
    streamTimeMs: settings.streamTimeMs,
    outputBytes: settings.resultBytes,
    signal,
  });

  /** Collects all pieces of a page before any of it is used. One large message would block the process that receives it. */
  async function wholePage(asked: PoolRequest): Promise<ResultPage> {
    const { about, output } = await pool.stream<PageAbout>(asked);
    const rows: Buffer[] = [];
    for await (const piece of output) rows.push(piece);
    return { ...about, rows };
  }

  /** Add a hint to a syntax error. A process computes the hint; when it fails, the error stays without a hint. */
  async function hinted(error: unknown, query: Query): Promise<unknown> {
    if (!(error instanceof RequestFailed)) return error;
    const refusal = error.details as RefusalData | undefined;
    if (refusal?.reasons[0]?.code !== 'SYNTAX_ERROR' || refusal.hint || query.text.length > longestHintedText)
      return error;
    const request: HintRequest = { hintFor: query.text };
    const hint = await pool
      .run<string | undefined>({
        owner: query.clientId,
        opening: openingOf(query, settings, threads),
        request,
        timeMs: hintTimeMs,
      })
      .catch(() => undefined);
    return new RequestFailed({ message: error.message, details: { ...refusal, hint } });
  }

  return {
    async page(query, range, signal) {
      const result = { page: range, pageBytes: pageBytesOf(settings) };
      try {
        if (range.offset === 0) {
          const page = await wholePage(work(query, result, threads, signal));
          if (!page.more || threads === 1) return page;
        }
        return await wholePage(work(query, result, 1, signal));
      } catch (error) {
        throw await toServiceError(await hinted(error, query), query.versionFolder, settings);
      }
    },
    async stream(query, format, signal) {
      try {
        return (await pool.stream(work(query, { stream: format }, threads, signal))).output;
      } catch (error) {
        throw await toServiceError(await hinted(error, query), query.versionFolder, settings);
      }
    },
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}

function pageBytesOf({ resultBytes }: RunnerSettings): number {
  return Math.min(mostPageBytes, resultBytes);
}

function openingOf({ versionFolder, model, visible }: Query, settings: RunnerSettings, threads: number): QueryOpening {
  return {
    file: warehouseFile(versionFolder),
    model,
    threads,
    memoryBytes: settings.memoryBytes,
    diskBytes: settings.diskBytes,
    visible: plainVisibility(visible),
  };
}

async function toServiceError(error: unknown, versionFolder: string, settings: RunnerSettings): Promise<unknown> {
  if (error instanceof RequestFailed && error.details) {
    if (error.isUnknown) settings.onWarning(error.message);
    return refused(error.details as RefusalData, settings);
  }
  if (error instanceof Overloaded) {
    const whose = error.isOwnFault ? 'queries of this client' : 'queries';
    return new ServiceError('SERVICE_UNAVAILABLE', `too many ${whose} are waiting; try again in a few seconds`);
  }
  if (!(error instanceof Ended)) return causeOfFailure(versionFolder, error);
  switch (error.reason) {
    case 'time':
    case 'memory':
      return limitExceeded(error.reason, settings);
    case 'output':
      return limitExceeded('stream', settings);
    case 'crashed':
      settings.onWarning('the process crashed');
      return refused({ reasons: [engineFailed], hint: engineFailedHint }, settings);
    default:
      return new ServiceError('SERVICE_UNAVAILABLE', 'the query was ended from outside; it can be run again', {
        cause: error,
      });
  }
}

/** Reason → the hint when there is no more specific one. */
const generalHints: Readonly<Partial<Record<string, string>>> = {
  SYNTAX_ERROR: 'write one SELECT in the dialect of DuckDB',
  MUTATION_NOT_ALLOWED: 'write a SELECT: queries read, and nothing else',
  MULTIPLE_STATEMENTS: 'send one statement at a time',
  UNKNOWN_TABLE: 'GET /v1/schema/models lists the tables, as does \\d in rolecall query',
  UNKNOWN_COLUMN: 'GET /v1/schema/models lists the columns of each table, as does \\d TABLE in rolecall query',
  FUNCTION_NOT_ALLOWED: 'use the functions of DuckDB that compute from their arguments alone',
  TYPE_ERROR: 'check the types and the values that meet here; CAST and TRY_CAST convert them',
  MISSING_PARAMETER: 'give every :placeholder a value in parameters',
  UNKNOWN_PARAMETER: 'name in parameters only the :placeholders of the query',
};
const leastHint = 'write the query in another way';

function refused({ reasons, line = 1, column = 1, hint, limit }: RefusalData, settings: RunnerSettings): ServiceError {
  if (limit) return limitExceeded(limit, settings);
  const [first] = reasons;
  return new ServiceError(
    'QUERY_PARSE_ERROR',
    `line ${line}, column ${column}: ${first!.message}${hint ? `; ${hint}` : ''}`,
    {
      details: { line, column, hint: hint ?? generalHints[first!.code] ?? leastHint },
      reasons: reasons.map(reason => ({ ...reason })),
    },
  );
}

/** @param exceeded `result` for a page, `stream` for a whole result that is sent while it is made */
function limitExceeded(exceeded: LimitName | 'stream', settings: RunnerSettings): ServiceError {
  const explained = {
    time: ['ran longer than', `${settings.timeMs / 1000} s`, 'look at fewer rows, or stream the result'],
    memory: ['needed more memory than', mebibytes(settings.memoryBytes), 'look at fewer rows or columns at once'],
    disk: ['spilled more to disk than', mebibytes(settings.diskBytes), 'look at fewer rows or columns at once'],
    result: [
      'answered with a page of more than',
      mebibytes(pageBytesOf(settings)),
      'ask for a smaller page, or stream the result',
    ],
    stream: ['answered more than', mebibytes(settings.resultBytes), 'look at fewer rows or columns at once'],
  } as const;
  const [did, allowed, advice] = explained[exceeded];
  const limit: LimitName = exceeded === 'stream' ? 'result' : exceeded;
  return new ServiceError('QUERY_LIMIT_EXCEEDED', `the query ${did} ${allowed}; ${advice}`, {
    details: { limit, allowed },
  });
}
