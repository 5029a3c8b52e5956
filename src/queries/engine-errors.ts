// Translates DuckDB's errors into reasons of the API, with the place in the text that the caller wrote.
import { didYouMean } from '../nearest.ts';
import { type EngineError, engineErrorOf, outOfMemory } from '../warehouse/duckdb-errors.ts';
import { quotedTextHint } from './equivalents.ts';
import type { Statement } from './placeholders.ts';
import {
  fromBytes,
  fromCharacters,
  type LimitName,
  placeAt,
  type Reason,
  type ReasonCode,
  Refusal,
  refuse,
} from './refusal.ts';

export interface KnownNames {
  /** Table of the model → its columns. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Exceptions that are faults of the statement or its values. All others are faults of the service and are not shown. */
const codes: Readonly<Record<string, ReasonCode>> = {
  Parser: 'SYNTAX_ERROR',
  Syntax: 'SYNTAX_ERROR',
  Catalog: 'UNKNOWN_TABLE',
  Binder: 'TYPE_ERROR',
  'Parameter Not Resolved': 'TYPE_ERROR',
  'Parameter Not Allowed': 'TYPE_ERROR',
  Conversion: 'TYPE_ERROR',
  'Invalid Input': 'TYPE_ERROR',
  'Invalid type': 'TYPE_ERROR',
  'Mismatch Type': 'TYPE_ERROR',
  'Out of Range': 'TYPE_ERROR',
  'Divide by Zero': 'TYPE_ERROR',
  Decimal: 'TYPE_ERROR',
  'Not implemented': 'TYPE_ERROR',
  Expression: 'TYPE_ERROR',
  Sequence: 'TYPE_ERROR',
  Permission: 'FUNCTION_NOT_ALLOWED',
};
/** The kind of object that the catalog does not have → code. */
const missingCodes: readonly (readonly [RegExp, ReasonCode])[] = [
  [/function|macro/i, 'FUNCTION_NOT_ALLOWED'],
  [/^type$/i, 'TYPE_ERROR'],
];
/** Faults of DuckDB itself. After one of them the database refuses every statement, and its memory may be damaged. */
const engineFaults = ['INTERNAL', 'FATAL'];
/** The reason for a query that makes the engine fail. The engine's own message holds stack traces and goes to the log only. */
export const engineFailed = {
  code: 'ENGINE_FAILED',
  message: 'DuckDB fails on this query because of a fault in DuckDB',
} as const satisfies Reason;
export const engineFailedHint = 'write it in another way; running it again fails too';
const longestMessage = 500;
const joinedTexts = 'join texts with ||, and convert others with CAST';

/**
 * The refusal for an error of the engine; undefined when the query did not cause the error.
 * @param lead bytes before the query in the statement that ran
 */
export function refusalOf(
  error: unknown,
  text: string,
  statement: Statement,
  known: KnownNames,
  lead = 0,
): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isTooLong(error)) return new Refusal({ reasons: [], limit: 'result' });
  const found = engineErrorOf(error);
  if (!found) return undefined;
  if (engineFaults.includes(found.exception_type)) {
    return new Refusal({ reasons: [engineFailed], hint: engineFailedHint }, { cause: error });
  }
  const limit = limitOf(found);
  if (limit) return new Refusal({ reasons: [], limit });
  const place = placeOf(found, text, statement, lead);
  const message = messageOf(found);
  const column =
    found.error_subtype === 'COLUMN_NOT_FOUND' ? found.name : /does not have a column named "(.+)"/.exec(message)?.[1];
  if (column !== undefined)
    return refuse(
      'UNKNOWN_COLUMN',
      message,
      place,
      quotedTextHint(statement.tokens, column, columnHint(column, tablesNear(statement, known))),
    );
  const table = /^Referenced table "(.+)" not found/.exec(message)?.[1];
  if (table !== undefined) return refuse('UNKNOWN_TABLE', message, place, didYouMean(table, candidatesOf(found)));
  const missing =
    found.exception_type === 'Catalog' ? missingCodes.find(([type]) => type.test(found.type ?? '')) : undefined;
  const code = missing?.[1] ?? codes[found.exception_type];
  const joined = /'\+\([^']*(VARCHAR|STRING_LITERAL)/.test(message) ? joinedTexts : undefined;
  return code && refuse(code, message, place, joined);
}

type Tables = readonly (readonly [table: string, columns: readonly string[]])[];

/** The tables that the query names, with their columns. */
function tablesNear({ tokens }: Statement, { columns }: KnownNames): Tables {
  const named = new Set(tokens.map(({ text }) => text.replaceAll('"', '').toLowerCase()));
  return [...columns].filter(([table]) => named.has(table));
}

/** DuckDB ignores the case of names. */
function columnHint(column: string, tables: Tables): string | undefined {
  const written = column.toLowerCase();
  const owners = tables.filter(([, columns]) => columns.some(name => name.toLowerCase() === written));
  if (owners.length > 0) return `it is a column of ${owners.map(([table]) => `\`${table}\``).join(' and ')}`;
  // Every short name is near to any other.
  if (written.length < 3) return undefined;
  return didYouMean(
    written,
    tables.flatMap(([, columns]) => columns),
  );
}

/** The names that the engine suggests: `Candidate tables: "a", "b"`. */
function candidatesOf({ exception_message }: EngineError): string[] {
  const [, list = ''] = /\nCandidate tables: (.*)/.exec(exception_message) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
}

/** Node.js cannot make a string of half a gibibyte or more. */
function isTooLong(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_STRING_TOO_LONG';
}

function limitOf({ exception_type, exception_message }: EngineError): LimitName | undefined {
  if (exception_type !== outOfMemory) return exception_type === 'INTERRUPT' ? 'time' : undefined;
  return /max_temp_directory_size|temp(orary)? (directory|file)|disk/i.test(exception_message.split('\n\n')[0]!)
    ? 'disk'
    : 'memory';
}

/** The parser counts positions in characters; the later stages count in bytes. */
function placeOf({ position, exception_type }: EngineError, text: string, statement: Statement, lead: number) {
  if (position === undefined) return undefined;
  const count = Number(position) - lead;
  if (!Number.isSafeInteger(count) || count < 0) return undefined;
  const offset = exception_type === 'Parser' ? fromCharacters(statement.sql, count) : fromBytes(statement.sql, count);
  return placeAt(text, statement.originalOffset(offset));
}

/** The first paragraph. After it come lists of candidates, and advice about settings that callers cannot change. */
function messageOf({ exception_message }: EngineError): string {
  const first = exception_message
    .split(/\n\s*(?:Candidate|Did you mean|Possible solutions|LINE \d)/)[0]!
    .trim()
    .replace(/[!.]$/, '');
  return first.length > longestMessage ? `${first.slice(0, longestMessage - 1)}…` : first;
}
