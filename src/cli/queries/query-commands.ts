// rolecall query, rolecall queries: the commands and their options.
import type { Command } from 'commander';
import { addAsOf } from '../as-of.ts';
import { collect } from '../collect.ts';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

export function addQueries(rolecall: Command, common: () => CommonOptions): void {
  addAsOf(addFormat(rolecall.command('query [sql]'), 'csv'))
    .description(
      'run SQL on the version in service; without SQL it reads standard input, or opens a prompt on a terminal',
    )
    .option('--saved <name>', 'run a saved query')
    .option('--file <file>', 'read the SQL from a file')
    .option('--param <name=value>', 'value of a :name placeholder, as JSON or text; repeatable', collect, [])
    .option('--model <name>', 'semantic model that the query targets')
    .option('-x, --expanded', 'in a table: one value a line, for rows that are wider than the terminal', false)
    .option(
      '-n, --limit <count>',
      'rows to show; default: at most 1000 in a table or markdown, all in other formats',
      parsePositiveCount,
    )
    .option('--explain', 'show the plan instead of the result', false)
    .action(async (sql: string | undefined, options) => (await import('./query.ts')).query(common(), sql, options));

  const load = () => import('./queries.ts');
  const queries = rolecall.command('queries').description('manage saved queries');
  addFormat(queries.command('list', { isDefault: true }), 'ndjson')
    .description('list all saved queries by name')
    .action(async ({ format }) => (await load()).listQueries(common(), format));
  queries
    .command('show <name>')
    .description('print the SQL of a saved query')
    .action(async (name: string) => (await load()).showQuery(common(), name));
  queries
    .command('save <name> [file]')
    .description('save a query from a file, from --sql, or from standard input')
    .option('--sql <sql>', 'the query itself')
    .option('--description <text>', 'what the query is for')
    .option('--model <name>', 'semantic model that the query targets')
    .option('--replace', 'replace the saved query of this name, if there is one', false)
    .action(async (name: string, file: string | undefined, { sql, ...options }) =>
      (await load()).saveQuery(common(), name, { sql, file }, options),
    );
  queries
    .command('delete <name>')
    .description('delete a saved query')
    .action(async (name: string) => (await load()).deleteQuery(common(), name));
  const loadExchange = () => import('./query-exchange.ts');
  queries
    .command('import [path...]')
    .description('save queries from files and folders; default: the included queries')
    .option('--keep', 'do not replace saved queries that differ from their file', false)
    .action(async (paths: string[], options) => (await loadExchange()).importQueries(common(), paths, options.keep));
  queries
    .command('export <folder>')
    .description('write each saved query to a file that `queries import` can read')
    .action(async (folder: string) => (await loadExchange()).exportQueries(common(), folder));
}
