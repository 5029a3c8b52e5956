// What DuckDB says went wrong, in the words of the interface, at the place in the text that the caller wrote.
import type { Statement } from './placeholders.ts';
import {
  didYouMean,
  fromBytes,
  fromCharacters,
  type LimitName,
  placeAt,
  type ReasonCode,
  Refusal,
  refuse,
} from './refusal.ts';

/** DuckDB's setting `errors_as_json` makes its messages these. */
interface EngineError {
  readonly exception_type: string;
  readonly exception_message: string;
  readonly error_subtype?: string;
  readonly name?: string;
  readonly type?: string;
  readonly position?: string;
}

export interface KnownNames {
  /** Table of the model → its columns. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Exceptions that are faults of the statement or its values. Whatever else there is is a fault of ours, and is not shown. */
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
/** What the catalog does not have → code. */
const missingCodes: readonly (readonly [RegExp, ReasonCode])[] = [
  [/function|macro/i, 'FUNCTION_NOT_ALLOWED'],
  [/^type$/i, 'TYPE_ERROR'],
];
const longestMessage = 500;

/**
 * The refusal that an error of the engine amounts to; undefined when it is no fault of the query.
 * @param lead bytes before the query in the statement that ran
 */
export function refusalOf(
  error: unknown,
  text: string,
  statement: Statement,
  known: KnownNames,
  lead = 0,
): Refusal | undefined {
  const found = read(error);
  if (!found) return undefined;
  const limit = limitOf(found);
  if (limit) return new Refusal({ reasons: [], limit });
  const place = placeOf(found, text, statement, lead);
  const message = messageOf(found);
  const column =
    found.error_subtype === 'COLUMN_NOT_FOUND' ? found.name : /does not have a column named "(.+)"/.exec(message)?.[1];
  if (column !== undefined)
    return refuse('UNKNOWN_COLUMN', message, place, didYouMean(column, columnsNear(statement, known)));
  const table = /^Referenced table "(.+)" not found/.exec(message)?.[1];
  if (table !== undefined) return refuse('UNKNOWN_TABLE', message, place, didYouMean(table, candidatesOf(found)));
  const missing =
    found.exception_type === 'Catalog' ? missingCodes.find(([type]) => type.test(found.type ?? '')) : undefined;
  const code = missing?.[1] ?? codes[found.exception_type];
  return code && refuse(code, message, place);
}

/** Columns of the tables that the query names. */
function columnsNear({ tokens }: Statement, { columns }: KnownNames): string[] {
  const named = new Set(tokens.map(({ text }) => text.replaceAll('"', '').toLowerCase()));
  return [...columns].flatMap(([table, names]) => (named.has(table) ? names : []));
}

/** Names that the engine would have taken: `Candidate tables: "a", "b"`. */
function candidatesOf({ exception_message }: EngineError): string[] {
  const [, list = ''] = /\nCandidate tables: (.*)/.exec(exception_message) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
}

function read(error: unknown): EngineError | undefined {
  const message = error instanceof Error ? error.message : '';
  const start = message.indexOf('{');
  try {
    const found = JSON.parse(message.slice(start));
    return typeof found.exception_type === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

function limitOf({ exception_type, exception_message }: EngineError): LimitName | undefined {
  if (exception_type !== 'Out of Memory') return exception_type === 'INTERRUPT' ? 'time' : undefined;
  return /max_temp_directory_size|temp(orary)? (directory|file)|disk/i.test(exception_message.split('\n\n')[0]!)
    ? 'disk'
    : 'memory';
}

/** The parser counts characters, everything behind it bytes. */
function placeOf({ position, exception_type }: EngineError, text: string, statement: Statement, lead: number) {
  if (position === undefined) return undefined;
  const count = Number(position) - lead;
  if (!Number.isSafeInteger(count) || count < 0) return undefined;
  const offset = exception_type === 'Parser' ? fromCharacters(statement.sql, count) : fromBytes(statement.sql, count);
  return placeAt(text, statement.originalOffset(offset));
}

/** The first paragraph: what follows are lists of candidates and advice about settings that nobody here can change. */
function messageOf({ exception_message }: EngineError): string {
  const first = exception_message
    .split(/\n\s*(?:Candidate|Did you mean|Possible solutions|LINE \d)/)[0]!
    .trim()
    .replace(/[!.]$/, '');
  return first.length > longestMessage ? `${first.slice(0, longestMessage - 1)}…` : first;
}
