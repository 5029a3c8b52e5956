// The commands from a finding to a change: propose, preview, run guarded, undo, and evidence of it.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parseCount, parsePositiveCount } from '../parse-number.ts';

/** Options that select accounts. */
export function addSelection(command: Command): Command {
  return command
    .option('--rule <name>', 'accounts with an open violation of this rule')
    .option('--where <condition>', 'accounts for which this SQL condition over the table `accounts` holds')
    .option('-s, --source <id>', 'only accounts of this source')
    .option('-n, --limit <count>', 'at most this many accounts', parsePositiveCount);
}

/** Options of a guarded job. @param purpose the purpose that is recorded where none is given */
export function addRollout(command: Command, purpose: string): Command {
  return command
    .option('--first <count>', 'accounts that are changed before any other', parsePositiveCount, 3)
    .option('--stop-at <percent>', 'stop when this percentage of the accounts failed; 0: at the first', parseCount, 20)
    .option('--not-before <time>', 'begin at this date or ISO 8601 time')
    .option('--not-after <time>', 'begin no account after this date or ISO 8601 time')
    .option('--per-hour <count>', 'the most accounts to change in an hour', parsePositiveCount)
    .option('--purpose <text>', `why, for the record; default: ${purpose}`)
    .option('-y, --yes', 'do not ask', false);
}

/** Add the command `fix`. @param common the options of all commands */
export function addFix(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./fix.ts');
  const fix = rolecall
    .command('fix')
    .description(
      'change many accounts that a rule or a condition finds: preview, question, guarded job, undo, evidence',
    );
  const changing = (usage: string, description: string) =>
    addRollout(addSelection(fix.command(usage).description(description)), 'the title of the rule');
  changing('disable [account...]', 'disable accounts').action(async (accounts: string[], options) =>
    (await load()).fixAccounts(common(), accounts, options),
  );
  changing('take-role <role> [account...]', 'take a role from accounts').action(
    async (role: string, accounts: string[], options) =>
      (await load()).fixMembers(common(), 'role', role, accounts, options),
  );
  changing('take-membership <group> [account...]', 'take accounts out of a group').action(
    async (group: string, accounts: string[], options) =>
      (await load()).fixMembers(common(), 'group', group, accounts, options),
  );
  addFormat(
    addSelection(fix.command('ask-owner [account...]').description('show whom to ask about accounts')),
    'csv',
  ).action(async (accounts: string[], options) =>
    (await import('./ask-owner.ts')).askOwner(common(), accounts, options),
  );
  fix
    .command('undo <job> [account...]')
    .description('undo what a job has changed, on all its accounts or on some')
    .option('-s, --source <id>', 'source of the accounts, when several have them')
    .action(async (job: string, accounts: string[], options) =>
      (await load()).undoJob(common(), job, accounts, options.source),
    );
  fix
    .command('evidence <job>')
    .description('write what a job did for an auditor: a CSV and a Markdown file, with digests and versions')
    .option(
      '-o, --output <name>',
      'beginning of the names of both files; default: job- and the first characters of the id',
    )
    .action(async (job: string, options) =>
      (await import('./evidence.ts')).writeEvidence(common(), job, options.output),
    );
}
