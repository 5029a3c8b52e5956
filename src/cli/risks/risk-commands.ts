// The commands of risks.
import type { Command } from 'commander';
import { addAsOf } from '../as-of.ts';
import type { CommonOptions } from '../deployment.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

export function addRisks(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./risks.ts');
  const risks = rolecall.command('risks').description('show and accept violations of risk rules');
  addAsOf(addFormat(risks.command('list', { isDefault: true }), 'csv'))
    .description('list open violations, the worst first')
    .option('--rule <name>', 'only violations of this rule')
    .option('--severity <severity>', 'only Critical, High, Medium or Low ones')
    .option('--source <source>', 'only violations of objects of this source')
    .option('--all', 'also violations that are resolved or accepted', false)
    .option(
      '-n, --limit <count>',
      'violations to show; default: at most 1000 in a table, all in other formats',
      parsePositiveCount,
    )
    .action(async options => (await load()).listRisks(common(), options));
  addFormat(risks.command('rules [rule]'), 'csv')
    .description('list the rules with their open violations; with a rule, why it matters and how to mend it')
    .action(async (rule: string | undefined, options) => (await load()).listRiskRules(common(), rule, options));
  risks
    .command('accept <id>')
    .description('accept a violation until a date; the next version shows it as suppressed')
    .requiredOption('--reason <text>', 'why it is accepted')
    .requiredOption('--until <date>', 'last day of the acceptance, or an ISO 8601 time')
    .action(async (id: string, options) => (await load()).acceptRisk(common(), id, options));
  risks
    .command('withdraw <id>')
    .description('end the acceptance of a violation before its date')
    .action(async (id: string) => (await load()).withdrawRisk(common(), id));
}
