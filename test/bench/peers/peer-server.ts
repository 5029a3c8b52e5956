// Child process: the peers behind Fastify. Without `keys` they check no tokens and have no rate limit or entity tags, so they do less work
// than this service. With the address of its keys they have the same duties.
//
//   /v1/accounts       the same documents from PostgreSQL: keyset pages and gets by primary key, prepared statements
//   /memory/accounts   one page from memory, the same bytes every time
//
//   peer-server.ts '{"databaseUrl":…,"page":<file>,"keys":<address>}'  →  {"origin":…}
import { hash } from 'node:crypto';
import fs from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { createRateLimiter } from '../../../src/api/access/rate-limit.ts';

const json = 'application/json; charset=utf-8';
const firstId = '00000000-0000-0000-0000-000000000000';

const { databaseUrl, page, keys } = JSON.parse(process.argv[2]!) as {
  databaseUrl: string;
  page: string;
  keys?: string;
};
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
const pageFromMemory = fs.readFileSync(page);
const app = Fastify({ logger: false });
if (keys !== undefined) addDuties(app, keys);

/** Check the token of each request, count it against a limit, and tag each answer. Tokens that were checked are remembered. */
function addDuties(server: FastifyInstance, address: string): void {
  const published = createRemoteJWKSet(new URL(address));
  const checked = new LRUCache<string, number>({ max: 1_000 });
  const limiter = createRateLimiter(() => ({ per_minute: 1e9, burst: 1e9 }));
  server.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const expires = checked.get(token) ?? (await jwtVerify(token, published)).payload.exp! * 1000;
    checked.set(token, expires);
    if (expires < Date.now()) return reply.code(401).send();
    const { allowed, limit, remaining, resetSeconds } = await limiter.consume('main');
    reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': resetSeconds });
    if (!allowed) return reply.code(429).send();
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const tag = `"${hash('sha1', payload as string, 'base64')}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] !== tag) return payload;
    reply.code(304);
    return null;
  });
}

app.get<{ Querystring: { pageSize: string; pageToken?: string } }>('/v1/accounts', async (request, reply) => {
  const { pageSize, pageToken = firstId } = request.query;
  const { rows } = await pool.query<[id: string, document: string]>({
    name: 'page',
    text: 'select id, doc::text from documents where id > $1 order by id limit $2',
    values: [pageToken, Number(pageSize)],
    rowMode: 'array',
  });
  const items = rows.map(([, document]) => document).join(',');
  const next = rows.length < Number(pageSize) ? '' : `,"nextPageToken":"${rows.at(-1)![0]}"`;
  return reply.type(json).send(`{"items":[${items}]${next}}`);
});

app.get<{ Params: { id: string } }>('/v1/accounts/:id', async (request, reply) => {
  const { rows } = await pool.query<[document: string]>({
    name: 'get',
    text: 'select doc::text from documents where id = $1',
    values: [request.params.id],
    rowMode: 'array',
  });
  if (rows.length === 0) return reply.code(404).send();
  return reply.type(json).send(rows[0]![0]);
});

app.get('/memory/accounts', (_request, reply) => reply.type(json).send(pageFromMemory));

const origin = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ origin })}\n`);
