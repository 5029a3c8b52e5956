// The route that runs a query. It answers a page of a result as JSON, or the whole result as CSV or Arrow.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ExactNumber } from '../../connector/exact-json.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { defaultModel, defaultPageSize } from '../../queries/limits.ts';
import { modelNames } from '../../queries/models.ts';
import type { Query, QueryRunner } from '../../queries/runner.ts';
import { getSavedQuery } from '../../state/saved-queries.ts';
import type { VersionCatalogue } from '../../warehouse/version/catalogue.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import type { HeldAnswers } from '../connections/held-answers.ts';
import { preferredType } from '../http/accept.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { refuseQuery } from '../http/list-query.ts';
import {
  expiredPageToken,
  invalidPageToken,
  type PagedList,
  type PageTokens,
  type Pagination,
} from '../http/page-token.ts';
import { parseBody } from '../http/request-body.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { queryOperations } from './query-operations.ts';
import { queryExecutionSchema } from './query-schemas.ts';
import { savedQueriesOf } from './saved-queries.ts';

export interface QueryExecutionOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly pageTokens: PageTokens;
  readonly guard: Guard;
  readonly runner: QueryRunner;
  readonly held: HeldAnswers;
}

const streams = { 'text/csv': 'csv', 'application/vnd.apache.arrow.stream': 'arrow' } as const;
const offered = ['application/json', ...(Object.keys(streams) as (keyof typeof streams)[])] as const;
const execution = queryExecutionSchema.extend({
  model: z.enum(modelNames()).optional(),
  // The query process checks the values. Some are an ExactNumber, which is no JSON for zod.
  parameters: z.record(z.string(), z.unknown()).optional(),
});

type Execution = z.output<typeof execution>;

/** The position where pagination over a result continues. */
interface ResultPosition {
  /** Digest of the query and its parameters, which must be the same for every page. */
  readonly digest: string;
  readonly offset: number;
}

export function registerQueryExecution(app: FastifyInstance, options: QueryExecutionOptions): void {
  const { guard, runner, pageTokens } = options;
  const { executeQuery } = queryOperations;
  serveOperation<ListRequest>(app, executeQuery, { guard }, async (request, reply) => {
    const began = performance.now();
    refuseQuery(request.query);
    const type = preferredType(request, reply, offered);
    const caller = request.caller!;
    const asked = parseBody(execution, request.body);
    const text = await textOf(options, asked, caller);
    const parameters = asked.parameters ?? {};
    const digest = createHash('sha256')
      .update(JSON.stringify([text, parameters, ...(asked.as_of === undefined ? [] : [asked.as_of])]))
      .digest('base64url');
    const pagination = { tenant: caller.tenant, collection: 'query-result', filter: '', visible: caller.visible };
    const opened =
      asked.page_token === undefined
        ? undefined
        : namingMember(() => openToken(pageTokens, asked.page_token!, pagination, digest));
    const { catalogue } = servedTenant(options.tenants, caller.tenant);
    const version = await versionToQuery(catalogue, opened?.version, asked.as_of);
    whenOver(reply, version.hold());
    const query: Query = {
      clientId: caller.clientId,
      ...text,
      parameters: exactParameters(parameters),
      versionFolder: version.folder,
      visible: caller.visible,
    };
    const signal = signalOf(reply);
    reply.header('cache-control', 'private, no-store').header('warehouse-version', String(version.number));
    if (type !== 'application/json') {
      if (opened)
        throw new ServiceError('BAD_REQUEST', 'page_token: a stream holds the whole result; leave the token out');
      const output = await runner.stream(query, streams[type], signal);
      return reply.type(type === 'text/csv' ? 'text/csv; charset=utf-8; header=present' : type).send(output);
    }
    const range = { offset: opened?.position.offset ?? 0, size: asked.page_size ?? defaultPageSize };
    const { columns, rows, rowCount, more } = await runner.page(query, range, signal);
    const position: ResultPosition = { digest, offset: range.offset + rowCount };
    const next = more
      ? `"nextPageToken":"${pageTokens.seal({ ...pagination, version: version.number, position })}",`
      : '';
    const elapsed = Math.round((performance.now() - began) * 10) / 10;
    const head = `{"columns":${JSON.stringify(columns)},"rows":[`;
    const tail = `],"row_count":${rowCount},${next}"elapsed_ms":${elapsed},"warehouse_version":"${version.number}"}`;
    reply.type('application/json; charset=utf-8');
    return sendPieces(reply, [Buffer.from(head), ...rows, Buffer.from(tail)], options.held);
  });
}

/** A larger page is sent in the pieces that it arrived in. Joining them would block all other answers. */
const largestPieceBytes = 1024 * 1024;

function sendPieces(reply: FastifyReply, pieces: readonly Buffer[], held: HeldAnswers): FastifyReply {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes <= largestPieceBytes) return reply.send(Buffer.concat(pieces));
  held.hold(reply.raw, bytes);
  return reply.header('content-length', bytes).send(Readable.from(pieces));
}

function openToken(
  pageTokens: PageTokens,
  token: string,
  pagination: PagedList,
  digest: string,
): Pagination<ResultPosition> {
  const opened = pageTokens.open<ResultPosition>(token, pagination);
  if (opened.position.digest === digest) return opened;
  throw invalidPageToken('it belongs to another query or other parameters; send the same with every page');
}

/** The query parameter `pageToken` is the member `page_token` in a body. Errors have to name the member. */
function namingMember<Result>(open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details?.['parameter'] !== 'pageToken') throw error;
    const message = error.message.replace(/^pageToken:/, 'page_token:');
    throw new ServiceError(error.code, message, { details: { ...error.details, parameter: 'page_token' } });
  }
}

async function textOf(
  { database }: QueryExecutionOptions,
  asked: Execution,
  caller: Caller,
): Promise<Pick<Query, 'text' | 'model'>> {
  const { query_id, query_string } = asked;
  if ((query_id === undefined) === (query_string === undefined)) {
    throw new ServiceError('BAD_REQUEST', 'the body must have exactly one of query_id and query_string');
  }
  if (query_string !== undefined) return { text: query_string, model: asked.model ?? defaultModel };
  const saved = await getSavedQuery(database, savedQueriesOf(caller), query_id!);
  if (asked.model !== undefined && asked.model !== saved.model) {
    throw new ServiceError('BAD_REQUEST', `model: the saved query targets ${saved.model}; leave the model out`);
  }
  return { text: saved.query_string, model: saved.model };
}

/** Whole numbers that a JavaScript number would round are BigInts, and fractions are as near as a DOUBLE can be. */
function exactParameters(parameters: Record<string, unknown>): Record<string, unknown> {
  const exact = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(exact);
    if (!(value instanceof ExactNumber)) return value;
    if (!value.isWhole) return Number(value.source);
    const digits = String(value);
    return /^-?\d+$/.test(digits) ? BigInt(digits) : value;
  };
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, exact(value)]));
}

async function versionToQuery(
  catalogue: VersionCatalogue,
  number: number | undefined,
  asOf: string | undefined,
): Promise<Version> {
  if (number !== undefined) {
    const found = await catalogue.find(number);
    if (found) return found;
    return namingMember(() => {
      throw expiredPageToken();
    });
  }
  return versionAsOf(catalogue, asOf, 'as_of');
}
