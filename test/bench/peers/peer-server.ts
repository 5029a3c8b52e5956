// Child process: the peers behind Fastify, without authentication, rate limit or entity tags, so they do less work.
//
//   /v1/accounts       the same documents from PostgreSQL: keyset pages and gets by primary key, prepared statements
//   /memory/accounts   one page from memory, the same bytes every time
//
//   peer-server.ts '{"databaseUrl":…,"page":<file>}'  →  {"origin":…}
import fs from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

const json = 'application/json; charset=utf-8';
const firstId = '00000000-0000-0000-0000-000000000000';

const { databaseUrl, page } = JSON.parse(process.argv[2]!) as { databaseUrl: string; page: string };
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
const pageFromMemory = fs.readFileSync(page);
const app = Fastify({ logger: false });

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
