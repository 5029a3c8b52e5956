// Runs one query and prints its result as a table, as CSV, or as JSON with one object per line.
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../errors.ts';
import type { ApiClient, Json } from '../api/api-client.ts';
import { alignColumns, grouped, printableText } from '../output.ts';

export const queryFormats = ['table', 'csv', 'json'] as const;
export type QueryFormat = (typeof queryFormats)[number];

export interface QueryRequest {
  /** The query: `query_id` or `query_string`, and optionally `parameters` and `model`. */
  readonly query: Json;
  readonly format: QueryFormat;
  /** The most rows; undefined: all rows, but a limited number in a table. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface QueryOutput {
  readonly out: Writable;
  /** For messages about the result, which are not part of it. */
  readonly notes: Writable;
  /** The current width of the terminal in columns; undefined when the output is not a terminal. */
  readonly width: () => number | undefined;
}

interface Page {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  readonly nextPageToken?: string;
  readonly elapsed_ms: number;
  readonly warehouse_version: string;
}

const path = '/v1/query/execute';
const tableRows = 1000;
const largestPage = 10_000;

/** @throws ApiError; OperatorError when the response breaks off; an AbortError when the signal aborts */
export async function runQuery(api: ApiClient, request: QueryRequest, output: QueryOutput): Promise<void> {
  try {
    await { csv: writeCsv, json: writeJson, table: writeTable }[request.format](api, request, output);
  } catch (cause) {
    // Undici's error codes for a connection that ended early: https://undici.nodejs.org/#/docs/api/Errors
    const code = String((cause as NodeJS.ErrnoException).code);
    if (request.signal?.aborted || !/^(UND_ERR_|ECONNRESET$)/.test(code)) throw cause;
    throw new OperatorError('the answer broke off: the service ended the connection, its log may say why', { cause });
  }
}

async function writeCsv(api: ApiClient, { query, limit, signal }: QueryRequest, { out }: QueryOutput): Promise<void> {
  const body = await api.stream('POST', path, query, 'text/csv', signal);
  await pipeline(limit === undefined ? body : Readable.from(firstRecords(body, limit + 1)), out, { end: false });
}

/** The first records of a CSV. Line breaks inside quotes do not end a record (RFC 4180, section 2). The rest is not read. */
async function* firstRecords(csv: Readable, count: number): AsyncGenerator<Buffer> {
  // Closing the response early causes an error event, which is ignored.
  csv.on('error', () => {});
  let quoted = false;
  let left = count;
  for await (const chunk of csv as AsyncIterable<Buffer>) {
    let end = 0;
    while (end < chunk.length && left > 0) {
      const byte = chunk[end++];
      if (byte === 0x22) quoted = !quoted;
      else if (byte === 0x0a && !quoted) left -= 1;
    }
    yield chunk.subarray(0, end);
    if (left === 0) return;
  }
}

async function writeJson(api: ApiClient, request: QueryRequest, { out }: QueryOutput): Promise<void> {
  for await (const { columns, rows } of pages(api, request, request.limit ?? Number.POSITIVE_INFINITY)) {
    const names = distinctNames(columns.map(column => column.name));
    for (const row of rows) {
      const text = `${JSON.stringify(Object.fromEntries(row.map((value, index) => [names[index], value])))}\n`;
      if (!out.write(text)) await once(out, 'drain');
    }
  }
}

async function writeTable(api: ApiClient, request: QueryRequest, output: QueryOutput): Promise<void> {
  let first: Page | undefined;
  let elapsedMs = 0;
  let more = false;
  const rows: (readonly unknown[])[] = [];
  for await (const page of pages(api, request, request.limit ?? tableRows)) {
    first ??= page;
    elapsedMs += page.elapsed_ms;
    rows.push(...page.rows);
    more = page.nextPageToken !== undefined;
  }
  const { columns, warehouse_version } = first!;
  output.out.write(isPlan(columns) ? planText(rows) : tableText(columns, rows, output.width()));
  const count = `${grouped(rows.length)} row${rows.length === 1 ? '' : 's'}${more ? ' shown, there are more' : ''}`;
  output.notes.write(`${count}, ${Math.round(elapsedMs)} ms, version ${warehouse_version}\n`);
}

/** Pages with at most `limit` rows in total. The last page is truncated. */
async function* pages(api: ApiClient, { query, signal }: QueryRequest, limit: number): AsyncGenerator<Page> {
  let left = limit;
  let page_token: string | undefined;
  do {
    const page_size = Math.min(left, largestPage);
    const body = { ...query, page_size, ...(page_token !== undefined && { page_token }) };
    const page = (await api.send('POST', path, body, signal)) as unknown as Page;
    left -= page.rows.length;
    page_token = page.nextPageToken;
    yield page;
  } while (page_token !== undefined && left > 0);
}

function tableText(columns: Page['columns'], rows: Page['rows'], width: number | undefined): string {
  const headings = columns.map(({ name, type }) => ({ heading: name, right: isNumeric(type) }));
  return alignColumns(headings, rows, width);
}

/** DuckDB's numeric types, by name: https://duckdb.org/docs/stable/sql/data_types/numeric */
function isNumeric(type: string): boolean {
  return /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL(\(.*\))?)$/.test(type);
}

/** EXPLAIN returns the plan as a drawing of several lines in one value. */
function isPlan(columns: Page['columns']): boolean {
  return columns.map(column => column.name).join() === 'explain_key,explain_value';
}

function planText(rows: Page['rows']): string {
  return rows.map(([, plan]) => `${printableText(String(plan)).trimEnd()}\n`).join('');
}

/** Makes column names distinct: two columns of a query can have the same name, keys of an object cannot. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map(name => {
    let distinct = name;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${name}_${number}`;
    taken.add(distinct);
    return distinct;
  });
}
