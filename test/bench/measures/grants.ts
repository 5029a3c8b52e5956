// Grants of a PostgreSQL server, from the catalogues to a published version, beside psql copying the same rows to a file.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type StatementName, statement } from '../../../connectors/postgres/statements.ts';
import { postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import { median, megabytes, seconds, times } from '../table.ts';

const rounds = 3;
/** Grants that the bench is about; a trial has fewer. */
const mostGrants = 100_000;
const granteesOfTable = 50;
const flatAtMost = 1.25;

interface Extraction {
  readonly seconds: number;
  readonly landedSeconds: number;
  readonly extractionPeakBytes: number;
}

/** What the connector reads of the server, and of each database. */
const ofServer: readonly StatementName[] = ['roles', 'memberships', 'databases', 'database-grants'];
const ofDatabase: readonly StatementName[] = [
  ...['schemas', 'schema-grants', 'relations', 'relation-grants', 'columns', 'column-grants'],
  'default-privileges',
] as StatementName[];

export async function measureGrants(bench: Bench): Promise<void> {
  if (postgresMissing) return bench.skip('grants', postgresMissing);
  const grants = Math.min(bench.rows, mostGrants);
  const server = await startPostgres(['fsync=off', 'shared_buffers=256MB']);
  try {
    const urls = { many: await server.createDatabase(), few: await server.createDatabase() };
    bench.say(`making ${grants} grants of PostgreSQL`);
    await makeGrants(urls.many, grants);
    await makeGrants(urls.few, grants / 4);
    const ours: Extraction[] = [];
    const copies: number[] = [];
    for (let round = 1; round <= bench.effort(rounds); round += 1) {
      copies.push(copyRows(bench, urls.many));
      ours.push(await extract(bench, urls.many));
      bench.say(`grants, round ${round}: ${seconds(ours.at(-1)!.seconds)} beside ${seconds(copies.at(-1)!)}`);
    }
    const few = await extract(bench, urls.few);
    report(bench, grants, { ours, copies, few });
  } finally {
    await server.stop();
  }
}

function report(
  bench: Bench,
  grants: number,
  { ours, copies, few }: { ours: readonly Extraction[]; copies: readonly number[]; few: Extraction },
): void {
  const copied = median(copies);
  const published = median(ours.map(extraction => extraction.seconds));
  const landed = median(ours.map(extraction => extraction.landedSeconds));
  const peer = `${seconds(copied)} psql`;
  bench.report({
    what: `${grants} grants of PostgreSQL, from the request to the published version`,
    ours: seconds(published),
    peer,
    ratio: times(published / copied),
    target: '≤ 2.00×',
    met: published <= 2 * copied,
  });
  bench.report({ what: 'the same, landed', ours: seconds(landed), peer, ratio: times(landed / copied), target: '' });
  const memory = { many: median(ours.map(extraction => extraction.extractionPeakBytes)), few: few.extractionPeakBytes };
  bench.report({
    what: 'resident memory at most while reading grants of PostgreSQL',
    ours: megabytes(memory.many),
    peer: `${megabytes(memory.few)} with a quarter of the grants`,
    ratio: times(memory.many / memory.few),
    target: `flat (≤ ${times(flatAtMost)})`,
    met: memory.many <= flatAtMost * memory.few,
  });
}

/** Each table is granted to as many roles as one list of privileges easily holds. */
async function makeGrants(url: string, grants: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DO $$ BEGIN FOR i IN 1..${granteesOfTable} LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'role ' || i) THEN EXECUTE format('CREATE ROLE %I LOGIN', 'role ' || i); END IF;
    END LOOP; END $$`);
  await client.query(`DO $$ DECLARE everybody text := (SELECT string_agg(quote_ident('role ' || i), ', ') FROM generate_series(1, ${granteesOfTable}) AS i);
    BEGIN FOR i IN 1..${Math.ceil(grants / granteesOfTable)} LOOP EXECUTE format('CREATE TABLE t%s (a int)', i);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON t%s TO %s', i, everybody); END LOOP; END $$`);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** @returns seconds of psql */
function copyRows(bench: Bench, url: string): number {
  const target = path.join(bench.folder, 'catalogues');
  const script = [...ofServer, ...ofDatabase]
    .map(name => `COPY (${statement(name).replaceAll(/\$\d/g, 'NULL')}) TO STDOUT;`)
    .join('\n');
  settleDisk();
  const output = fs.openSync(target, 'w');
  const started = performance.now();
  execFileSync('psql', ['--no-psqlrc', '--quiet', '-v', 'ON_ERROR_STOP=1', url], {
    input: `SET search_path = pg_catalog;\n${script}`,
    stdio: ['pipe', output, 'inherit'],
  });
  const took = (performance.now() - started) / 1000;
  fs.closeSync(output);
  fs.rmSync(target);
  return took;
}

async function extract(bench: Bench, url: string): Promise<Extraction> {
  const { hostname, port, pathname } = new URL(url);
  const folder = path.join(bench.folder, 'grants');
  const settings = { host: hostname, port: Number(port), user: 'postgres', databases: [pathname.slice(1)] };
  settleDisk();
  try {
    return await run<Extraction>('service/extraction.ts', {
      folder,
      source: { id: 'grants', connector: 'postgres', settings },
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
