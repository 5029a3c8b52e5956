// PostgreSQL with the same documents as jsonb under their primary key.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
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

const idLength = 36;

export interface PostgresPeer {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** Start a server and fill it with a served collection of one instance: the `.json` parts and `.ids` of a version. */
export async function startPostgresPeer(scratch: string, collection: string): Promise<PostgresPeer> {
  const server: PostgresServer = await startPostgres(settings);
  try {
    const url = await server.createDatabase();
    const file = path.join(scratch, 'documents.csv');
    await writeRows(collection, file);
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

/** The list of one instance is in the order of its ids, so the lines of both files correspond. */
async function writeRows(collection: string, file: string): Promise<void> {
  const ids = readline.createInterface({ input: fs.createReadStream(`${collection}.ids`) })[Symbol.asyncIterator]();
  const output = fs.createWriteStream(file, { mode: 0o644 });
  for await (const line of linesOf(collection)) {
    const id = (await ids.next()).value!.slice(0, idLength);
    if (!output.write(`${id}${separator}${line.slice(0, -1)}\n`)) await once(output, 'drain');
  }
  await new Promise<void>((resolve, reject) =>
    output.end((error?: Error | null) => (error ? reject(error) : resolve())),
  );
}

/** The lines of a served collection, part after part. */
async function* linesOf(collection: string): AsyncGenerator<string> {
  for (let part = 0; fs.existsSync(`${collection}.${part}.json`); part += 1) {
    yield* readline.createInterface({ input: fs.createReadStream(`${collection}.${part}.json`) });
  }
}
