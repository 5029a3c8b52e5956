// The process that queries run in. It can reach one version's file, read-only, and nothing else: no environment, no other file,
// no network, and no setting that a statement could change. src/sandbox/process.ts starts it.
import path from 'node:path';
import { type DuckDBPreparedStatement, type DuckDBResult, StatementType } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { type Output, serveOwner } from '../sandbox/child.ts';
import { copyCsv } from '../warehouse/csv.ts';
import { columnsOf } from './column-types.ts';
import { refusalOf } from './engine-errors.ts';
import { constructIn, quotedFunction } from './equivalents.ts';
import { guard } from './guard.ts';
import { type OpenModel, openModel, type QueryOpening } from './open-model.ts';
import { type PageRange, readPage, writeRows } from './page.ts';
import { type Bound, bindParameters, listLengths, type Parameters } from './parameters.ts';
import { readStatement, type Statement } from './placeholders.ts';
import { placeAt, Refusal, refuse } from './refusal.ts';
import { parseSelect } from './statement-kind.ts';
import { syntaxHint } from './syntax-hint.ts';

/** What the process can run. */
export type QueryProcessRequest = StatementRequest | HintRequest;

/** Asks what the caller may have meant by a text with a syntax error. */
export interface HintRequest {
  readonly hintFor: string;
}

export interface StatementRequest {
  readonly text: string;
  readonly parameters: Parameters;
  /** Both are sent through the pipe: a page when all of it is ready, a stream while it is made. */
  readonly result: { readonly page: PageRange; readonly pageBytes: number } | { readonly stream: 'csv' | 'arrow' };
}

async function run(opened: OpenModel, request: QueryProcessRequest, output: Output): Promise<unknown> {
  return 'hintFor' in request ? syntaxHint(readStatement(request.hintFor).sql) : runQuery(opened, request, output);
}

async function runQuery(
  opened: OpenModel,
  { text, parameters, result }: StatementRequest,
  output: Output,
): Promise<unknown> {
  const { connection } = opened;
  const statement = readStatement(text, listLengths(parameters));
  await check(opened, statement, text).catch(error => {
    throw translated(error, text, statement, opened);
  });
  if (statement.isExplained && opened.isLimited) {
    const message =
      'EXPLAIN counts rows that this client may not see; only a client that sees all application instances can use it';
    throw refuse('FUNCTION_NOT_ALLOWED', message, placeAt(text, 0));
  }
  const values = bindParameters(statement, parameters, text);
  try {
    const prepared = await prepare(opened, statement, values);
    if ('page' in result) {
      const { about, rows } = await readPage(await stream(prepared, text), result.page, result.pageBytes);
      // A result that is not read to its end keeps its memory until the next statement, so run one.
      if (about.more) await connection.run('SELECT 1');
      writeRows(rows, output.begin(about));
      return undefined;
    }
    if (result.stream === 'arrow') {
      // A quarter of the modules of this process: loading them would make every start longer.
      const { writeArrow } = await import('./arrow-stream.ts');
      const rows = await stream(prepared, text);
      return await writeArrow(rows, output.begin('arrow'));
    }
    if (statement.isExplained) throw refuse('SYNTAX_ERROR', 'a plan cannot be CSV; request JSON', placeAt(text, 0));
    await writeCsv(opened, text, statement, values, output);
    return undefined;
  } catch (error) {
    throw translated(error, text, statement, opened);
  }
}

/** The refusal for an error, with the place and the equivalent of what other dialects write; the error when it is no refusal. */
function translated(error: unknown, text: string, statement: Statement, opened: OpenModel, lead = 0): unknown {
  const refusal = refusalOf(error, text, statement, opened, lead);
  const code = refusal?.data.reasons[0]?.code;
  if (!refusal || code === undefined || !otherDialect.has(code)) return refusal ?? error;
  const found = constructIn(statement.tokens);
  return found ? new Refusal({ ...refusal.data, ...placeAt(text, found.token.start), hint: found.hint }) : refusal;
}

/** Reasons for which the words of another dialect may be the cause. */
const otherDialect = new Set(['SYNTAX_ERROR', 'FUNCTION_NOT_ALLOWED', 'UNKNOWN_TABLE', 'UNKNOWN_COLUMN', 'TYPE_ERROR']);

/** Statements that passed the guard. A cache: every page of a result sends the same statement again. */
const passed = new LRUCache<string, true>({ max: 100 });
const longestPassed = 10_000;

/** @throws Refusal unless the statement may run */
async function check({ connection, model, columns }: OpenModel, statement: Statement, text: string): Promise<void> {
  if (passed.get(statement.sql)) return;
  const quoted = quotedFunction(statement.tokens, new Set([...columns.values()].flat()));
  if (quoted) {
    const message = `there is no column ${quoted.text}`;
    const right = `a text is written in single quotes: '${quoted.text.slice(1, -1)}'`;
    throw refuse('UNKNOWN_COLUMN', message, placeAt(text, quoted.start), right);
  }
  guard(await parseSelect(connection, statement, text), statement, text, model);
  if (statement.sql.length <= longestPassed) passed.set(statement.sql, true);
}

async function prepare({ connection }: OpenModel, statement: Statement, values: Record<string, Bound>) {
  const prepared = await connection.prepare(statement.runnable);
  const expected = statement.isExplained ? StatementType.EXPLAIN : StatementType.SELECT;
  // The guard has checked this already. This is a second check, by the engine.
  if (prepared.statementType !== expected) {
    throw new Error(`a query that passed the guard is of statement type ${prepared.statementType}`);
  }
  bind(prepared, values);
  return prepared;
}

function bind(prepared: DuckDBPreparedStatement, values: Record<string, Bound>): void {
  const names = Object.keys(values);
  if (names.length === 0) return;
  prepared.bind(
    Object.fromEntries(names.map(name => [name, values[name]!.value])),
    Object.fromEntries(names.map(name => [name, values[name]!.type])),
  );
}

/** @throws Refusal when a column is of a type that DuckDB's client cannot read, such as TYPE, the result of `get_type` */
async function stream(prepared: DuckDBPreparedStatement, text: string): Promise<DuckDBResult> {
  const result = await prepared.stream();
  for (const [index, name] of result.columnNames().entries()) {
    try {
      result.columnType(index);
    } catch {
      const message = `the values of column ${name} are of a type that no result can hold`;
      throw refuse('TYPE_ERROR', message, placeAt(text, 0), 'cast them to VARCHAR');
    }
  }
  return result;
}

async function writeCsv(
  opened: OpenModel,
  text: string,
  statement: Statement,
  values: Record<string, Bound>,
  output: Output,
): Promise<void> {
  const { connection } = opened;
  const empty = await connection.prepare(`SELECT * FROM (${statement.sql}\n) LIMIT 0`);
  bind(empty, values);
  const sql = copyCsv(statement.sql, columnsOf(await stream(empty, text)), output.path);
  const copy = await connection.prepare(sql);
  bind(copy, values);
  output.begin('csv');
  try {
    await copy.run();
  } catch (error) {
    const lead = Buffer.byteLength(sql.slice(0, sql.indexOf(statement.sql)));
    throw translated(error, text, statement, opened, lead);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

serveOwner<QueryOpening, OpenModel, QueryProcessRequest>({
  open: (opening, pipe) => openModel(opening, path.resolve('spill'), pipe),
  run,
  explain(error) {
    if (!(error instanceof Refusal)) return { message: messageOf(error), isUnknown: true };
    if (error.cause === undefined) return { message: error.message, details: error.data };
    return { message: messageOf(error.cause), details: error.data, isUnknown: true };
  },
});
