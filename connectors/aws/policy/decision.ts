// Decides what policies say about a request (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html): an
// explicit denial wins, everything else has to be allowed by the policies of the identity and by whatever limits them. What depends on
// facts that are not known is not decided.
import { judgeConditions } from './conditions.ts';
import { type Context, resolveVariables } from './context.ts';
import type { Policy, PolicyStatement } from './document.ts';
import { matching } from './patterns.ts';
import { type PolicyPrincipal, principalTruth } from './principals.ts';
import { allOf, anyOf, not, type Truth } from './truth.ts';

export interface PolicyRequest {
  /** Such as `s3:GetObject`. A pattern asks about everything that matches it: the answer then holds for all of it. */
  readonly action: string;
  /** An ARN, or a pattern. Actions that are about no resource have `*`. */
  readonly resource: string;
  readonly context: Context;
  /** Who asks, for policies that name principals. */
  readonly principal?: PolicyPrincipal;
}

export interface Layers {
  /** Policies of the user and of its groups, of the role, or the one of the resource. Allowed is what one of them allows. */
  readonly identity: readonly Policy[];
  /** What limits them: the permissions boundary, the session policy, service control policies of each level of the organisation. */
  readonly limits: readonly (readonly Policy[])[];
}

export interface Decision {
  readonly effect: 'allow' | 'deny' | 'unknown';
  /** Whether a statement denies it, and not only none allows it. */
  readonly isExplicit: boolean;
  /** What `unknown` depends on, such as `aws:SourceIp`; for patterns also `action` and `resource`. */
  readonly dependsOn: readonly string[];
}

export function decideAccess(request: PolicyRequest, { identity, limits }: Layers): Decision {
  const dependsOn = new Set<string>();
  const denied = anyOf([...identity, ...limits.flat()].map(policy => truthOf(policy, 'Deny', request, dependsOn)));
  if (denied === 'yes') return { effect: 'deny', isExplicit: true, dependsOn: [] };
  const allowed = allOf(
    [identity, ...limits].map(policies => anyOf(policies.map(policy => truthOf(policy, 'Allow', request, dependsOn)))),
  );
  if (allowed === 'no') return { effect: 'deny', isExplicit: false, dependsOn: [] };
  if (allowed === 'yes' && denied === 'no') return { effect: 'allow', isExplicit: false, dependsOn: [] };
  return { effect: 'unknown', isExplicit: false, dependsOn: [...dependsOn].toSorted() };
}

/** Whether one of the statements with this effect applies. */
function truthOf(
  policy: Policy,
  effect: PolicyStatement['effect'],
  request: PolicyRequest,
  dependsOn: Set<string>,
): Truth {
  return anyOf(
    policy.statements
      .filter(statement => statement.effect === effect)
      .map(statement => statementTruth(statement, request, policy.hasVariables, dependsOn)),
  );
}

/** @param dependsOn receives what a `maybe` depends on */
export function statementTruth(
  statement: PolicyStatement,
  { action, resource, context, principal }: PolicyRequest,
  hasVariables: boolean,
  dependsOn: Set<string>,
): Truth {
  const parts = {
    action: actionTruth(statement, action),
    resource: resourceTruth(statement, resource, context, hasVariables),
    principal: principalTruth(statement, principal),
  };
  if (Object.values(parts).includes('no')) return 'no';
  const judged = judgeConditions(statement.conditions, context, hasVariables);
  const truth = allOf([...Object.values(parts), judged.truth]);
  if (truth === 'maybe') {
    for (const [part, partTruth] of Object.entries(parts)) if (partTruth === 'maybe') dependsOn.add(part);
    for (const key of judged.dependsOn) dependsOn.add(key);
  }
  return truth;
}

/** Names of actions are compared without regard to case. */
function actionTruth({ actions, notActions }: PolicyStatement, asked: string): Truth {
  const action = asked.toLowerCase();
  const among = (patterns: readonly string[]) =>
    anyOf(patterns.map(pattern => matching(pattern.toLowerCase(), action)));
  if (actions) return among(actions);
  return notActions ? not(among(notActions)) : 'no';
}

/** Policies of trust have no resource: they are about the role that has them. */
function resourceTruth(
  { resources, notResources }: PolicyStatement,
  asked: string,
  context: Context,
  hasVariables: boolean,
): Truth {
  const among = (patterns: readonly string[]) =>
    anyOf(
      patterns.map(text => {
        const { pattern, unknown } = resolveVariables(text, context, hasVariables);
        const truth = matching(pattern, asked);
        return truth === 'yes' && unknown.length > 0 ? 'maybe' : truth;
      }),
    );
  if (resources) return among(resources);
  return notResources ? not(among(notResources)) : 'yes';
}

/** Whether a statement of these policies denies a request, whatever else allows it. */
export function denialOf(
  request: PolicyRequest,
  policies: readonly Policy[],
): { truth: Truth; dependsOn: readonly string[] } {
  const dependsOn = new Set<string>();
  const truth = anyOf(policies.map(policy => truthOf(policy, 'Deny', request, dependsOn)));
  return { truth, dependsOn: [...dependsOn] };
}

/** Whether a statement of these policies allows a request, whatever denies it. */
export function allowanceOf(
  request: PolicyRequest,
  policies: readonly Policy[],
): { truth: Truth; dependsOn: readonly string[] } {
  const dependsOn = new Set<string>();
  const truth = anyOf(policies.map(policy => truthOf(policy, 'Allow', request, dependsOn)));
  return { truth, dependsOn: [...dependsOn] };
}
