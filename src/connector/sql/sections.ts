// A read of a database server is a list of sections. Each makes records of the rows of one statement, for the whole server or for each
// database.
import type { SourceRecord } from '../contract.ts';

/** The types that a connector to one kind of database server uses. */
export interface ServerTypes {
  readonly client: { readonly name: string };
  /** Names of its statements. */
  readonly statement: string;
  readonly database: unknown;
  /** What the records of a section need besides their row. `database` is absent in sections of the whole server. */
  readonly context: { readonly database?: unknown };
}

/** A parameter of a statement, or the value of a column of a key. */
export type KeyValue = number | string | null;

export interface Section<Types extends ServerTypes> {
  readonly statement: Types['statement'];
  readonly perDatabase: boolean;
  /** What the statement reads, for messages. */
  readonly table: string;
  /** The columns of the statement's key; in messages they name a row. */
  readonly key: readonly string[];
  readonly records: (row: never, context: Types['context']) => readonly SourceRecord[];
}

/**
 * Makes the function with which a connector declares its sections, each of rows of one form.
 * @template Context the context of these sections; that of sections that are read in each database has more members
 */
export function sectionMaker<Types extends ServerTypes, Context extends Types['context'] = Types['context']>(
  perDatabase: boolean,
) {
  return <Row>(
    statement: Types['statement'],
    table: string,
    key: readonly (keyof Row & string)[],
    records: (row: Row, context: Context) => readonly SourceRecord[],
  ): Section<Types> => ({
    statement,
    table,
    key,
    perDatabase,
    records: records as unknown as Section<Types>['records'],
  });
}

/** Identifies a database, or the whole server, in cursors. */
export type ScopeKey = number | string;

/** Where a read continues: after the row with this key, in this section of this database or of the whole server. */
export interface SectionPosition {
  readonly scope: ScopeKey;
  readonly section: string;
  readonly after: readonly KeyValue[];
}

/** @throws Error when the text is not a cursor that {@link formatCursor} made */
export function parseCursor(cursor: string): SectionPosition {
  const [scope, section, ...after] = JSON.parse(cursor) as [ScopeKey, string, ...KeyValue[]];
  return { scope, section, after };
}

export function formatCursor({ scope, section, after }: SectionPosition): string {
  return JSON.stringify([scope, section, ...after]);
}
