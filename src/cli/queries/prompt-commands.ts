// The commands of the prompt of rolecall query: lines that are not SQL.
import { OperatorError } from '../../errors.ts';
import { didYouMean } from '../../nearest.ts';
import { readStatement } from '../../queries/placeholders.ts';
import { cellText } from '../../text/printable.ts';
import type { ApiClient, Json } from '../api/api-client.ts';
import { fitTable, tableText } from '../table.ts';
import { parseValue } from './parameter-values.ts';
import { allSaved, findSaved } from './queries.ts';
import type { QueryOutput } from './query-run.ts';
import type { ListedTable } from './query-tables.ts';

const help = `\\d               lists the tables
\\d TABLE         lists the columns of one
\\l               lists the saved queries; \\l TEXT those with the text in their name or description
\\run NAME        runs a saved query
\\set             shows the parameters that are set
\\set NAME VALUE  sets :NAME to a text or to JSON: \\set days 90, \\set types ["Token", "Machine"]
\\unset NAME      removes it
\\x               shows one value a line, or rows again
help             shows this; exit (or \\q, Ctrl-D) ends
Anything else is SQL and ends with ; and Ctrl-C cancels the running query
`;

/** What the commands read and change. */
export interface PromptState {
  readonly api: ApiClient;
  readonly output: QueryOutput;
  /** By name. */
  readonly parameters: Map<string, unknown>;
  expanded: boolean;
  knownTables(): Promise<ListedTable[]>;
  /** Run a query; `text` is its SQL. */
  run(query: Json, text: string): Promise<void>;
  end(): void;
}

type Command = (state: PromptState, argument: string) => Promise<void> | void;

const commands: Record<string, Command> = {
  '\\d': describe,
  '\\l': listSaved,
  '\\run': runSaved,
  '\\set': set,
  '\\unset': unset,
  '\\x': state => {
    state.expanded = !state.expanded;
    state.output.notes.write(state.expanded ? 'one value a line\n' : 'one row a line\n');
  },
  '\\q': state => state.end(),
  exit: state => state.end(),
  quit: state => state.end(),
  help: state => void state.output.notes.write(help),
};

/** The command of a line; undefined when the line is SQL. */
export function commandOf(line: string): ((state: PromptState) => Promise<void> | void) | undefined {
  const [, name, argument] = /^\s*(\\\S*?|help|exit|quit)(?:\s+(\S.*?))?\s*;?\s*$/i.exec(line) ?? [];
  if (name === undefined || (!name.startsWith('\\') && argument !== undefined)) return undefined;
  const command = commands[name.toLowerCase()];
  if (command) return state => command(state, argument ?? '');
  return () => {
    throw new OperatorError(`there is no command ${cellText(name)}; help lists all`);
  };
}

/** The parameters that a text has placeholders for. The service refuses others, and a session may have set some for other queries. */
export function parametersFor(text: string, parameters: ReadonlyMap<string, unknown>): Json {
  const { placeholders } = readStatement(text);
  return Object.fromEntries([...parameters].filter(([name]) => placeholders.has(name.toLowerCase())));
}

async function describe({ knownTables, output }: PromptState, name: string): Promise<void> {
  const tables = await knownTables();
  if (name === '') {
    show(
      output,
      ['TABLE', 'DESCRIPTION'],
      tables.map(table => [table.name, table.description]),
    );
    return;
  }
  const table = tables.find(candidate => candidate.name === name.toLowerCase());
  if (!table) {
    const names = tables.map(candidate => candidate.name);
    throw new OperatorError(`there is no table ${cellText(name)}; ${didYouMean(name, names) ?? '\\d lists them'}`);
  }
  const rows = table.columns.map(column => [column.name, shortType(column.type), column.description]);
  show(output, ['NAME', 'TYPE', 'DESCRIPTION'], rows);
}

/** The type without the members of a structure, which would leave no room for the description. */
const shortType = (type: string) => type.replace(/^(STRUCT|MAP|UNION)\(.*\)((\[\])*)$/s, '$1$2');

async function listSaved({ api, output }: PromptState, text: string): Promise<void> {
  const all = await allSaved(api);
  const saved = all.filter(({ name, description = '' }) =>
    `${name}\n${description}`.toLowerCase().includes(text.toLowerCase()),
  );
  if (all.length === 0) output.notes.write('there are none; `rolecall queries import` saves the included ones\n');
  else if (saved.length === 0)
    output.notes.write(`none of the ${all.length} has \`${cellText(text)}\` in its name or description\n`);
  else
    show(
      output,
      ['NAME', 'DESCRIPTION'],
      saved.map(query => [query.name, query.description?.replace(/\n.*/s, '')]),
    );
}

async function runSaved({ api, run }: PromptState, name: string): Promise<void> {
  if (name === '') throw new OperatorError('\\run needs the name of a saved query; \\l lists them');
  const { query_id, query_string } = await findSaved(api, name.replace(/^(['"])(.*)\1$/, '$2'));
  await run({ query_id }, query_string);
}

function set({ parameters, output }: PromptState, argument: string): void {
  if (argument === '') {
    const shown = [...parameters].map(([name, value]) => `${name} = ${cellText(value)}\n`).join('');
    output.notes.write(shown === '' ? 'no parameter is set; for example \\set days 90\n' : shown);
    return;
  }
  const [, name, value] = /^:?(\w+)(?:\s*=\s*|\s+)(.*)$/s.exec(argument) ?? [];
  if (name === undefined) throw new OperatorError('\\set needs a name and a value, for example \\set days 90');
  unsetName(parameters, name);
  parameters.set(name, parseValue(value!));
}

function unset({ parameters }: PromptState, argument: string): void {
  const name = argument.replace(/^:/, '');
  if (!unsetName(parameters, name)) throw new OperatorError(`the parameter ${cellText(name)} is not set`);
}

/** Case does not count in names. @returns whether it was set */
function unsetName(parameters: Map<string, unknown>, name: string): boolean {
  const known = [...parameters.keys()].find(key => key.toLowerCase() === name.toLowerCase());
  return known !== undefined && parameters.delete(known);
}

function show({ out, page, width }: QueryOutput, headings: readonly string[], rows: readonly unknown[][]): void {
  const text = tableText(
    fitTable(
      // The first column is what the commands take.
      headings.map((heading, index) => ({ heading, whole: index === 0, rank: index === 0 ? 'essential' : 'usual' })),
      rows,
      width(),
    ),
  );
  if (page) page(text);
  else out.write(text);
}
