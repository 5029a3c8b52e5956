// The prompt of rolecall query: statements that end with `;`, a few commands that begin with a backslash, completion.
import readline from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { OperatorError } from '../../errors.ts';
import { type ApiClient, ApiError, type Json } from '../api/api-client.ts';
import { cellText, formatTable } from '../output.ts';
import { explainApiError } from './query-error.ts';
import { readHistory, writeHistory } from './query-history.ts';
import { type QueryFormat, type QueryOutput, runQuery } from './query-run.ts';
import { type ListedTable, loadTables } from './query-tables.ts';
import { endsStatement } from './statement-end.ts';

export interface PromptOptions extends QueryOutput {
  readonly api: ApiClient;
  readonly input: Readable;
  /** The file of the history. */
  readonly history: string;
  readonly format: QueryFormat;
  readonly model?: string | undefined;
  readonly parameters: Json;
  readonly limit?: number | undefined;
}

const help = `\\d          lists the tables
\\d TABLE    lists the columns of one
\\q          ends (so does Ctrl-D); Ctrl-C cancels the running query
Anything else is SQL and ends with ;
`;

/** Resolves when the user ends the prompt. */
export async function runPrompt(options: PromptOptions): Promise<void> {
  const { api, input, out, notes, history } = options;
  let statement = '';
  let running: AbortController | undefined;
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

  const run = async (sql: string) => {
    running = new AbortController();
    const { signal } = running;
    const settings = { parameters: options.parameters, ...(options.model !== undefined && { model: options.model }) };
    try {
      const query = { ...settings, query_string: sql };
      await runQuery(api, { query, format: options.format, limit: options.limit, signal }, options);
    } catch (error) {
      notes.write(signal.aborted ? 'cancelled\n' : messageOf(error, sql));
    } finally {
      running = undefined;
    }
  };

  const handle = async (line: string) => {
    const command = statement === '' ? /^\s*\\(\S*)\s*(\S*)\s*;?\s*$/.exec(line) : null;
    if (command) {
      if (command[1] === 'q') lines.close();
      else if (command[1] === 'd') await describe(knownTables, command[2]!, options);
      else notes.write(help);
    } else {
      statement += `${statement === '' ? '' : '\n'}${line}`;
      if (statement.trim() === '') statement = '';
      else if (endsStatement(statement)) {
        const sql = statement;
        statement = '';
        await run(sql);
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
    if (running) {
      running.abort();
      return;
    }
    statement = '';
    out.write('^C\n');
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    prompt();
  });
  prompt();
  await new Promise<void>(resolve => lines.once('close', resolve));
  ended = true;
  running?.abort();
  await turn;
  out.write('\n');
}

/** Names of tables and columns that begin with the last word of the line. */
async function complete(line: string, knownTables: () => Promise<ListedTable[]>): Promise<[string[], string]> {
  const word = /\w*$/.exec(line)![0];
  const tables = await knownTables().catch(() => []);
  const names = new Set(tables.flatMap(table => [table.name, ...table.columns.map(column => column.name)]));
  const begun = [...names].filter(name => name.toLowerCase().startsWith(word.toLowerCase()));
  return [word === '' ? tables.map(table => table.name) : begun.toSorted(), word];
}

async function describe(
  knownTables: () => Promise<ListedTable[]>,
  name: string,
  { out, notes }: QueryOutput,
): Promise<void> {
  try {
    const tables = await knownTables();
    if (name === '') {
      out.write(formatTable(tables.map(table => ({ table: table.name, description: table.description }))));
      return;
    }
    const table = tables.find(candidate => candidate.name === name.toLowerCase());
    if (table) out.write(formatTable(table.columns.map(column => ({ ...column }))));
    else notes.write(`there is no table ${cellText(name)}; \\d lists them\n`);
  } catch (error) {
    notes.write(messageOf(error));
  }
}

function messageOf(error: unknown, sql?: string): string {
  if (error instanceof ApiError) return `${explainApiError(error, sql)}\n`;
  if (error instanceof OperatorError) return `${error.message}\n`;
  throw error;
}
