// The commands of people who sign in with a browser.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';

export function addSessions(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./sessions.ts');
  const sessions = rolecall
    .command('sessions')
    .description('manage the sessions of people who signed in with a browser');
  addFormat(sessions.command('list', { isDefault: true }), 'ndjson')
    .description('list the sessions that can be used, newest first')
    .action(async ({ format }) => (await load()).listSessionsCommand(common(), format));
  sessions
    .command('revoke [session-id]')
    .description('revoke a session; it stops working at once')
    .option('--all', 'revoke all sessions of the tenant', false)
    .action(async (id: string | undefined, options) => (await load()).revokeSessionCommand(common(), id, options.all));
  sessions
    .command('link')
    .description('print a link that signs one person in once, within minutes')
    .option('--role <role>', 'viewer, analyst or administrator', 'administrator')
    .option('--name <name>', 'name of the person; default: the user of this machine')
    .option('--email <address>', 'e-mail address of the person, to whom the console then shows the reviews that ask it')
    .option('--source <source...>', 'limit the person to the application instances of these sources', [])
    .action(async options => (await load()).linkCommand(common(), options));
}
