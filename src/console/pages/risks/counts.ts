// How many violations there are by rule, now and over versions.
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { nhiReference, type RisksSearch, type Severity } from './risks-search.ts';

export type RiskCounts = Schemas['RiskCounts'];
export type CountedRule = RiskCounts['items'][number];

/** What the address calls the rule. */
export const keyOfRule = ({ globalRiskDefinitionId, riskDefinitionId }: CountedRule): string =>
  globalRiskDefinitionId ?? riskDefinitionId;

/** The counts that fit the filters of severity, rule and entry of the Top 10. */
export function countsOf({ items }: RiskCounts, { severity, rule, nhi }: RisksSearch): readonly CountedRule[] {
  return items.filter(
    item =>
      (severity === undefined || item.severity === severity) &&
      (rule === undefined || keyOfRule(item) === rule) &&
      (nhi === undefined || item.references?.includes(nhiReference(nhi)) === true),
  );
}

export function openBySeverity(items: readonly CountedRule[], severity: Severity): number {
  return items.reduce((sum, item) => sum + (item.severity === severity ? item.open : 0), 0);
}

/** For each version, how many violations of the severity were not resolved. */
export function unresolvedOver(
  { points }: RiskCounts,
  items: readonly CountedRule[],
  severity: Severity,
): readonly number[] {
  const ofSeverity = items.filter(item => item.severity === severity);
  return points.map((_, index) => ofSeverity.reduce((sum, { unresolved }) => sum + (unresolved[index] ?? 0), 0));
}

/** How many more violations are unresolved than at the first version that is counted; undefined with one version only. */
export function changeOf({ unresolved }: CountedRule): number | undefined {
  return unresolved.length < 2 ? undefined : unresolved.at(-1)! - unresolved[0]!;
}
