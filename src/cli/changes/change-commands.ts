// The commands that change sources, and the commands for the jobs of these changes.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

export function addActionJobs(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./action-jobs.ts');
  const jobs = rolecall.command('jobs').description('list, watch, cancel, undo and approve changes of sources');
  addFormat(jobs.command('list', { isDefault: true }), 'ndjson')
    .description('list changes and undos, newest first')
    .option('-n, --limit <count>', 'number of jobs to show', parsePositiveCount, 20)
    .action(async options => (await load()).listJobs(common(), options.limit, options.format));
  // The name of `runs status` before version 0.3.
  jobs
    .command('status', { hidden: true })
    .action(async () => (await import('../sources/runs.ts')).showStatus(common()));
  jobs
    .command('show <id>')
    .description('show a change or an undo, with the result of each target')
    .action(async (id: string) => (await load()).showJob(common(), id));
  jobs
    .command('watch <id>')
    .description('show the progress of a change or an undo until it has ended')
    .action(async (id: string) => (await load()).watchJob(common(), id));
  for (const [verb, what] of [
    ['cancel', 'cancel a change or an undo; the target in hand is finished'],
    ['stop', 'stop a change, so that what it has changed can be undone; the target in hand is finished'],
    ['revert', 'undo what a change has changed, and watch that'],
    ['approve', 'approve a change that another client submitted'],
  ] as const) {
    jobs
      .command(`${verb} <id>`)
      .description(what)
      .action(async (id: string) => (await load()).writeJob(common(), verb, id));
  }
}

export function addChanges(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./act.ts');
  const act = rolecall
    .command('act')
    .description(
      'change something in a source: shows a preview and asks first; accounts by id, alias or e-mail address',
    );
  const add = (usage: string, description: string) =>
    act
      .command(usage)
      .description(description)
      .option('-s, --source <id>', 'source of what is named, when several have it')
      .option('-y, --yes', 'do not ask', false);
  for (const verb of ['disable', 'enable', 'activate'] as const) {
    add(`${verb} <account...>`, `${verb} accounts`).action(async (accounts: string[], options) =>
      (await load()).changeAccounts(common(), verb, accounts, options),
    );
  }
  for (const [name, description] of [
    ['assign-role', 'give a role to an account'],
    ['remove-role', 'take a role from an account'],
    ['add-member', 'put an account into a group'],
    ['remove-member', 'take an account out of a group'],
  ] as const) {
    const container = name.endsWith('role') ? 'role' : 'group';
    add(`${name} <${container}> <account>`, description).action(async (owner: string, account: string, options) =>
      (await load()).changeMember(common(), name, { container: owner, account }, options),
    );
  }
  add('create-group <name>', 'create a group in the source that --source names').action(async (name: string, options) =>
    (await load()).requestGroup(common(), name, options),
  );
}
