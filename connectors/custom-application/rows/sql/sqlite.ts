// A SQLite file, opened to be read only, in one transaction.
import { stat } from 'node:fs/promises';
import { SourceError } from '../../../../src/connector/contract.ts';
import { ExactNumber } from '../../../../src/connector/exact-json.ts';
import type { QueriedDatabase } from './queried-database.ts';

const rowsOfPage = 1000;

/** @throws SourceError when the file is no database, or cannot be read */
export async function openSqlite(file: string, signal: AbortSignal): Promise<Pick<QueriedDatabase, 'pages' | 'close'>> {
  // Loaded only where it is used, because the service knows all connectors when it starts.
  const { DatabaseSync } = await import('node:sqlite');
  const refuse = (message: string, fix: string) => new SourceError([{ severity: 'error', place: file, message, fix }]);
  const info = await stat(file).catch(error => {
    throw refuse(
      `cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'set sql.sqlite.file to a file that exists',
    );
  });
  if (!info.isFile()) throw refuse('is not a regular file', 'set sql.sqlite.file to a SQLite file');
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false });
  try {
    // Another program that writes meanwhile must not change what later statements see.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    database.close();
    throw refuse((error as Error).message, 'set sql.sqlite.file to a SQLite file that is not damaged');
  }
  return {
    async *pages(statement, parameters) {
      const prepared = database.prepare(statement);
      prepared.setReadBigInts(true);
      let page: Record<string, unknown>[] = [];
      for (const row of prepared.iterate(...parameters)) {
        page.push(
          Object.fromEntries(Object.entries(row as object).map(([name, value]) => [name, valueOfSqlite(value)])),
        );
        if (page.length < rowsOfPage) continue;
        signal.throwIfAborted();
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    close: async () => database.close(),
  };
}

function valueOfSqlite(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : new ExactNumber(String(value));
}
