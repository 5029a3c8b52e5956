// The commands of notifications.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

export function addNotices(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./notify.ts');
  const notify = rolecall.command('notify').description('show and try out notifications');
  addFormat(notify.command('list', { isDefault: true }), 'ndjson')
    .description('show what operators were told, newest first, and whether it was delivered')
    .option('-n, --limit <count>', 'number of notifications to show', parsePositiveCount, 20)
    .action(async options => (await load()).listNotices(common(), options.limit, options.format));
  notify
    .command('test [subscription]')
    .description('send a test message from this machine to each subscription, or to one')
    .action(async (name?: string) => (await load()).testNotifications(common(), name));
}
