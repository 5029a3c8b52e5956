// Pages of a read: its sections one after the other, first those of the whole server, then those of each database.
import type { Gap, Page, SourceRecord } from '../../src/connector/contract.ts';
import type { MysqlClient } from './client.ts';
import { isBefore } from './database-names.ts';
import { isDeniedStatement } from './failures.ts';
import { cursorOf, type MysqlPosition, type MysqlRowContext, type MysqlSection, positionOf } from './sections.ts';
import { mysqlStatement } from './statements.ts';

export interface MysqlRead {
  readonly lands: string;
  readonly needs?: readonly string[];
  /** Records that need no statement, or only the list of databases; they come with the first page. */
  readonly fixed?: (client: MysqlClient) => Promise<readonly SourceRecord[]>;
  /** What cannot be seen, known before anything is read. */
  readonly gaps?: (client: MysqlClient) => Promise<readonly Gap[]>;
  readonly sections: readonly MysqlSection[];
}

/** @param cursor of the last page that was landed */
export async function* pagesOfRead(
  client: MysqlClient,
  read: MysqlRead,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  try {
    yield* everyPageOf(client, read, cursor === undefined ? undefined : positionOf(cursor));
  } catch (error) {
    // What all sections need cannot be read: the accounts, or the list of databases.
    if (!isDeniedStatement(error)) throw error;
    yield { records: [], gaps: [faultGap('forbidden', client.name, (error as Error).message)] };
  }
}

async function* everyPageOf(
  client: MysqlClient,
  read: MysqlRead,
  from: MysqlPosition | undefined,
): AsyncGenerator<Page> {
  if (!from) {
    const gaps = (await read.gaps?.(client)) ?? [];
    yield { records: (await read.fixed?.(client)) ?? [], place: () => client.name, gaps };
  }
  if (read.sections.length === 0) return;
  const principals = await client.principals();
  const ofServer = read.sections.filter(({ perDatabase }) => !perDatabase);
  const ofDatabases = read.sections.filter(({ perDatabase }) => perDatabase);
  if (!from || from.database === '') yield* sectionPages(ofServer, { client, principals, database: '' }, from);
  if (ofDatabases.length === 0) return;
  for (const database of await client.chosenDatabases()) {
    if (from && isBefore(database.name, from.database)) continue;
    const position = from?.database === database.name ? from : undefined;
    yield* sectionPages(ofDatabases, { client, principals, database: database.name }, position);
  }
}

async function* sectionPages(
  sections: readonly MysqlSection[],
  context: MysqlRowContext,
  from: MysqlPosition | undefined,
): AsyncGenerator<Page> {
  const { client, database } = context;
  const first = from ? sections.findIndex(section => section.statement === from.section) : 0;
  for (const [index, section] of sections.slice(Math.max(first, 0)).entries()) {
    const text = mysqlStatement(client.product, section.statement);
    if (text === undefined) continue;
    const after = from && index === 0 && first >= 0 ? from.after : section.key.map(() => '');
    const parameters = section.perDatabase ? [database, database, ...after] : after;
    try {
      for await (const rows of client.session.pages<Record<string, never>>(text, parameters)) {
        yield pageOfRows(rows, section, context);
      }
    } catch (error) {
      if (!isDeniedStatement(error)) throw error;
      yield { records: [], gaps: [faultGap('forbidden', section.table, (error as Error).message)] };
    }
  }
}

function pageOfRows(rows: readonly Record<string, never>[], section: MysqlSection, context: MysqlRowContext): Page {
  const places: string[] = [];
  const records = rows.flatMap(row => {
    const made = section.records(row as never, context);
    const place = `${section.table} ${section.key.map(column => `${column} ${row[column]}`).join(', ')}`;
    for (const _ of made) places.push(place);
    return made;
  });
  const after = section.key.map(column => rows.at(-1)![column]!);
  return {
    records,
    place: index => places[index]!,
    cursor: cursorOf({ database: context.database, section: section.statement, after }),
  };
}

export const faultGap = (reason: Gap['reason'], subject: string, message: string): Gap => ({
  reason,
  subject,
  message,
  missing: 'objects',
});

/** A name in `databases` that no database has may be a mistake, so nothing may be dropped because of it. */
export async function unknownSchemas(client: MysqlClient): Promise<string[]> {
  const names = new Set((await client.databases()).filter(({ is_there }) => is_there).map(({ name }) => name));
  return client.settings.databases.filter(name => !name.includes('*') && !names.has(name));
}
