// rolecall query: run SQL on the data in service, once or at a prompt.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { type ApiClient, ApiError, connectApi, type Json } from '../api/api-client.ts';
import { type AsOfOption, asOfBody } from '../as-of.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal } from '../output.ts';
import { writePaged } from '../pager.ts';
import { parseValue } from './parameter-values.ts';
import { commandOf, type PromptState, parametersFor } from './prompt-commands.ts';
import { findSaved } from './queries.ts';
import { explainApiError } from './query-error.ts';
import { historyFile } from './query-history.ts';
import { runPrompt } from './query-prompt.ts';
import { type QueryOutput, runQuery } from './query-run.ts';
import { loadTables } from './query-tables.ts';
import { readSql } from './sql-source.ts';

export interface QueryOptions extends AsOfOption {
  readonly saved?: string;
  readonly file?: string;
  /** Each is `name=value`. */
  readonly param: readonly string[];
  readonly model?: string;
  readonly format?: Format;
  readonly limit?: number;
  readonly explain: boolean;
  readonly expanded: boolean;
}

/** Run a query; without SQL on a terminal, start a prompt. Exit code 1 when the query fails, 130 when it is cancelled. */
export async function query(common: CommonOptions, sql: string | undefined, options: QueryOptions): Promise<void> {
  const { format = usualFormat() } = options;
  const parameters = parseParameters(options.param);
  const api = await connectApi(common);
  const output = terminalOutput();
  if (
    sql === undefined &&
    options.saved === undefined &&
    options.file === undefined &&
    process.stdin.isTTY &&
    isTerminal()
  ) {
    const { model, limit, expanded, asOf } = options;
    const settings = { api, history: historyFile(), format, model, parameters, limit, expanded, asOf };
    await runPrompt({ ...settings, input: process.stdin, ...output });
    return;
  }
  const command = sql?.trimStart().startsWith('\\') ? commandOf(sql) : undefined;
  if (command) {
    await command(oneCommand(api, output, options, parameters));
    return;
  }
  const { text, body } = await queryOf(api, sql, options, parameters);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  try {
    const { limit, expanded } = options;
    await runQuery(api, { query: body, format, limit, expanded, signal: cancel.signal }, output);
  } catch (error) {
    if (cancel.signal.aborted) {
      process.stderr.write('cancelled\n');
      process.exitCode = 130;
      return;
    }
    if (error instanceof ApiError) throw new OperatorError(explainApiError(error, text), { cause: error });
    throw error;
  }
}

/** What a command of the prompt needs when it is the only one: `rolecall query '\\d accounts'`. */
function oneCommand(api: ApiClient, output: QueryOutput, options: QueryOptions, parameters: Json): PromptState {
  const { format = usualFormat(), expanded, limit, model } = options;
  const asOf = asOfBody(options);
  const given = new Map(Object.entries(parameters));
  return {
    api,
    output,
    parameters: given,
    expanded,
    knownTables: () => loadTables(api, model),
    run: (query, text) =>
      runQuery(
        api,
        { query: { ...query, ...asOf, parameters: parametersFor(text, given) }, format, limit, expanded },
        output,
      ),
    end: () => {},
  };
}

/** Parse `name=value`. The value is parsed as JSON if it is JSON, else it is text. @throws OperatorError without a `=` */
function parseParameters(given: readonly string[]): Json {
  return Object.fromEntries(
    given.map(text => {
      const at = text.indexOf('=');
      if (at < 1) throw new OperatorError(`--param ${text}: must be name=value`);
      return [text.slice(0, at).replace(/^:/, ''), parseValue(text.slice(at + 1))];
    }),
  );
}

async function queryOf(
  api: ApiClient,
  sql: string | undefined,
  { saved, file, model, explain, ...options }: QueryOptions,
  parameters: Json,
): Promise<{ text: string; body: Json }> {
  const settings = {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(model !== undefined && { model }),
    ...asOfBody(options),
  };
  if (saved === undefined) {
    const text = `${explain ? 'EXPLAIN ' : ''}${await readSql({ sql, file })}`;
    return { text, body: { ...settings, query_string: text } };
  }
  if (sql !== undefined || file !== undefined) throw new OperatorError('give SQL, --file or --saved, one of them');
  const found = await findSaved(api, saved);
  if (!explain) return { text: found.query_string, body: { ...settings, query_id: found.query_id } };
  const text = `EXPLAIN ${found.query_string}`;
  return { text, body: { model: found.model, ...settings, query_string: text } };
}

/** The format of a query's result when none was asked for. */
export function usualFormat(): Format {
  return isTerminal() ? 'table' : 'csv';
}

export function terminalOutput(): QueryOutput {
  return {
    out: process.stdout,
    notes: process.stderr,
    width: () => process.stdout.columns,
    ...(isTerminal() && { page: text => writePaged(text) }),
  };
}
