// What a policy gives its holder: pairs of actions and resources as the policy names them, without what is denied, and reduced to what the
// limits leave. Patterns stay patterns, so that a policy of a line does not become thousands of rights.

import { judgeConditions } from './conditions.ts';
import { type Context, resolveVariables } from './context.ts';
import { allowanceOf, denialOf, type Layers } from './decision.ts';
import type { Condition, Policy, PolicyStatement } from './document.ts';
import { intersection, overlaps } from './patterns.ts';

export interface Right {
  /** A pattern, such as `s3:Get*`. */
  readonly action: string;
  /** An ARN or a pattern. */
  readonly resource: string;
  /** Actions that the pattern matches and that are not given. */
  readonly exceptActions: readonly string[];
  readonly exceptResources: readonly string[];
  readonly conditions: readonly Condition[];
  /** What else decides, where it is not known: keys of conditions of denials and limits, and variables. */
  readonly dependsOn: readonly string[];
}

/** The most rights that one right becomes when a limit allows it in parts. */
const mostParts = 100;

export function rightsOf(policy: Policy, layers: Layers, context: Context): Right[] {
  const isLimited = layers.limits.length > 0 || [...layers.identity, policy].some(hasDenial);
  return policy.statements.flatMap(statement => {
    if (statement.effect !== 'Allow') return [];
    if (judgeConditions(statement.conditions, context, policy.hasVariables).truth === 'no') return [];
    const given = namedBy(statement, context, policy.hasVariables);
    return isLimited ? given.flatMap(right => withoutDenied(right, layers, context)) : given;
  });
}

/** Whether a denial or a limit takes an action away that a right names by a pattern. */
export function takenAway({ identity, limits }: Layers, context: Context) {
  const all = [...identity, ...limits.flat()];
  return (action: string, resource: string): boolean => {
    const request = { action, resource, context };
    if (denialOf(request, all).truth === 'yes') return true;
    return limits.some(limit => allowanceOf(request, limit).truth === 'no');
  };
}

const hasDenial = ({ statements }: Policy) => statements.some(({ effect }) => effect === 'Deny');

function namedBy(statement: PolicyStatement, context: Context, hasVariables: boolean): Right[] {
  const { actions = ['*'], notActions = [], resources = ['*'], notResources = [], conditions } = statement;
  return resources.flatMap(text => {
    const { pattern: resource, unknown } = resolveVariables(text, context, hasVariables);
    return actions.map(action => ({
      ...{ action, resource, conditions },
      ...{ exceptActions: notActions, exceptResources: notResources, dependsOn: unknown },
    }));
  });
}

function withoutDenied(right: Right, { identity, limits }: Layers, context: Context): Right[] {
  let parts = [right];
  for (const limit of limits) {
    const inside = parts.flatMap(part => within(part, limit, context));
    // Limits of many parts leave the right as it is, and what it depends on.
    parts =
      inside.length > mostParts ? parts.map(part => ({ ...part, dependsOn: [...part.dependsOn, 'limits'] })) : inside;
  }
  return parts.flatMap(part => {
    const { truth, dependsOn } = denialOf({ ...part, context }, [...identity, ...limits.flat()]);
    if (truth === 'yes') return [];
    return [{ ...part, dependsOn: distinct([...part.dependsOn, ...dependsOn]) }];
  });
}

/** The parts of a right that one of the policies of a limit allows; the whole right where they cannot be written as patterns. */
function within(right: Right, limit: readonly Policy[], context: Context): Right[] {
  const { truth, dependsOn } = allowanceOf({ ...right, context }, limit);
  if (truth === 'yes') return [right];
  if (truth === 'no') return [];
  const parts: Right[] = [];
  for (const policy of limit)
    for (const statement of policy.statements.filter(({ effect }) => effect === 'Allow')) {
      const allowed = allowanceOf({ ...right, context }, [{ ...policy, statements: [statement] }]);
      const reasons = allowed.dependsOn.filter(reason => reason !== 'action' && reason !== 'resource');
      for (const given of allowed.truth === 'no' ? [] : namedBy(statement, context, policy.hasVariables)) {
        const part = commonPart(right, given, reasons);
        if (part === 'unwritable' || parts.length >= mostParts)
          return [{ ...right, dependsOn: distinct([...right.dependsOn, ...dependsOn]) }];
        if (part) parts.push(part);
      }
    }
  return parts;
}

/** @param reasons what the limit depends on @returns undefined: they have nothing in common */
function commonPart(right: Right, limit: Right, reasons: readonly string[]): Right | 'unwritable' | undefined {
  const [asked, allowed] = [right.action.toLowerCase(), limit.action.toLowerCase()];
  if (!overlaps(asked, allowed) || !overlaps(right.resource, limit.resource)) return undefined;
  const action = intersection(asked, allowed);
  const resource = intersection(right.resource, limit.resource);
  if (action === undefined || resource === undefined) return 'unwritable';
  return {
    // The names of actions stay as they are written.
    ...{ action: action === asked ? right.action : limit.action, resource, conditions: right.conditions },
    exceptActions: distinct([...right.exceptActions, ...limit.exceptActions]),
    exceptResources: distinct([...right.exceptResources, ...limit.exceptResources]),
    dependsOn: distinct([...right.dependsOn, ...limit.dependsOn, ...reasons]),
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
