// Runs one query and prints its result as a table, CSV, JSON or Markdown.
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../errors.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { printableCsv, printableText } from '../../text/printable.ts';
import type { ApiClient, Json } from '../api/api-client.ts';
import type { Format } from '../format.ts';
import { counted, jsonText, tableNote } from '../output.ts';
import { type ColumnRank, expandedRows, fitTable, type TableColumn, tableText } from '../table.ts';

export interface QueryRequest {
  /** The query: `query_id` or `query_string`, and optionally `parameters` and `model`. */
  readonly query: Json;
  readonly format: Format;
  /** In a table: one value a line. */
  readonly expanded?: boolean | undefined;
  /** Names of columns that a table always shows. */
  readonly essential?: readonly string[] | undefined;
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
  /** Shows a table page by page; default: written to `out`. */
  readonly page?: (text: string) => void;
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

type Writer = (api: ApiClient, request: QueryRequest, output: QueryOutput) => Promise<void>;

const writers: Record<Format, Writer> = {
  table: writeTable,
  csv: writeCsv,
  json: writeJson,
  ndjson: writeLines,
  markdown: writeMarkdown,
};

/** @throws ApiError; OperatorError when the response breaks off; an AbortError when the signal aborts */
export async function runQuery(api: ApiClient, request: QueryRequest, output: QueryOutput): Promise<void> {
  try {
    await writers[request.format](api, request, output);
  } catch (cause) {
    // Undici's error codes for a connection that ended early: https://undici.nodejs.org/#/docs/api/Errors
    const code = String((cause as NodeJS.ErrnoException).code);
    if (request.signal?.aborted || !/^(UND_ERR_|ECONNRESET$)/.test(code)) throw cause;
    throw new OperatorError('the answer broke off: the service ended the connection, its log may say why', { cause });
  }
}

async function writeCsv(api: ApiClient, { query, limit, signal }: QueryRequest, output: QueryOutput): Promise<void> {
  const body = await api.stream('POST', path, query, 'text/csv', signal);
  const records = limit === undefined ? body : Readable.from(firstRecords(body, limit + 1));
  const isTerminal = output.width() !== undefined;
  await pipeline(isTerminal ? Readable.from(printableParts(records)) : records, output.out, { end: false });
}

/** CSV as a terminal may show it, in whole lines: a character or a line break may be divided between two chunks. */
async function* printableParts(csv: Readable): AsyncGenerator<string> {
  csv.setEncoding('utf8');
  let rest = '';
  for await (const text of csv as AsyncIterable<string>) {
    const lines = rest + text;
    const end = lines.lastIndexOf('\n') + 1;
    rest = lines.slice(end);
    if (end > 0) yield printableCsv(lines.slice(0, end));
  }
  if (rest !== '') yield printableCsv(rest);
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

async function writeLines(api: ApiClient, request: QueryRequest, { out }: QueryOutput): Promise<void> {
  for await (const object of objects(api, request)) if (!out.write(`${object}\n`)) await once(out, 'drain');
}

async function writeJson(api: ApiClient, request: QueryRequest, { out }: QueryOutput): Promise<void> {
  let before = '[\n';
  for await (const object of objects(api, request)) {
    if (!out.write(before + object)) await once(out, 'drain');
    before = ',\n';
  }
  out.write(before === ',\n' ? '\n]\n' : '[]\n');
}

/** Each row as the text of a JSON object. */
async function* objects(api: ApiClient, request: QueryRequest): AsyncGenerator<string> {
  for await (const { columns, rows } of pages(api, request, request.limit ?? Number.POSITIVE_INFINITY)) {
    const names = distinctNames(columns.map(column => column.name));
    for (const row of rows) yield jsonText(Object.fromEntries(row.map((value, index) => [names[index], value])));
  }
}

async function writeTable(api: ApiClient, request: QueryRequest, output: QueryOutput): Promise<void> {
  const result = await firstRows(api, request);
  const { columns, rows } = result;
  const write = output.page ?? ((text: string) => output.out.write(text));
  let note: string | undefined;
  if (isPlan(columns)) output.out.write(planText(rows));
  else if (request.expanded) write(expandedRows(headingsOf(columns), rows));
  else {
    // As in all tables of the command line. Case does not count in the names of columns.
    const headings = headingsOf(columns, request.essential).map(each => ({
      ...each,
      heading: each.heading.toUpperCase(),
    }));
    const table = fitTable(headings, rows, output.width());
    write(tableText(table));
    note = tableNote(table, '\\x at the prompt and --expanded show one value a line');
  }
  output.notes.write(countText(result));
  if (note !== undefined) output.notes.write(`${printableText(note)}\n`);
}

async function writeMarkdown(api: ApiClient, request: QueryRequest, { out, notes }: QueryOutput): Promise<void> {
  const result = await firstRows(api, request);
  out.write(markdownTable(headingsOf(result.columns), result.rows));
  notes.write(countText(result));
}

interface FirstRows {
  readonly columns: Page['columns'];
  readonly rows: Page['rows'];
  readonly more: boolean;
  readonly elapsedMs: number;
  readonly version: string;
}

/** As many rows as a table shows, in memory, because the widths of its columns depend on all of them. */
async function firstRows(api: ApiClient, request: QueryRequest): Promise<FirstRows> {
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
  return { columns: first!.columns, rows, more, elapsedMs, version: first!.warehouse_version };
}

function countText({ rows, more, elapsedMs, version }: FirstRows): string {
  const count = `${counted(rows.length, 'row')}${more ? ' shown, there are more' : ''}`;
  return `${count}, ${Math.round(elapsedMs)} ms, version ${version}\n`;
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

function headingsOf(columns: Page['columns'], essential: readonly string[] = []): TableColumn[] {
  return columns.map(({ name, type }) => ({ heading: name, right: isNumeric(type), rank: rankOf(name, essential) }));
}

/** Columns that tell objects apart, by their names: a narrow terminal shows them before columns such as `application_instance_id`. */
function rankOf(name: string, essential: readonly string[]): ColumnRank {
  if (essential.includes(name)) return 'essential';
  return /^(source_id|source|object|rule|((account|group|object|person|resource|role)_)?(name|alias))$/.test(name)
    ? 'main'
    : 'usual';
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
