// The commands of changes over time and of the search.
import type { Command } from 'commander';
import { namedVersion } from '../as-of.ts';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

/** Add the commands `changes` and `find`. @param common the options of all commands */
export function addHistory(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./history.ts');
  addFormat(rolecall.command('changes'), 'ndjson')
    .description('show what appeared, vanished and changed')
    .option(
      '--since <when>',
      'a version, a date or time of ISO 8601, or a span such as 7d or 24h; default: all that is kept',
      namedVersion,
    )
    .option('--type <type>', 'only objects of this type, for example Account')
    .option('-n, --limit <count>', 'number of objects to show', parsePositiveCount, 1000)
    .action(async options => (await load()).changes(common(), options));
  addFormat(rolecall.command('find <text...>'), 'ndjson')
    .description('find objects by name, username, e-mail address or id, despite typing errors')
    .option('--type <type>', 'only objects of this type, for example Account')
    .option('-n, --limit <count>', 'number of objects to show, at most 100', parsePositiveCount, 20)
    .action(async (words: string[], options) => (await load()).find(common(), words.join(' '), options));
}
