// The commands of changes over time and of the search.
import type { Command } from 'commander';
import { addAsOf, namedVersion } from '../as-of.ts';
import { collect } from '../collect.ts';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

/** Add the commands `changes`, `diff` and `find`. @param common the options of all commands */
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
  addFormat(rolecall.command('diff <since> [until]'), 'ndjson')
    .description('show who gained and lost access to what between two versions, by person')
    .addHelpText(
      'after',
      '\nVersions are named by a number, a date or time of ISO 8601, or a span such as 7d or 24h ago. Without the second: the version in service.',
    )
    .option(
      '--filter <filter>',
      'field=value, as for `export accessChanges`, for example change=Lost or personName=Tess Tanaka; repeatable',
      collect,
      [],
    )
    .option(
      '-n, --limit <count>',
      'rows to show; default: at most 1000 in a table or markdown, all in other formats',
      parsePositiveCount,
    )
    .action(async (since: string, until: string | undefined, options) =>
      (await import('./diff.ts')).diff(common(), namedVersion(since), until && namedVersion(until), options),
    );
  addAsOf(addFormat(rolecall.command('find <text...>'), 'ndjson'))
    .description('find objects by name, username, e-mail address or id, despite typing errors')
    .option('--type <type>', 'only objects of this type, for example Account')
    .option('-n, --limit <count>', 'number of objects to show, at most 100', parsePositiveCount, 20)
    .action(async (words: string[], options) => (await load()).find(common(), words.join(' '), options));
}
