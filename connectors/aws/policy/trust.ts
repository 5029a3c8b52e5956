// Trust policies: who may assume a role. A principal that the policy names may do so; one that it means through its account needs a
// policy of its own besides (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html).
import type { Context } from './context.ts';
import { denialOf, statementTruth } from './decision.ts';
import type { Condition, Policy, PolicyStatement } from './document.ts';
import { overlaps } from './patterns.ts';
import { type Meaning, meaningOf, type PolicyPrincipal } from './principals.ts';

export interface Trust {
  readonly effect: 'allow' | 'deny' | 'unknown';
  /** `account`: the policies of the principal itself decide too. */
  readonly meaning: Meaning;
  /** Conditions of each statement that trusts the principal: one statement suffices. Empty where one has no conditions. */
  readonly alternatives: readonly (readonly Condition[])[];
  readonly dependsOn: readonly string[];
}

const actionsOf: Readonly<Record<string, readonly string[]>> = {
  AWS: ['sts:AssumeRole'],
  Service: ['sts:AssumeRole'],
  Federated: ['sts:AssumeRoleWithWebIdentity', 'sts:AssumeRoleWithSAML'],
};

/** Principals that a trust policy names, each once; `*` too. */
export function trustedPrincipals({ statements }: Policy): { kind: string; name: string }[] {
  const named = statements.filter(trusts).flatMap(({ principals, notPrincipals }) => [
    ...[...(principals ?? [])].flatMap(([kind, names]) => names.map(name => ({ kind, name }))),
    // Everybody but some: whoever is meant is decided by `trustIn`.
    ...(notPrincipals ? [{ kind: 'AWS', name: '*' }] : []),
  ]);
  return [...new Map(named.map(each => [`${each.kind} ${each.name}`, each])).values()];
}

const trusts = (statement: PolicyStatement) =>
  statement.effect === 'Allow' &&
  Object.values(actionsOf)
    .flat()
    .some(action => (statement.actions ?? []).some(pattern => overlaps(pattern.toLowerCase(), action.toLowerCase())));

/** @param resource ARN of the role */
export function trustIn(policy: Policy, principal: PolicyPrincipal, resource: string, context: Context): Trust {
  const allowed: { statement: PolicyStatement; truth: 'yes' | 'maybe' }[] = [];
  const dependsOn = new Set<string>();
  for (const action of actionsOf[principal.kind] ?? []) {
    const request = { action, resource, context, principal };
    const denied = denialOf(request, [policy]);
    if (denied.truth === 'yes') continue;
    for (const statement of policy.statements.filter(({ effect }) => effect === 'Allow')) {
      const truth = statementTruth(statement, request, policy.hasVariables, dependsOn);
      if (truth !== 'no') allowed.push({ statement, truth: denied.truth === 'maybe' ? 'maybe' : truth });
    }
    if (allowed.length > 0) for (const reason of denied.dependsOn) dependsOn.add(reason);
  }
  const meanings = new Set(allowed.map(({ statement }) => meaningFor(statement, principal)));
  return {
    effect: allowed.length === 0 ? 'deny' : allowed.some(({ truth }) => truth === 'yes') ? 'allow' : 'unknown',
    meaning: (['named', 'account', 'everybody'] as const).find(meaning => meanings.has(meaning)),
    alternatives: allowed.some(({ statement }) => statement.conditions.length === 0)
      ? []
      : [...new Set(allowed.map(({ statement }) => statement))].map(({ conditions }) => conditions),
    dependsOn: [...dependsOn].toSorted(),
  };
}

const meaningFor = ({ principals }: PolicyStatement, principal: PolicyPrincipal): Meaning =>
  principals ? meaningOf(principals, principal) : 'everybody';
