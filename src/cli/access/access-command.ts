// The command of effective access.
import type { Command } from 'commander';
import { addAsOf } from '../as-of.ts';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

export function addAccess(rolecall: Command, common: () => CommonOptions): void {
  addAsOf(addFormat(rolecall.command('access <account> [object]'), 'ndjson', 'a tree'))
    .description(
      'show what an account reaches; with an object, the paths to it. The account by id, alias or e-mail address, the object by id or name',
    )
    .option('-s, --source <id>', 'source of the account, when several have it')
    .option('-t, --type <type>', 'only objects of this type, for example Role or ResourceInstance')
    .option('-n, --limit <count>', 'objects or paths to show; default: 200 objects or 20 paths', parsePositiveCount)
    .action(async (account: string, object: string | undefined, options) =>
      (await import('./access.ts')).showAccess(common(), account, object, options),
    );
}
