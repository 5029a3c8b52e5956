// The prompt of rolecall query: statements that end with `;`, commands, completion, history.
import readline from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { OperatorError } from '../../errors.ts';
import { type ApiClient, ApiError, type Json } from '../api/api-client.ts';
import { asOfBody } from '../as-of.ts';
import type { Format } from '../format.ts';
import { commandOf, type PromptState, parametersFor } from './prompt-commands.ts';
import { explainApiError } from './query-error.ts';
import { readHistory, writeHistory } from './query-history.ts';
import { type QueryOutput, runQuery } from './query-run.ts';
import { type ListedTable, loadTables } from './query-tables.ts';
import { endsStatement } from './statement-end.ts';

export interface PromptOptions extends QueryOutput {
  readonly api: ApiClient;
  readonly input: Readable;
  /** The file of the history. */
  readonly history: string;
  readonly format: Format;
  readonly model?: string | undefined;
  readonly parameters: Json;
  readonly limit?: number | undefined;
  /** One value a line. */
  readonly expanded?: boolean | undefined;
  /** The version that is queried; undefined: the one in service. */
  readonly asOf?: string | undefined;
}

/** The two lines that are shown first. */
const greeting = (baseUrl: string) => `SQL on the inventory of ${baseUrl}; a statement ends with ;
\\d lists the tables, \\l the saved queries, help all commands, and exit ends.
`;

/** Resolves when the user ends the prompt. */
export async function runPrompt(options: PromptOptions): Promise<void> {
  const { api, input, out, notes, history } = options;
  let statement = '';
  let tables: Promise<ListedTable[]> | undefined;
  const knownTables = () => {
    tables ??= loadTables(api, options.model);
    tables.catch(() => {
      tables = undefined;
    });
    return tables;
  };
  const lines = readline.createInterface({
    input,
    output: out,
    terminal: true,
    history: readHistory(history),
    completer: (line: string) => complete(line, knownTables),
  });
  let remembered: string[] | undefined;
  lines.on('history', newest => {
    remembered = newest;
  });
  const prompt = () => {
    lines.setPrompt(statement === '' ? 'rolecall> ' : '      ... ');
    lines.prompt();
  };

  const state: PromptState = {
    api,
    output: options,
    parameters: new Map(Object.entries(options.parameters)),
    expanded: options.expanded ?? false,
    knownTables,
    run: (query, text) => runner.run(query, text),
    end: () => lines.close(),
  };

  const runner = createRunner(options, state);
  const handle = async (line: string) => {
    const command = statement === '' ? commandOf(line) : undefined;
    if (command) await attempt(command, state);
    else {
      statement += `${statement === '' ? '' : '\n'}${line}`;
      if (statement.trim() === '') statement = '';
      else if (endsStatement(statement)) {
        const sql = statement;
        statement = '';
        await runner.run({ query_string: sql, ...(options.model !== undefined && { model: options.model }) }, sql);
      }
    }
    if (remembered) writeHistory(history, remembered);
    remembered = undefined;
  };

  // Lines that are typed or pasted while a query runs are processed after it.
  let turn: Promise<void> = Promise.resolve();
  let ended = false;
  lines.on('line', line => {
    turn = turn.then(async () => {
      if (ended) return;
      await handle(line);
      if (!ended) prompt();
    });
  });
  lines.on('SIGINT', () => {
    if (runner.cancel()) return;
    statement = '';
    out.write('^C\n');
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    prompt();
  });
  notes.write(greeting(api.baseUrl));
  prompt();
  await new Promise<void>(resolve => lines.once('close', resolve));
  ended = true;
  runner.cancel();
  await turn;
  out.write('\n');
}

/** Run a command, and show its error. */
async function attempt(command: (state: PromptState) => Promise<void> | void, state: PromptState): Promise<void> {
  try {
    await command(state);
  } catch (error) {
    state.output.notes.write(messageOf(error));
  }
}

/** Runs one query at a time. */
function createRunner(options: PromptOptions, state: PromptState) {
  let running: AbortController | undefined;
  return {
    async run(query: Json, sql: string): Promise<void> {
      running = new AbortController();
      const { signal } = running;
      try {
        const parameters = parametersFor(sql, state.parameters);
        const body = { ...query, ...asOfBody(options), ...(Object.keys(parameters).length > 0 && { parameters }) };
        const { format, limit } = options;
        await runQuery(options.api, { query: body, format, limit, expanded: state.expanded, signal }, options);
      } catch (error) {
        options.notes.write(signal.aborted ? 'cancelled\n' : messageOf(error, sql));
      } finally {
        running = undefined;
      }
    },
    /** @returns whether there was a query to cancel */
    cancel(): boolean {
      running?.abort();
      return running !== undefined;
    },
  };
}

/** Names of tables and columns that begin with the last word of the line. */
async function complete(line: string, knownTables: () => Promise<ListedTable[]>): Promise<[string[], string]> {
  const word = /\w*$/.exec(line)![0];
  const tables = await knownTables().catch(() => []);
  const names = new Set(tables.flatMap(table => [table.name, ...table.columns.map(column => column.name)]));
  const begun = [...names].filter(name => name.toLowerCase().startsWith(word.toLowerCase()));
  return [word === '' ? tables.map(table => table.name) : begun.toSorted(), word];
}

function messageOf(error: unknown, sql?: string): string {
  if (error instanceof ApiError) return `${explainApiError(error, sql)}\n`;
  if (error instanceof OperatorError) return `${error.message}\n`;
  throw error;
}
