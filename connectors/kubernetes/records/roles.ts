// Roles and ClusterRoles (kubernetes.io/docs/reference/access-authn-authz/rbac).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import {
  definedMembers,
  isJsonObject,
  listAt,
  textAt,
  textsAt,
  timeAt,
  valueAt,
} from '../../../src/connector/json-values.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import { roleId } from '../ids.ts';

export const idOfRole = (role: unknown): string | undefined => {
  const name = textAt(role, 'metadata', 'name');
  return name === undefined ? undefined : roleId(name, textAt(role, 'metadata', 'namespace'));
};

export const rulesOf = (role: unknown): unknown[] => listAt(role, 'rules');

/** Roles that the API server makes and repairs have this label. */
const isBuiltIn = (role: unknown) =>
  textAt(role, 'metadata', 'labels', 'kubernetes.io/bootstrapping') === 'rbac-defaults';

export function roleOf(role: unknown): MappedItem {
  const id = idOfRole(role);
  if (id === undefined) return { reason: 'has no name' };
  const isAggregate = selectorsOf(role).length > 0;
  return {
    id,
    ...definedMembers({
      name: textAt(role, 'metadata', 'name'),
      description: isAggregate ? 'Aggregated: its rules are those of the roles that it holds' : undefined,
      type: isBuiltIn(role) ? 'Standard' : 'Custom',
      applicationRoleType: textAt(role, 'metadata', 'namespace') === undefined ? 'ClusterRole' : 'Role',
      createdDate: timeAt(role, 'metadata', 'creationTimestamp'),
    }),
  };
}

const selectorsOf = (role: unknown): unknown[] => listAt(role, 'aggregationRule', 'clusterRoleSelectors');

/**
 * The aggregated roles hold the roles whose labels they select. The controller copies the rules of those; as long as it has not done
 * so, a role is not held, because the API server decides by the copied rules alone.
 */
export function aggregationsOf(clusterRoles: readonly unknown[]): SourceRecord[] {
  return clusterRoles.flatMap(aggregate => {
    const selectors = selectorsOf(aggregate);
    const id = idOfRole(aggregate);
    if (selectors.length === 0 || id === undefined) return [];
    const own = new Set(rulesOf(aggregate).map(rule => JSON.stringify(rule)));
    return clusterRoles.flatMap(role => {
      const held = idOfRole(role);
      const isSelected =
        held !== id && selectors.some(selector => selects(selector, valueAt(role, 'metadata', 'labels')));
      const isCopied = rulesOf(role).every(rule => own.has(JSON.stringify(rule)));
      return isSelected && isCopied && held !== undefined ? [membershipRecord(['Role', id], ['Role', held])] : [];
    });
  });
}

/** Label selectors (kubernetes.io/docs/concepts/overview/working-with-objects/labels). An empty one selects everything. */
function selects(selector: unknown, labels: unknown): boolean {
  const wanted = valueAt(selector, 'matchLabels');
  const equal = isJsonObject(wanted) ? Object.entries(wanted) : [];
  return (
    equal.every(([name, value]) => valueAt(labels, name) === value) &&
    listAt(selector, 'matchExpressions').every(expression => holds(expression, labels))
  );
}

function holds(expression: unknown, labels: unknown): boolean {
  const value = textAt(labels, textAt(expression, 'key') ?? '');
  const isOne = value !== undefined && textsAt(expression, 'values').includes(value);
  switch (textAt(expression, 'operator')) {
    case 'In':
      return isOne;
    case 'NotIn':
      return !isOne;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
