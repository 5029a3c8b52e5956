// Which violations of risk rules a change opens and closes.
import type { ActionOperation } from '../../connector/actions.ts';
import { ServiceError } from '../../errors.ts';
import type { LookupOrigin, Lookups } from '../../lookups/lookups.ts';
import type { AccountChange, PreviewedRisks, PreviewedViolation } from '../../lookups/risk-preview.ts';
import type { RiskOptions } from '../../warehouse/building/risks/risk-options.ts';
import type { ChangeTarget } from './targets.ts';

export interface RiskLookups {
  readonly lookups: Lookups;
  readonly where: LookupOrigin;
  readonly signal: AbortSignal;
  readonly risks: RiskOptions;
}

export interface ChangedTarget {
  readonly target: ChangeTarget;
  /** Access is given back to the account that was taken from it when it was disabled. */
  readonly regains: boolean;
}

type Effect = (container: string) => Omit<AccountChange, 'account'>;

/** What an operation does to an account, as far as rules see it. */
const effects: Readonly<Partial<Record<ActionOperation, Effect>>> = {
  DisableAccount: () => ({ enabled: false }),
  EnableAccount: () => ({ enabled: true }),
  ActivateAccount: () => ({ enabled: true }),
  AssignRole: joins => ({ joins }),
  AddGroupMember: joins => ({ joins }),
  RemoveRole: leaves => ({ leaves }),
  RemoveGroupMember: leaves => ({ leaves }),
};

/**
 * The whole change is evaluated at once, because a rule may depend on several targets.
 * @param changed the targets that the change alters
 * @returns undefined for an operation that is about no account
 */
export async function risksOfChange(
  { lookups, where, signal, risks }: RiskLookups,
  operation: ActionOperation,
  changed: readonly ChangedTarget[],
): Promise<object | undefined> {
  const effect = effects[operation];
  if (effect === undefined) return undefined;
  const changes = changed.map(({ target: { account, container }, regains }) => ({
    account: account!.globalId,
    ...effect(container?.globalId ?? ''),
    regains,
  }));
  if (changes.length === 0) return viewRisks({ ...nothing, notEvaluated: [] }, risks);
  try {
    const enabled = risks.rules.filter(rule => rule.enabled);
    // What such a rule finds in a part of the tenant would be wrong: an owner may be in the other part.
    const hidden = where.visible ? enabled.filter(({ rule }) => rule.usesTenant) : [];
    const rules = { rules: enabled.filter(rule => !hidden.includes(rule)), pairs: risks.pairs };
    const { notEvaluated, ...found } = await lookups.riskPreview(where, { changes, rules }, signal);
    const left = hidden.length === 0 ? [] : [{ rules: hidden.map(({ rule }) => rule.name), reason: hiddenReason }];
    return viewRisks({ ...found, notEvaluated: [...notEvaluated, ...left] }, risks);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
    return noRisks(risks, error.message);
  }
}

const hiddenReason = 'they look at persons or at other application instances, and this client is limited to some';

/** The answer when no rule was evaluated. */
export function noRisks(risks: RiskOptions, reason: string): object {
  const names = risks.rules.filter(({ enabled }) => enabled).map(({ rule }) => rule.name);
  return viewRisks({ ...nothing, notEvaluated: names.length === 0 ? [] : [{ rules: names, reason }] }, risks);
}

const nothing = { opened: [], closed: [], openedCount: 0, closedCount: 0 };

function viewRisks({ opened, closed, ...rest }: PreviewedRisks, { rules }: RiskOptions): object {
  const unknown = new Set(rest.notEvaluated.flatMap(({ rules }) => rules));
  const evaluated = rules.filter(({ enabled, rule }) => enabled && !unknown.has(rule.name));
  return {
    opened: opened.map(viewViolation),
    closed: closed.map(viewViolation),
    ...rest,
    evaluatedCount: evaluated.length,
  };
}

function viewViolation({ objectName, violationId, ...violation }: PreviewedViolation): object {
  return {
    ...violation,
    ...(objectName !== null && { objectName }),
    ...(violationId !== null && { violationId }),
  };
}
