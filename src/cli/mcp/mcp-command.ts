// The command for assistants that start their servers as programs.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';

export function addMcp(rolecall: Command, common: () => CommonOptions): void {
  rolecall
    .command('mcp')
    .description(
      'serve an assistant on standard input and output (Model Context Protocol): passes its messages on to /mcp of the service, as the client of `login`, of ROLECALL_URL with ROLECALL_CLIENT_ID and ROLECALL_CLIENT_SECRET or ROLECALL_TOKEN, or of `rolecall up`',
    )
    .action(async () => (await import('./mcp.ts')).mcp(common()));
}
