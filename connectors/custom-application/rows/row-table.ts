// The contract of what brings rows. A mapping sees nothing else of a file, a list of an API or the answer to a query.
import type { Gap, Problem } from '../../../src/connector/contract.ts';
import type { Cell } from '../mapping/cell.ts';

/** A place between two rows, from which a read can resume. It is saved as JSON. */
export interface RowMark {
  /** The line of a file where the next row begins; in a list its number. */
  readonly line: number;
  /** The same place in bytes. */
  readonly byte?: number;
  /** The page of a list that comes next, in a form of the table. */
  readonly page?: string;
}

export interface Row {
  /** What the row has in each column. */
  readonly cells: readonly Cell[];
  /** Line of a file on which the row begins, or number of the row in its list; from 1, and growing. */
  readonly line: number;
  /** For messages, such as `users.csv:17` or `users.json[16]`. */
  readonly place: string;
  /** Where the next row begins. Absent: a read cannot resume there. */
  readonly end?: RowMark;
  /** Why the row cannot be used. */
  readonly fault?: string;
  /** The same text for all rows with this kind of fault. Absent: the fault itself. */
  readonly faultKind?: string;
  /** The fault may have swallowed the rows after it. */
  readonly swallows?: boolean;
}

export interface RowBatch {
  readonly rows: readonly Row[];
  /** Rows that could not be seen. */
  readonly gaps?: readonly Gap[];
}

/** Rows that are opened to be read, with the columns that somebody asked for. */
export interface RowTable {
  /** For messages, such as `users.csv`. */
  readonly name: string;
  /** Changes when the rows do; undefined: nothing tells. */
  readonly fingerprint: string | undefined;
  /** Whether the rows can be read once, from the first one on: no row has a mark. */
  readonly isStream?: boolean;
  /** Index of a column in the cells of each row. The column was asked for. */
  column(name: string): number;
  /** The rows from a place on, in the same order each time. @throws an error of the system with its `code` */
  rows(from?: RowMark): AsyncGenerator<RowBatch>;
  /** After all rows were read: columns that none of them had. */
  unmatched?(): readonly Problem[];
  /** What was read so far, for a check, such as `users (3 requests)`. Absent: the name says it. */
  origin?(): string;
  /** What a check reports beside the rows. */
  warnings?(): Promise<readonly Problem[]>;
}
