// Pages of a read of a database server: its sections one after the other, first those of the whole server, then those of each
// database.
import type { Gap, Page, Read, SourceRecord, Within } from '../contract.ts';
import {
  formatCursor,
  type KeyValue,
  parseCursor,
  type ScopeKey,
  type Section,
  type SectionPosition,
  type ServerTypes,
} from './sections.ts';

export interface SectionedRead<Types extends ServerTypes> {
  readonly lands: string;
  readonly needs?: readonly string[];
  /** Records that need no statement, or only the list of databases; they come with the first page. */
  readonly fixed?: (client: Types['client']) => readonly SourceRecord[] | Promise<readonly SourceRecord[]>;
  /** What cannot be seen, known before anything is read. It comes with the first page. */
  readonly gaps?: (client: Types['client']) => Promise<readonly Gap[]>;
  readonly sections: readonly Section<Types>[];
}

type SectionRow = Readonly<Record<string, never>>;

/** Reads rows in the whole server, or in one database. */
export interface RowReader<Types extends ServerTypes> {
  /** Pages of the rows after a key; undefined when this server does not have what the statement reads. */
  pages(statement: Types['statement'], after: readonly KeyValue[]): AsyncIterable<readonly SectionRow[]> | undefined;
  release(): Promise<void>;
}

/** How one kind of server is read. */
export interface SectionedServer<Types extends ServerTypes> {
  /** The key of the whole server; no database has it. */
  readonly wholeServer: ScopeKey;
  /** Stands for the place before the first row in each column of a key. */
  readonly beforeFirst: KeyValue;
  contextOf(client: Types['client']): Promise<Types['context']>;
  /** The databases that are read, in the order of their keys. */
  databases(client: Types['client']): Promise<readonly Types['database'][]>;
  keyOf(database: Types['database']): ScopeKey;
  isBefore(key: ScopeKey, other: ScopeKey): boolean;
  /**
   * @param database undefined for the whole server
   * @returns undefined for a database with nothing to read; a gap for a database that cannot be read
   */
  open(client: Types['client'], database: Types['database'] | undefined): Promise<RowReader<Types> | Gap | undefined>;
  /** The objects of a type that lie in a database; undefined: any may. */
  contents?(lands: string, database: Types['database']): Within | undefined;
  /** Whether the server refused a statement for lack of rights. */
  isForbidden(error: unknown): boolean;
  /** Names for messages: of the server and of a table in gaps, and of a table in the places of records. */
  readonly names: {
    server(client: Types['client']): string;
    subject(table: string, database: Types['database'] | undefined): string;
    place(table: string, database: Types['database'] | undefined): string;
  };
}

/** The reads of a connector. */
export const readsInSections = <Types extends ServerTypes>(
  server: SectionedServer<Types>,
  reads: readonly SectionedRead<Types>[],
): readonly Read<Types['client']>[] =>
  reads.map(read => ({
    lands: read.lands,
    ...(read.needs && { needs: read.needs }),
    pages: (client, cursor) => pagesOfRead(server, client, read, cursor),
  }));

async function* pagesOfRead<Types extends ServerTypes>(
  server: SectionedServer<Types>,
  client: Types['client'],
  read: SectionedRead<Types>,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  try {
    if (cursor === undefined) {
      const gaps = (await read.gaps?.(client)) ?? [];
      yield { records: (await read.fixed?.(client)) ?? [], place: () => client.name, gaps };
    }
    if (read.sections.length === 0) return;
    yield* pagesOfSections(server, client, read, cursor === undefined ? undefined : parseCursor(cursor));
  } catch (error) {
    // What all sections need cannot be read: the accounts, or the list of databases.
    if (!server.isForbidden(error)) throw error;
    yield { records: [], gaps: [objectsGap('forbidden', server.names.server(client), (error as Error).message)] };
  }
}

async function* pagesOfSections<Types extends ServerTypes>(
  server: SectionedServer<Types>,
  client: Types['client'],
  { lands, sections }: SectionedRead<Types>,
  from: SectionPosition | undefined,
): AsyncGenerator<Page> {
  const ofServer = sections.filter(({ perDatabase }) => !perDatabase);
  const ofDatabases = sections.filter(({ perDatabase }) => perDatabase);
  const context = await server.contextOf(client);
  if (!from || from.scope === server.wholeServer) yield* pagesIn(server, client, ofServer, context, from);
  if (ofDatabases.length === 0) return;
  for (const database of await server.databases(client)) {
    const key = server.keyOf(database);
    if (from && server.isBefore(key, from.scope)) continue;
    const position = from?.scope === key ? from : undefined;
    const within = server.contents?.(lands, database);
    for await (const page of pagesIn(server, client, ofDatabases, { ...context, database }, position)) {
      yield within && page.gaps ? { ...page, gaps: page.gaps.map(gap => ({ ...gap, within })) } : page;
    }
  }
}

/** The pages of the sections of the whole server, or of a database. */
async function* pagesIn<Types extends ServerTypes>(
  server: SectionedServer<Types>,
  client: Types['client'],
  sections: readonly Section<Types>[],
  context: Types['context'],
  from: SectionPosition | undefined,
): AsyncGenerator<Page> {
  const reader = await server.open(client, context.database);
  if (!reader) return;
  if (!('pages' in reader)) {
    yield { records: [], gaps: [reader] };
    return;
  }
  const first = from ? sections.findIndex(section => section.statement === from.section) : 0;
  try {
    for (const [index, section] of sections.slice(Math.max(first, 0)).entries()) {
      const after = from && index === 0 && first >= 0 ? from.after : section.key.map(() => server.beforeFirst);
      yield* pagesOfSection(server, reader, section, context, after);
    }
  } finally {
    await reader.release();
  }
}

async function* pagesOfSection<Types extends ServerTypes>(
  server: SectionedServer<Types>,
  reader: RowReader<Types>,
  section: Section<Types>,
  context: Types['context'],
  after: readonly KeyValue[],
): AsyncGenerator<Page> {
  try {
    for await (const rows of reader.pages(section.statement, after) ?? []) {
      yield pageOfRows(server, rows, section, context);
    }
  } catch (error) {
    if (!server.isForbidden(error)) throw error;
    const subject = server.names.subject(section.table, context.database);
    yield { records: [], gaps: [objectsGap('forbidden', subject, (error as Error).message)] };
  }
}

function pageOfRows<Types extends ServerTypes>(
  server: SectionedServer<Types>,
  rows: readonly SectionRow[],
  section: Section<Types>,
  context: Types['context'],
): Page {
  const places: string[] = [];
  const table = server.names.place(section.table, context.database);
  const records = rows.flatMap(row => {
    const made = section.records(row as never, context);
    const place = `${table} ${section.key.map(column => `${column} ${row[column]}`).join(', ')}`;
    for (const _ of made) places.push(place);
    return made;
  });
  const after = section.key.map(column => rows.at(-1)![column]!);
  const scope = context.database === undefined ? server.wholeServer : server.keyOf(context.database);
  return {
    records,
    place: index => places[index]!,
    cursor: formatCursor({ scope, section: section.statement, after }),
  };
}

/** A gap in which objects may be missing. */
export const objectsGap = (reason: Gap['reason'], subject: string, message: string): Gap => ({
  reason,
  subject,
  message,
  missing: 'objects',
});

/** Names without `*` in a setting that no database has. Each may be a mistake, so nothing may be dropped because of it. */
export function namesWithoutDatabase(chosen: readonly string[], databases: readonly { readonly name: string }[]) {
  const names = new Set(databases.map(({ name }) => name));
  return chosen.filter(name => !name.includes('*') && !names.has(name));
}
