// Checks what a deployment depends on: its database, its queue, its storage and its workers.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../../config/config-file.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { leastPostgresVersion } from '../../database/server.ts';
import { storageSettings } from '../../deployment/settings/storage-settings.ts';
import { openQueue } from '../../jobs/open-queue.ts';
import type { Queue } from '../../jobs/queue.ts';
import { knownStorageIdentity } from '../../state/storage-identity.ts';
import { waitingJobs } from '../../state/waiting-jobs.ts';
import { mistaken } from '../../storage/identified-storage.ts';
import { openStorage } from '../../storage/open-storage.ts';

export interface Diagnosis {
  readonly what: string;
  readonly verdict: 'ok' | 'warning' | 'error';
  readonly message: string;
}

/** Schedules, tokens and links depend on the clock of each process. */
const mostClockDifferenceMs = 60_000;
/** When a job has waited longer than this and none of its kind runs, there is probably no worker for it. */
const patienceSeconds = 60;

/** All checks that need no running service. */
export async function surroundings(config: Config): Promise<Diagnosis[]> {
  const found = await Promise.all([database(config), queue(config), storage(config)]);
  return found.flat();
}

async function database(config: Config): Promise<Diagnosis[]> {
  if (config.database_url === undefined) return [];
  const what = 'database';
  try {
    const opened = await openDatabase({ url: config.database_url, connections: 2 });
    try {
      return [await serverAbilities(opened), ...(await clock(opened)), ...(await waiting(config, opened))];
    } finally {
      await opened.close();
    }
  } catch (error) {
    return [{ what, verdict: 'error', message: (error as Error).message }];
  }
}

/**
 * What the service needs of the server, tried in a transaction that leaves nothing behind. Servers that resemble PostgreSQL name a
 * version of it and lack some of this, and others have all of it under another name.
 */
const needs: readonly (readonly [what: string, statement: string])[] = [
  ['locks of a transaction', 'select pg_advisory_xact_lock(7110002)'],
  ['JSON as rows', `select * from jsonb_to_recordset('[{"a":1}]'::jsonb) as given (a int)`],
  ['temporary tables', 'create temporary table rolecall_doctor (id int primary key) on commit drop'],
  ['INSERT … ON CONFLICT', 'insert into rolecall_doctor values (1) on conflict do nothing'],
  ['FOR UPDATE SKIP LOCKED', 'select id from rolecall_doctor for update skip locked'],
];

async function serverAbilities(opened: Database): Promise<Diagnosis> {
  const [row] = await opened.query<{ text: string }>('select version() as text');
  const product = row!.text.split(/ on |,/)[0];
  for (const [what, statement] of needs) {
    const tried = needs.slice(0, needs.findIndex(need => need[0] === what) + 1);
    const failure = await attempt(
      opened,
      tried.map(need => need[1]),
    ).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure === undefined) continue;
    const message = `${product} lacks ${what} (${statement.split(' ').slice(0, 3).join(' ')} …): ${failure}; use PostgreSQL ${leastPostgresVersion} or newer, or what has the same`;
    return { what: 'database', verdict: 'error', message };
  }
  return { what: 'database', verdict: 'ok', message: product! };
}

const undo = new Error('undo');

/** Run statements in one transaction, and undo them. @throws the server's error */
async function attempt(opened: Database, statements: readonly string[]): Promise<void> {
  await opened
    .transaction(async transaction => {
      for (const statement of statements) await transaction.query(statement);
      throw undo;
    })
    .catch(error => {
      if (error !== undo) throw error;
    });
}

/** @returns an empty list when the clocks of this machine and the database agree */
async function clock(opened: Database): Promise<Diagnosis[]> {
  const asked = Date.now();
  const [row] = await opened.query<{ at: Date }>('select clock_timestamp() as at');
  const answered = Date.now();
  const at = row!.at.getTime();
  // The database read its clock at some moment between `asked` and `answered`.
  const differenceMs = at < asked ? at - asked : Math.max(0, at - answered);
  if (Math.abs(differenceMs) <= mostClockDifferenceMs) return [];
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return [
    {
      what: 'clock',
      verdict: 'error',
      message: `the database’s clock is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} this machine’s; set both by the same time server`,
    },
  ];
}

async function waiting(config: Config, opened: Database): Promise<Diagnosis[]> {
  if (config.queue_url === undefined) return [];
  const left = (await waitingJobs(opened)).filter(({ seconds, working }) => working === 0 && seconds > patienceSeconds);
  if (left.length === 0)
    return [{ what: 'waiting jobs', verdict: 'ok', message: `none waits longer than ${patienceSeconds} s` }];
  return left.map(({ name, count, seconds }) => ({
    what: 'waiting jobs',
    verdict: 'warning',
    message: `${count} of the jobs \`${name}\` wait, for up to ${seconds} s, and none is running; is \`rolecall work\` running?`,
  }));
}

async function queue({ queue_url: url, queue_prefix: prefix }: Config): Promise<Diagnosis[]> {
  if (url === undefined) return [];
  const warnings: string[] = [];
  let opened: Queue | undefined;
  try {
    opened = await openQueue(url, { prefix, onWarning: text => warnings.push(text) });
    if (!(await opened.answers())) {
      const message = `does not answer${warnings.length > 0 ? `: ${warnings.join('; ')}` : ''}; check queue_url`;
      return [{ what: 'queue', verdict: 'error', message }];
    }
    const depths = Object.entries(await opened.depths());
    const failed = depths.filter(([, depth]) => depth.failed > 0).map(([name, depth]) => `${depth.failed} ${name}`);
    return [
      {
        what: 'queue',
        verdict: 'ok',
        message: `answers${failed.length > 0 ? `; given up: ${failed.join(', ')}` : ''}`,
      },
      ...warnings.map(message => ({ what: 'queue', verdict: 'warning' as const, message })),
    ];
  } catch (error) {
    return [{ what: 'queue', verdict: 'error', message: (error as Error).message }];
  } finally {
    await opened?.close(0);
  }
}

async function storage(config: Config): Promise<Diagnosis[]> {
  const { bucket, folder } = config.storage;
  // The default storage is the data directory, which has its own check.
  if (bucket === undefined && folder === undefined) return [];
  const what = 'storage';
  // Use a temporary cache folder, because a running process has the configured one locked.
  const cache = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-doctor-'));
  const warnings: string[] = [];
  try {
    const opened = await openStorage(storageSettings(config, { cache }), { onWarning: text => warnings.push(text) });
    try {
      await opened.check();
      const expected = await expectedIdentity(config);
      const found = await opened.identity();
      if (expected !== undefined && found !== expected) throw mistaken(opened, found, expected);
    } finally {
      await opened.close();
    }
    return [
      { what, verdict: 'ok', message: `${bucket === undefined ? folder : `bucket ${bucket}`} can be written and read` },
      ...warnings.map(message => ({ what, verdict: 'warning' as const, message })),
    ];
  } catch (error) {
    return [{ what, verdict: 'error', message: (error as Error).message }];
  } finally {
    fs.rmSync(cache, { recursive: true, force: true });
  }
}

/** The storage identity that state remembers; undefined when state is embedded, unavailable or new. */
async function expectedIdentity({ database_url: url }: Config): Promise<string | undefined> {
  if (url === undefined) return undefined;
  try {
    const opened = await openDatabase({ url, connections: 1 });
    try {
      return await knownStorageIdentity(opened);
    } finally {
      await opened.close();
    }
  } catch {
    // The check of the database reports this.
    return undefined;
  }
}
