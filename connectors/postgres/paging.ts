// Pages of a read: its sections one after the other, first those of the whole server, then those of each database.
import type { Gap, Page, SourceRecord } from '../../src/connector/contract.ts';
import type { DatabaseRow, PostgresClient } from './client.ts';
import { isForbidden, isRefusedDatabase } from './failures.ts';
import {
  type DatabaseContext,
  formatCursor,
  parseCursor,
  type Section,
  type SectionContext,
  type SectionPosition,
} from './sections.ts';
import type { ServerSession } from './session.ts';
import { statement } from './statements.ts';

export interface SectionedRead {
  readonly lands: string;
  readonly needs?: readonly string[];
  /** Records that need no statement; they come with the first page. */
  readonly fixed?: (client: PostgresClient) => readonly SourceRecord[];
  readonly sections: readonly Section[];
}

/** @param cursor of the last page that was landed */
export async function* pagesOfSections(
  client: PostgresClient,
  read: SectionedRead,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  try {
    yield* everyPage(client, read, cursor === undefined ? undefined : parseCursor(cursor));
  } catch (error) {
    // What all sections need cannot be read: the roles, or the list of databases.
    if (!isForbidden(error)) throw error;
    yield { records: [], gaps: [missing('forbidden', 'server', (error as Error).message)] };
  }
}

async function* everyPage(
  client: PostgresClient,
  read: SectionedRead,
  from: SectionPosition | undefined,
): AsyncGenerator<Page> {
  const ofServer = read.sections.filter(({ perDatabase }) => !perDatabase);
  const ofDatabases = read.sections.filter(({ perDatabase }) => perDatabase);
  if (!from) yield { records: read.fixed?.(client) ?? [], place: () => client.name };
  if (read.sections.length === 0) return;
  const roles = await client.roles();
  if (!from || from.database === 0) yield* pagesIn(client.main, ofServer, { client, roles }, from);
  if (ofDatabases.length === 0) return;
  if (!from || from.database === 0) yield* unknownDatabases(client);
  for (const database of await client.chosenDatabases()) {
    if (from && database.oid < from.database) continue;
    const position = from?.database === database.oid ? from : undefined;
    yield* databasePages(client, ofDatabases, { client, roles, database }, position);
  }
}

/** A database to which nobody can connect, such as template0, has nothing that anybody could reach. */
async function* databasePages(
  client: PostgresClient,
  sections: readonly Section[],
  context: DatabaseContext,
  from: SectionPosition | undefined,
): AsyncGenerator<Page> {
  const { database } = context;
  if (!database.allows_connections) return;
  if (!database.may_connect) {
    const message = `${client.settings.user} may not connect to ${database.name}, so nothing in it can be read`;
    yield { records: [], gaps: [missing('forbidden', `database ${database.name}`, message)] };
    return;
  }
  let borrowed: Awaited<ReturnType<PostgresClient['borrow']>>;
  try {
    borrowed = await client.borrow(database.name);
  } catch (error) {
    if (!isRefusedDatabase(error)) throw error;
    yield { records: [], gaps: [missing('forbidden', `database ${database.name}`, (error as Error).message)] };
    return;
  }
  try {
    yield* pagesIn(borrowed.session, sections, context, from);
  } finally {
    await borrowed.release();
  }
}

async function* pagesIn(
  session: ServerSession,
  sections: readonly Section[],
  context: SectionContext,
  from: SectionPosition | undefined,
): AsyncGenerator<Page> {
  const first = from ? sections.findIndex(section => section.statement === from.section) : 0;
  for (const [index, section] of sections.slice(Math.max(first, 0)).entries()) {
    const after = from && index === 0 && first >= 0 ? from.after : section.key.map(() => null);
    try {
      for await (const rows of session.pages<Record<string, never>>(statement(section.statement), after)) {
        yield pageOf(rows, section, context);
      }
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const subject = `${context.database?.name ?? 'server'}: ${section.catalogue}`;
      yield { records: [], gaps: [missing('forbidden', subject, (error as Error).message)] };
    }
  }
}

function pageOf(rows: readonly Record<string, never>[], section: Section, context: SectionContext): Page {
  const places: string[] = [];
  const records = rows.flatMap(row => {
    const made = section.records(row as never, context);
    for (const _ of made) places.push(placeOf(row, section, context.database));
    return made;
  });
  const after = section.key.map(column => rows.at(-1)![column]!);
  return {
    records,
    place: index => places[index]!,
    cursor: formatCursor({ database: context.database?.oid ?? 0, section: section.statement, after }),
  };
}

const placeOf = (row: Record<string, unknown>, { catalogue, key }: Section, database: DatabaseRow | undefined) =>
  `${database ? `${database.name}: ` : ''}${catalogue} ${key.map(column => `${column} ${row[column]}`).join(', ')}`;

/** A name in `databases` that no database has may be a mistake, so nothing may be dropped because of it. */
async function* unknownDatabases(client: PostgresClient): AsyncGenerator<Page> {
  const gaps = (await missingDatabases(client)).map(name =>
    missing('failed', 'setting databases', `there is no database ${name}`),
  );
  if (gaps.length > 0) yield { records: [], gaps };
}

/** Names without `*` in the setting `databases` that no database has. */
export async function missingDatabases(client: PostgresClient): Promise<string[]> {
  const names = new Set((await client.databases()).map(({ name }) => name));
  return client.settings.databases.filter(name => !name.includes('*') && !names.has(name));
}

const missing = (reason: Gap['reason'], subject: string, message: string): Gap => ({
  reason,
  subject,
  message,
  missing: 'objects',
});
