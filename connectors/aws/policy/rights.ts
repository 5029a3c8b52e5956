// What a policy gives its holder: pairs of actions and resources as the policy names them, without what is denied, and reduced to what the
// limits leave. Patterns stay patterns, so that a policy of a line does not become thousands of rights.

import { judgeConditions } from './conditions.ts';
import { type Context, resolveVariables } from './context.ts';
import { allowanceOf, denialOf, type Layers } from './decision.ts';
import type { Condition, Policy, Statement } from './document.ts';
import { intersection } from './patterns.ts';

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

const hasDenial = ({ statements }: Policy) => statements.some(({ effect }) => effect === 'Deny');

function namedBy(statement: Statement, context: Context, hasVariables: boolean): Right[] {
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
  for (const limit of limits) parts = parts.flatMap(part => within(part, limit, context)).slice(0, mostParts);
  return parts.flatMap(part => {
    const { truth, dependsOn } = denialOf({ ...part, context }, [...identity, ...limits.flat()]);
    if (truth === 'yes') return [];
    return [{ ...part, dependsOn: distinct([...part.dependsOn, ...dependsOn]) }];
  });
}

/** The parts of a right that one of the policies of a limit allows. */
function within(right: Right, limit: readonly Policy[], context: Context): Right[] {
  const { truth, dependsOn } = allowanceOf({ ...right, context }, limit);
  if (truth === 'yes') return [right];
  if (truth === 'no') return [];
  const parts: Right[] = [];
  for (const policy of limit)
    for (const statement of policy.statements.filter(({ effect }) => effect === 'Allow')) {
      const allowed = allowanceOf({ ...right, context }, [{ ...policy, statements: [statement] }]);
      if (allowed.truth === 'no') continue;
      const reasons = allowed.dependsOn.filter(reason => reason !== 'action' && reason !== 'resource');
      parts.push(...commonParts(right, statement, context, policy.hasVariables, reasons));
    }
  return parts.length > 0 ? parts : [{ ...right, dependsOn: distinct([...right.dependsOn, ...dependsOn]) }];
}

function commonParts(
  right: Right,
  statement: Statement,
  context: Context,
  hasVariables: boolean,
  reasons: readonly string[],
): Right[] {
  return namedBy(statement, context, hasVariables).flatMap(limit => {
    const action = intersection(right.action.toLowerCase(), limit.action.toLowerCase());
    const resource = intersection(right.resource, limit.resource);
    if (action === undefined || resource === undefined) return [];
    // The names of actions stay as they are written.
    const written = action === right.action.toLowerCase() ? right.action : limit.action;
    return [
      {
        ...{ action: written, resource, conditions: right.conditions },
        exceptActions: distinct([...right.exceptActions, ...limit.exceptActions]),
        exceptResources: distinct([...right.exceptResources, ...limit.exceptResources]),
        dependsOn: distinct([...right.dependsOn, ...limit.dependsOn, ...reasons]),
      },
    ];
  });
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
