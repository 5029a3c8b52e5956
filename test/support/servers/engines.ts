// Both engines of the state database, for tests that must pass on each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { copyState } from '../service/state-copy.ts';
import { type PostgresServer, postgresMissing, startPostgres } from './postgres.ts';

export interface Engine {
  /** An empty database. The embedded engine has one per Engine, so its tables are dropped first. */
  open(): Promise<Database>;
  /** Present on the server engine only. */
  server?: PostgresServer;
  stop(): Promise<void>;
}

/** A database in a temporary folder; `stop` removes it. */
export async function embeddedEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-state-'));
  // A copy, because making a database takes ten times as long. Its tables are dropped when it is opened.
  copyState(join(folder, 'state'));
  const database = await openDatabase({ folder: join(folder, 'state') });
  return {
    async open() {
      await database.execute('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      return database;
    },
    async stop() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serverEngine(): Promise<Engine> {
  const server = await startPostgres();
  const open: Database[] = [];
  return {
    server,
    async open() {
      const database = await openDatabase({ url: await server.createDatabase() });
      open.push(database);
      return database;
    },
    async stop() {
      await Promise.all(open.map(database => database.close()));
      await server.stop();
    },
  };
}

/** Declare the same tests for each engine; the server's are skipped, with the reason in the title, where it is missing. */
export function describeEngines(title: string, tests: (start: () => Promise<Engine>) => void): void {
  describe(`${title} (embedded)`, () => tests(embeddedEngine));
  describe.skipIf(postgresMissing)(`${title} (server${postgresMissing ? `; skipped: ${postgresMissing}` : ''})`, () =>
    tests(serverEngine),
  );
}
