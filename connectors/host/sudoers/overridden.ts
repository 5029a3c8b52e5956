// Denials that later rules take back. In sudoers the last matching entry decides; in the inventory a denial takes away every grant of
// its object and of what the object contains. So a denial that a later grant overrides must not count there.
import type { LoginAccount } from '../identities/passwd.ts';
import type { CommandNesting } from './command-nesting.ts';
import type { SudoEntitlement } from './entitlements.ts';
import type { SudoRule } from './rules.ts';

/**
 * `none`: a later grant gives all of it again, or the same command with some arguments. `not on contents`: a later grant gives some of
 * the commands in it again, so it counts for the command as it is written only.
 */
export type DenialEffect = 'none' | 'not on contents';

interface Place {
  readonly entitlement: SudoEntitlement;
  readonly callers: ReadonlySet<LoginAccount>;
}

export function overriddenDenials(
  rules: readonly SudoRule[],
  callersOf: (rule: SudoRule) => ReadonlySet<LoginAccount>,
  nesting: CommandNesting,
): Map<SudoEntitlement, DenialEffect> {
  const effects = new Map<SudoEntitlement, DenialEffect>();
  if (!rules.some(rule => rule.entitlements.some(({ isDenied }) => isDenied))) return effects;
  const later: Place[] = [];
  for (const rule of rules.filter(({ applies }) => applies).toReversed()) {
    const callers = callersOf(rule);
    for (const entitlement of rule.entitlements.toReversed()) {
      if (!entitlement.isInForce) continue;
      if (!entitlement.isDenied) later.push({ entitlement, callers });
      else {
        const effect = effectOf({ entitlement, callers }, later, nesting);
        if (effect) effects.set(entitlement, effect);
      }
    }
  }
  return effects;
}

function effectOf(
  { entitlement: denial, callers }: Place,
  later: readonly Place[],
  { covers, touches, wholeCommandsOf }: CommandNesting,
): DenialEffect | undefined {
  const holds = (one: SudoEntitlement, other: SudoEntitlement) =>
    one.isAll || (!other.isAll && (one.command === other.command || covers(one.command, other.command)));
  const shared = later.filter(grant => !callers.isDisjointFrom(grant.callers));
  const isWhole = shared.some(
    grant =>
      callers.isSubsetOf(grant.callers) && holds(grant.entitlement, denial) && holdsTargets(grant.entitlement, denial),
  );
  const given = shared
    .map(grant => grant.entitlement)
    .filter(grant => denial.isAll || grant.isAll || touches(denial.command, grant.command));
  if (isWhole || given.some(grant => wholeCommandsOf(grant.command).includes(denial.command))) return 'none';
  return given.length > 0 ? 'not on contents' : undefined;
}

/** Whether the run-as lists of a grant hold all that a denial is about, as far as their texts show it. */
function holdsTargets(grant: SudoEntitlement, denial: SudoEntitlement): boolean {
  const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
  const holdsGroups =
    denial.runAsGroups.length === 0 ||
    grant.runAsGroups.join() === 'ALL' ||
    isSame(grant.runAsGroups, denial.runAsGroups);
  const holdsUsers = isSame(grant.runAsUsers, denial.runAsUsers) || grant.runAsUsers.join() === 'ALL';
  const isPlain = grant.runAsExceptions.length === 0 && denial.runAsExceptions.length === 0;
  return isPlain && holdsUsers && holdsGroups && grant.needsGroup === denial.needsGroup;
}
