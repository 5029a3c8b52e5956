// Running a query: the first page, further pages, and the whole result as a file.
import type { components } from '../../../../clients/typescript/openapi.ts';
import { api, authenticatedFetch } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Problem } from './editor.tsx';

export interface Question {
  readonly text: string;
  readonly model?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Result {
  readonly question: Question;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The rows of the pages read so far. */
  readonly rows: readonly (readonly unknown[])[];
  readonly next: string | undefined;
  /** Of the first page. */
  readonly elapsedMs: number;
  readonly version: string;
}

const pageSize = 1000;

/** The first page of a result, or the page after what `former` has, joined to it. @throws ApiError */
export async function readPage(question: Question, signal: AbortSignal, former?: Result): Promise<Result> {
  const { text, model, parameters } = question;
  const { data } = await api.POST('/v1/query/execute', {
    signal,
    headers: { accept: 'application/json' },
    body: {
      query_string: text,
      page_size: pageSize,
      ...(model !== undefined && { model }),
      ...(Object.keys(parameters).length > 0 && { parameters: { ...parameters } }),
      ...(former?.next !== undefined && { page_token: former.next }),
    },
  });
  const { columns, rows, nextPageToken, elapsed_ms, warehouse_version } = data as components['schemas']['QueryResult'];
  return {
    question,
    columns,
    rows: former ? [...former.rows, ...rows] : rows,
    next: nextPageToken,
    elapsedMs: former?.elapsedMs ?? elapsed_ms,
    version: warehouse_version,
  };
}

export const files = {
  csv: { mediaType: 'text/csv', suffix: 'csv' },
  arrow: { mediaType: 'application/vnd.apache.arrow.stream', suffix: 'arrows' },
} as const;

/** The whole result as a file, whose content the browser keeps on its disk. @throws ApiError */
export async function readFile({ text, model, parameters }: Question, form: keyof typeof files): Promise<Blob> {
  const response = await authenticatedFetch(
    new Request('/v1/query/execute', {
      method: 'POST',
      headers: { accept: files[form].mediaType, 'content-type': 'application/json' },
      body: JSON.stringify({ query_string: text, parameters, ...(model !== undefined && { model }) }),
    }),
  );
  return response.blob();
}

/** The place in the text that an error is about, if it names one. */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof ApiError) || error.code !== 'QUERY_PARSE_ERROR') return undefined;
  const { line, column } = error.details ?? {};
  if (typeof line !== 'number' || typeof column !== 'number') return undefined;
  return { line, column, message: error.message };
}

/** The error in the terms of this page: it has no `query_string`, and its parameters are fields of a form. */
export function inTermsOfPage(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const message = onThisPage(error.message.replace(/^query_string: /, '').replace(/^parameters: /, 'Parameters: '));
  const envelope = { code: error.code, message: `${message.charAt(0).toUpperCase()}${message.slice(1)}` };
  return new ApiError(error.status, { ...envelope, ...(error.details && { details: error.details }) }, error.requestId);
}

/** What the service says to programs and on the command line → what it means on this page. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [
    /GET \/v1\/schema\/models lists (the tables|the columns of each table), as does \\d( TABLE)? in rolecall query/g,
    'the list beside the editor has $1',
  ],
  [/give it a value: "parameters": .* on the command line/g, 'give it a value in the form below the editor'],
  [/ has no value in parameters\b/g, ' has no value'],
  [/`parameters`|\bin parameters\b/g, 'in the form below the editor'],
];

const onThisPage = (text: string): string =>
  elsewhere.reduce((said, [there, here]) => said.replaceAll(there, here), text);

/** How to mend the query, in the terms of this page, if the service knows it and has not said it in the message. */
export function hintOf(error: unknown): string | undefined {
  const hint = error instanceof ApiError ? error.details?.['hint'] : undefined;
  if (typeof hint !== 'string' || (error as ApiError).message.endsWith(hint)) return undefined;
  return onThisPage(hint);
}
