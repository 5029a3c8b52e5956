// PostgreSQL with the same documents as jsonb under their primary key.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../support/servers/postgres.ts';

/** Enough memory for the whole table, and no durability, because the table is only read. */
const settings = [
  'fsync=off',
  'shared_buffers=4GB',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'default_toast_compression=lz4',
  'jit=off',
];

// Control characters do not occur in JSON text, so nothing has to be escaped.
const separator = '\x02';
const noQuote = '\x01';

export interface PostgresPeer {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** Start a server and fill it with documents. @param idFile gets their ids, one in each line */
export async function startPostgresPeer(
  scratch: string,
  documents: AsyncIterable<{ id: string; document: string }>,
  idFile: string,
): Promise<PostgresPeer> {
  const server: PostgresServer = await startPostgres(settings);
  try {
    const url = await server.createDatabase();
    const file = path.join(scratch, 'documents.csv');
    await writeRows(documents, file, idFile);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await client.query('create table documents (id uuid primary key, doc jsonb not null)');
    await client.query(`copy documents from '${file}' with (format csv, delimiter '${separator}', quote '${noQuote}')`);
    await client.query('commit');
    fs.rmSync(file);
    await client.query('vacuum analyze documents');
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    await client.end();
    return { url, version: rows[0]!.server_version, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function writeRows(
  documents: AsyncIterable<{ id: string; document: string }>,
  file: string,
  idFile: string,
): Promise<void> {
  const ids = fs.createWriteStream(idFile);
  const rows = fs.createWriteStream(file, { mode: 0o644 });
  for await (const { id, document } of documents) {
    if (!rows.write(`${id}${separator}${document}\n`)) await once(rows, 'drain');
    if (!ids.write(`${id}\n`)) await once(ids, 'drain');
  }
  await Promise.all([rows, ids].map(output => finished(output.end())));
}
