// The command for the blast radius of a machine or token account.
import type { Command } from 'commander';
import { addAsOf } from '../as-of.ts';
import type { CommonOptions } from '../deployment.ts';

export function addBlastRadius(rolecall: Command, common: () => CommonOptions): void {
  addAsOf(rolecall.command('blast-radius <identity>'))
    .description('show which accounts a machine or token account can act as, and how, as a tree')
    .option('--source <source>', 'source of the account, when several have one of this name')
    .action(async (identity: string, options) =>
      (await import('./blast-radius.ts')).showBlastRadius(common(), identity, options),
    );
}
