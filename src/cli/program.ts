// The commands and their options. Commands that need the whole service load it only when they run.
import { inspect } from 'node:util';
import { Command, Help, type Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { usualCheckSeconds } from '../deployment/source-setup/check-limit.ts';
import { OperatorError } from '../errors.ts';
import { jobNames } from '../jobs/queue.ts';
import { nearestHint } from '../nearest.ts';
import { addAccess } from './access/access-command.ts';
import { addRequests } from './api/request-commands.ts';
import { addAsOf } from './as-of.ts';
import { addBlastRadius } from './blast-radius/blast-radius-command.ts';
import { addActionJobs, addChanges } from './changes/change-commands.ts';
import { collect } from './collect.ts';
import type { CommonOptions } from './deployment.ts';
import { addFix } from './fix/fix-commands.ts';
import { addFormat } from './format.ts';
import { addHistory } from './history/history-commands.ts';
import { addMcp } from './mcp/mcp-command.ts';
import { addNotices } from './notices/notice-commands.ts';
import { printText } from './output.ts';
import { parseCount, parsePort, parsePositiveCount } from './parse-number.ts';
import { addQueries } from './queries/query-commands.ts';
import { addReviews } from './reviews/review-commands.ts';
import { addRisks } from './risks/risk-commands.ts';
import { addSessions } from './sessions/session-commands.ts';
import { addConnectors } from './sources/connector-commands.ts';
import { systemFault } from './system-fault.ts';

/** Run a command line. Errors of the operator are reported as a message with exit code 1, without a stack trace. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof OperatorError) {
      printText(`rolecall: ${error.message}`, process.stderr);
      process.exitCode = 1;
      return;
    }
    const fault = systemFault(error);
    if (fault !== undefined) {
      printText(`rolecall: ${fault}`, process.stderr);
      process.exit(1);
    }
    // Node.js would print the message with control characters of a source.
    printText(inspect(error), process.stderr);
    process.exit(1);
  }
}

function program(): Command {
  const rolecall = new Command('rolecall')
    .description('Who can reach what in an organisation, through what, and since when.')
    .version(manifest.version, '-V, --version', 'show which release this is')
    .option('-c, --config <file>', 'configuration file', 'rolecall.yaml')
    .option('--data-dir <folder>', 'data directory, instead of the configured one')
    .option('--tenant <name>', 'tenant of the command, when the configuration has several')
    .showSuggestionAfterError()
    // By default, a description beside a long usage is not wrapped at all.
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption, minWidthToWrap: 20 });
  const common = () => rolecall.opts<CommonOptions>();
  for (const add of groups) add(rolecall, common);
  for (const command of rolecall.commands) refuseUnknownParts(command);
  reportInOwnWords(rolecall);
  return rolecall;
}

function reportInOwnWords(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(ownWords(command, text)) });
  for (const part of command.commands) reportInOwnWords(part);
}

/** The library's error messages in the form of this program's messages. */
function ownWords(command: Command, text: string): string {
  const [, problem, near] = /^error: (.*?)(?:\n\(Did you mean (?:one of )?(.+)\?\))?\n$/s.exec(text) ?? [];
  if (problem === undefined) return text;
  const hint = near === undefined ? hintOfParts(command, problem) : `did you mean ${near}?`;
  return `rolecall: ${problem}${hint === undefined ? '' : `; ${hint}`}\n`;
}

/** What would be right where a group was called without one of its commands; undefined: nothing is known to be. */
function hintOfParts(command: Command, problem: string): string | undefined {
  // The command of a group that is meant where none is named refuses what it does not take.
  const group = command.commands.length === 0 && command.parent !== null ? command.parent : command;
  if (problem.startsWith('unknown command') && group.commands.length > 0)
    return `\`${nameOf(group)} --help\` lists the commands`;
  const [, option] = /^unknown option '(-[^'=]+)/.exec(problem) ?? [];
  if (option === undefined || group.parent === null) return undefined;
  const taking = group.commands.filter(part => part.options.some(({ long, short }) => [long, short].includes(option)));
  if (taking.length === 0) return undefined;
  const [first, ...others] = taking.map(part => part.name());
  const more = others.length === 0 ? '' : `, or ${others.join(', ')} in its place`;
  return `it goes with a command: \`${nameOf(group)} ${first} ${option}\`${more}`;
}

/** `rolecall fix disable` */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** The description of an option in the help. The default of an option that is off or empty says nothing, so it is left out. */
function describeOption(option: Option): string {
  const { defaultValue } = option;
  const isNothing = defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
  return isNothing ? option.description : new Help().optionDescription(option);
}

/** A word that is none of a command's subcommands would become an argument of its default subcommand. */
function refuseUnknownParts(command: Command): void {
  command.hook('preSubcommand', (_command, chosen) => {
    const [word] = command.args;
    if (word === undefined || word.startsWith('-') || word === chosen.name()) return;
    const names = command.commands.map(part => part.name());
    throw new OperatorError(`${command.name()} has no command \`${word}\`; ${nearestHint(word, names)}`);
  });
}

type Common = () => CommonOptions;
/** In the order of the help. */
const groups: readonly ((rolecall: Command, common: Common) => void)[] = [
  addProcesses,
  addSyncs,
  addSources,
  addConnectors,
  addRequests,
  addMcp,
  addQueries,
  addExports,
  addBlastRadius,
  addAccess,
  addRisks,
  addHistory,
  addActionJobs,
  addChanges,
  addFix,
  addReviews,
  addClients,
  addSessions,
  addBackup,
  addBundles,
  addNotices,
  addHealth,
];

function addProcesses(rolecall: Command, common: Common): void {
  rolecall
    .command('up')
    .description(
      'run the embedded service: API, scheduler and worker in one process; writes a first configuration if there is none',
    )
    .option('-p, --port <port>', 'port to listen on, instead of the configured one', parsePort)
    .action(async options => (await import('./service/up.ts')).up({ ...common(), ...options }));

  rolecall
    .command('reload')
    .description('let the running service take up the changed configuration file, and say what changed')
    .action(async () => (await import('./reload.ts')).reload(common()));

  const loadProcesses = () => import('./service/processes.ts');
  rolecall
    .command('serve')
    .description('run an API process of a deployment with many processes; needs queue_url and database_url')
    .option('-p, --port <port>', 'port to listen on, instead of the configured one', parsePort)
    .action(async options => (await loadProcesses()).serve({ ...common(), ...options }));
  rolecall
    .command('work')
    .description('run a worker process of a deployment with many processes; needs queue_url and database_url')
    .option('-p, --port <port>', 'port for probes and metrics, instead of workers.listen.port', parsePort)
    .option('--queues <names>', `kinds of jobs to run: ${jobNames.join(', ')}, separated by commas; default: all`)
    .action(async options => (await loadProcesses()).work({ ...common(), ...options }));
}

function addSyncs(rolecall: Command, common: Common): void {
  rolecall
    .command('sync [source...]')
    .description('read sources now (all of them by default) and publish a new version; shows progress')
    .option(
      '--accept-loss',
      'publish these sources even if more objects are gone or more records were rejected than hold_back allows',
      false,
    )
    .option('--reload', 'let the running service take up the changed configuration file first', false)
    .option('--full', 'read everything, also from sources that could report only what has changed', false)
    .action(async (sources: string[], options) =>
      (await import('./sources/sync.ts')).sync(common(), { sources, ...options }),
    );

  const loadRuns = () => import('./sources/runs.ts');
  const runs = rolecall.command('runs').description('show syncs: the last run of each source, and what is wrong');
  addFormat(runs.command('list', { isDefault: true }), 'ndjson')
    .description('show the last run of each source; on a terminal also the last build, problems and versions')
    .action(async ({ format }) => (await loadRuns()).showRuns(common(), format));
  runs
    .command('status')
    .description('show runs, the last build, problems and versions as one JSON object')
    .action(async () => (await loadRuns()).showStatus(common()));
}

function addSources(rolecall: Command, common: Common): void {
  const loadSources = () => import('./sources/sources.ts');
  const sources = rolecall.command('sources').description('show and check the configured sources');
  addFormat(sources.command('list', { isDefault: true }), 'ndjson')
    .description('show each source with its last run')
    .action(async ({ format }) => (await loadSources()).listSources(common(), format));
  sources
    .command('check [source...]')
    .description('read sources without landing anything; shows every problem with its place, and the first mapped rows')
    .option('-n, --rows <count>', 'rows to show of each type', parseCount, 2)
    .option('--timeout <seconds>', 'how long the check of one source may take', parsePositiveCount, usualCheckSeconds)
    .action(async (names: string[], options) =>
      (await import('./sources/check.ts')).checkSources(common(), names, options),
    );
  sources
    .command('add <id>')
    .description(
      'add a source to the configuration: of the connector that is called like it, or of a file of CSV or JSON, of whose columns a mapping is guessed',
    )
    .option('--connector <type>', 'the connector, where the source is not called like it')
    .option('--from <file>', 'the file; it is copied')
    .option('--mapping <name>', 'a mapping of examples/mappings, instead of a guess')
    .option('--folder <folder>', 'folder to make; default: sources/<id> beside the configuration')
    .action(async (id: string, options) => (await import('./sources/add.ts')).addSource(common(), id, options));
  sources
    .command('draft')
    .description('make a source of something that is not a file')
    .command('http <url>')
    .description('fetch a list of an API, guess a description of it, and add the source to the configuration')
    .option(
      '--header <header>',
      'header of the requests, `name: value`; may be repeated',
      (text, all: string[]) => [...all, text],
      [],
    )
    .option('--id <id>', 'id of the source; default: the name of the host')
    .option('--folder <folder>', 'folder to make; default: sources/<id> beside the configuration')
    .action(async (url: string, options) => (await import('./sources/add.ts')).draftSource(common(), url, options));
  sources
    .command('push <source> <file>')
    .description('send rows to a source that takes them; the file is JSON: {"users": [rows], …}')
    .option('--changes', 'only what is sent has changed; otherwise what is not sent is gone', false)
    .action(async (source: string, file: string, { changes }) =>
      (await import('./sources/push.ts')).pushFile(common(), source, file, changes),
    );
  addFormat(sources.command('rejected <source>'), 'ndjson')
    .description('show the rejected records of the last run, with place and reason')
    .action(async (name: string, { format }) => (await loadSources()).showRejected(common(), name, format));
  addFormat(sources.command('connectors'), 'ndjson')
    .description('list the connectors that a source can use')
    .action(async ({ format }) => (await loadSources()).listConnectors(common(), format));
  sources
    .command('record <source>')
    .description('read a source without landing anything, and write its HTTP requests and answers, without credentials')
    .option('-o, --out <file>', 'new file to write; default: named after the source')
    .action(async (name: string, options) =>
      (await import('./sources/record.ts')).recordSource(common(), name, options.out),
    );
}

function addExports(rolecall: Command, common: Common): void {
  addAsOf(rolecall.command('export <context>'))
    .description('export a part of the inventory to a file; docs/reference/exports.md lists contexts and columns')
    .option(
      '--filter <filter>',
      'field=value, also with != > >= < <= ~, or field:operator=value,value; repeatable',
      collect,
      [],
    )
    .option('--sort <field>', 'field, field:asc or field:desc; repeatable', collect, [])
    .option('--format <format>', 'csv, parquet or jsonl; default: csv. Documents have one of their own')
    .option(
      '-o, --output <file>',
      'file to write; default: standard output, or on a terminal a file named after the context',
    )
    .action(async (context: string, options) =>
      (await import('./exports/export.ts')).runExport(common(), context, options),
    );
}

function addClients(rolecall: Command, common: Common): void {
  const loadClients = () => import('./clients/clients.ts');
  const clients = rolecall.command('clients').description('manage the clients that may request access tokens');
  addFormat(clients.command('list', { isDefault: true }), 'ndjson')
    .description('list all clients of the tenant')
    .action(async ({ format }) => (await loadClients()).listClientsCommand(common(), format));
  clients
    .command('add <name>')
    .description('create a client; its secret is shown once')
    .option(
      '--scope <scope...>',
      'read, annotate (save queries, accept risks, preview and propose changes), write (change sources; includes annotate), admin (manage the deployment; includes no other)',
      ['read'],
    )
    .option('--source <source...>', 'limit the client to the application instances of these sources', [])
    .option(
      '--with-person-data',
      'with --source: let the client also see all persons, and the fields of its objects that are computed from other sources',
      false,
    )
    .action(async (name: string, options) =>
      (await loadClients()).addClientCommand(common(), name, options.scope, {
        sources: options.source,
        personData: options.withPersonData,
      }),
    );
  clients
    .command('revoke <client-id>')
    .description('revoke a client; its tokens stop working within seconds')
    .action(async (id: string) => (await loadClients()).revokeClientCommand(common(), id));

  rolecall
    .command('keys')
    .description('manage the keys that sign access tokens')
    .command('rotate')
    .description('create a new signing key; the old one stays valid until its last token has expired')
    .action(async () => (await loadClients()).rotateKey(common()));
}

function addBackup(rolecall: Command, common: Common): void {
  rolecall
    .command('backup <file>')
    .description(
      'write the whole state to a new file that only you can read (mode 0600); it holds signing keys and hashes of secrets',
    )
    .action(async (file: string) => (await import('./service/backup.ts')).backup(common(), file));
  rolecall
    .command('restore <file>')
    .description('restore the state from a backup into an empty data directory or PostgreSQL database')
    .option(
      '--without-files',
      'remove all records of landed data and versions, because their files are lost; every source is read again',
      false,
    )
    .action(async (file: string, options) =>
      (await import('./service/backup.ts')).restore(common(), file, options.withoutFiles),
    );
}

function addBundles(rolecall: Command, common: Common): void {
  const load = () => import('./service/bundle.ts');
  rolecall
    .command('bundle <file>')
    .description(
      'write a file (ZIP) for support: versions, configuration without secrets, ledger, findings; names of people have pseudonyms',
    )
    .option(
      '--with-data',
      'add what the version in service is made from, with pseudonyms, so that `replay` makes it again',
      false,
    )
    .option('--with-names', 'add it as it is, with names and addresses, for a fault that depends on them', false)
    .action(async (file: string, options) => (await load()).bundle(common(), file, options));
  rolecall
    .command('replay <file>')
    .description('make the version of a bundle with data again, and compare its files; needs no configuration')
    .option('--keep <folder>', 'new folder for the version; default: it is removed')
    .action(async (file: string, { keep }: { keep?: string }) => (await load()).replay(file, keep));
}

function addHealth(rolecall: Command, common: Common): void {
  addFormat(rolecall.command('audit'), 'ndjson')
    .description('show the audit log: changes and refused requests, newest first')
    .option('--since <time>', 'entries from this time on: a date, an ISO 8601 time, or a span such as 7d or 24h')
    .option('--until <time>', 'entries up to this time; a date includes the whole day')
    .option('--principal <id>', 'entries of this client or user; `operator` is the command line')
    .option('--action <name>', 'entries of this action, for example client.add')
    .option('-n, --limit <count>', 'number of entries to show', parsePositiveCount, 100)
    .option('--before <id>', 'only entries older than the entry with this id')
    .action(async options => (await import('./audit/audit.ts')).audit(common(), options));
  rolecall
    .command('doctor')
    .description('check this deployment for problems, and the files of the version in service for damage')
    .option(
      '--rebuild',
      'instead, make the version in service again from the landed data, and compare its tables and documents; ends with exit code 1 when something differs',
      false,
    )
    .option('--publish', 'with --rebuild: also publish a new version that reuses no file of the former one', false)
    .action(async ({ rebuild, publish }: { rebuild: boolean; publish: boolean }) => {
      if (rebuild) return (await import('./doctor/rebuild.ts')).rebuild(common(), publish);
      if (publish) throw new OperatorError('--publish goes with --rebuild');
      return (await import('./doctor/doctor.ts')).doctor(common());
    });
}
