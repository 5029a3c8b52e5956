// The commands that send requests to a service, and that say which service and as which client.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';

export function addRequests(rolecall: Command, common: () => CommonOptions): void {
  rolecall
    .command('get <path>')
    .description('send an authorised GET to the running service, for example: get "/v1/accounts?pageSize=5"')
    .option('--all', 'follow nextPageToken and print one item per line', false)
    .action(async (target: string, options) => (await import('./requests.ts')).getPath(common(), target, options.all));
  rolecall
    .command('token')
    .description('print an access token')
    .action(async () => (await import('./requests.ts')).printToken(common()));
  rolecall
    .command('login <url>')
    .description(
      'sign in to a service, for the commands that use its API (get, query, queries, export, find, access, blast-radius, risks, changes, act, token and those of jobs with an id); asks for a client, or reads what `clients add` prints',
    )
    .option('--client-id <id>', 'id of the client; then only the secret is asked for or read')
    .action(async (url: string, options) => (await import('./login.ts')).login(common(), url, options.clientId));
  rolecall
    .command('logout')
    .description('remove the profile that login wrote')
    .action(async () => (await import('./login.ts')).logout(common()));
}
