// What the configuration says about risk rules, checked against the existing rules.
import type { SourceSettings } from '../../../config/config-file.ts';
import type { RiskSettings } from '../../../config/risk-settings.ts';
import { OperatorError } from '../../../errors.ts';
import { lastMomentOf } from '../../../iso-time.ts';
import { nearestHint } from '../../../nearest.ts';
import { type RiskRule, riskRules } from '../../risk-rules.ts';

export interface RiskOptions {
  /** How long resolved violations are kept, in milliseconds. */
  readonly keepMs: number;
  readonly rules: readonly TunedRule[];
  readonly pairs: readonly {
    readonly name: string;
    readonly first: readonly string[];
    readonly second: readonly string[];
  }[];
  readonly exclusions: readonly RiskExclusion[];
}

/** A rule as the configuration has it. */
export interface TunedRule {
  readonly rule: RiskRule;
  readonly enabled: boolean;
  readonly severity: RiskRule['severity'];
  /** A value for each threshold of the rule. */
  readonly thresholds: Readonly<Record<string, number | string>>;
}

/** Violations that the configuration accepts. A violation is accepted when it matches every field that is given. */
export interface RiskExclusion {
  readonly rule?: string;
  /** Global id of the object. */
  readonly object?: string;
  /** GLOB pattern in small letters. */
  readonly pattern?: string;
  readonly applicationInstanceId?: string;
  readonly reason: string;
  readonly until: Date;
}

/**
 * @param within where `risks` lies in the file, for example `tenants.acme.`
 * @throws OperatorError with every rule, threshold and source that does not exist, and the nearest one that does
 */
export function checkRisks(
  settings: RiskSettings,
  sources: readonly Pick<SourceSettings, 'id' | 'application_instance_id'>[],
  within = '',
): RiskOptions {
  const problems: string[] = [];
  const known = riskRules();
  const names = known.map(({ name }) => name);
  const missing = (where: string, what: string, name: string, all: readonly string[]) => {
    const hint = all.length === 0 ? 'there is none' : nearestHint(name, all);
    problems.push(`${where}: there is no ${what} \`${name}\`; ${hint}`);
  };
  for (const name of Object.keys(settings.rules)) {
    if (!names.includes(name)) missing('risks.rules', 'rule', name, names);
  }
  const rules = known.map(rule => {
    const given = settings.rules[rule.name];
    const thresholds: Record<string, number | string> = {};
    for (const threshold of rule.thresholds) thresholds[threshold.name] = threshold.default;
    for (const [name, value] of Object.entries(given?.thresholds ?? {})) {
      const where = `risks.rules.${rule.name}.thresholds`;
      const usual = rule.thresholds.find(threshold => threshold.name === name)?.default;
      if (usual === undefined) {
        const all = rule.thresholds.map(threshold => threshold.name);
        missing(where, 'threshold', name, all);
      } else if (typeof value !== typeof usual) {
        problems.push(`${where}.${name}: must be a ${typeof usual}, for example ${JSON.stringify(usual)}`);
      }
      thresholds[name] = value;
    }
    return { rule, enabled: given?.enabled ?? true, severity: given?.severity ?? rule.severity, thresholds };
  });
  const exclusions = settings.exclusions.map((given, index) => {
    const where = `risks.exclusions.${index}`;
    if (given.rule !== undefined && !names.includes(given.rule)) missing(`${where}.rule`, 'rule', given.rule, names);
    const source = sources.find(({ id }) => id === given.source);
    if (given.source !== undefined && !source) {
      const all = sources.map(({ id }) => id);
      missing(`${where}.source`, 'source', given.source, all);
    }
    return {
      ...(given.rule !== undefined && { rule: given.rule }),
      ...(given.object !== undefined && { object: given.object.toLowerCase() }),
      ...(given.alias !== undefined && { pattern: given.alias.toLowerCase() }),
      ...(source && { applicationInstanceId: source.application_instance_id }),
      reason: given.reason,
      until: lastMomentOf(given.until)!,
    };
  });
  if (problems.length > 0) throw new OperatorError(problems.map(problem => `${within}${problem}`).join('\n'));
  return { keepMs: settings.keep, rules, pairs: settings.pairs, exclusions };
}
