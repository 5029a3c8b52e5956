// docs/reference/risks.md: every risk rule, from the header of its file.
import { RiskRuleSettings } from '../../src/config/risk-settings.ts';
import { RiskSeverity } from '../../src/resources/types/enumerations.ts';
import { type RiskRule, riskRules } from '../../src/warehouse/risk-rules.ts';
import { linkTo, page, table } from './markdown.ts';
import { settingsTable } from './settings.ts';

export function risksReference(): string {
  const rank = ({ severity }: RiskRule) => RiskSeverity.options.indexOf(severity);
  const rules = riskRules().toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en'));
  return page(
    '# Risk rules',
    'The rules that the service checks in every version. [docs/risks.md](../risks.md) explains how to tune them and how to accept violations. Ages count from the time when an object was read. What is unknown is never a violation.',
    table(
      ['Rule', 'Title', 'Severity', 'Type', 'Objects'],
      rules.map(({ name, title, severity, type, entity }) => [`\`${name}\``, linkTo(title), severity, type, entity]),
    ),
    `Settings of a rule, under \`risks.rules.<rule>\`:`,
    settingsTable(RiskRuleSettings),
    ...rules.flatMap(blocksOf),
  );
}

function blocksOf({ name, title, why, fix, notes, thresholds, references }: RiskRule): string[] {
  return [
    `## ${title}`,
    `\`${name}\`. ${why}${notes === '' ? '' : ` ${notes}`}`,
    `*What to do:* ${fix}`,
    ...(thresholds.length > 0
      ? [
          table(
            ['Threshold', 'Default', 'Meaning'],
            thresholds.map(({ name: threshold, default: usual, description }) => [
              `\`${threshold}\``,
              `\`${JSON.stringify(usual)}\``,
              description,
            ]),
          ),
        ]
      : []),
    `*References:* ${references.join('; ')}`,
  ];
}
