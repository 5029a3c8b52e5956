// What one account, group, role or permission set may do with one object, by the relationships between them. The rule of grants and denials
// is that of sql/building/analytics/013_grants.sql; this file only refuses to take for true what depends on what is not known.
import { type Edge, findPaths } from '../reach/path-search.ts';
import { member, permissionNames } from '../reach/permissions.ts';
import type { DecisionReason } from './decision-schemas.ts';

/** An edge with the assignment that it stands for; undefined for memberships and containments. */
export interface JudgedEdge extends Edge {
  readonly assignment: JudgedAssignment | undefined;
}

/** What an access assignment says, as far as it is judged. */
export interface JudgedAssignment {
  readonly isConditional: boolean;
  /** The source's own names of what it permits or denies. */
  readonly specifiers: readonly string[];
  /** It permits something else on the contents of its object. */
  readonly hasContentPermissions: boolean;
}

export interface AccessJudgement<Step> {
  readonly reason: DecisionReason | undefined;
  /** The shortest path that gives the access; empty when the decision is false, or no path is known. */
  readonly path: readonly Step[];
}

const unstated = 128;
/** Paths among which the one is looked for that gives a permission. */
const mostPaths = 20;

/** Action → its bit. `other` is no action: it stands for access without a statement of which. */
const bits = new Map(
  permissionNames.flatMap((name, bit) => (name === 'Other' ? [] : [[name.toLowerCase(), 1 << bit] as const])),
);

export function judge<Step extends JudgedEdge>(
  edges: readonly Step[],
  subject: number,
  object: number,
  action: string,
): AccessJudgement<Step> {
  const bit = bits.get(action);
  return bit === undefined
    ? judgeSpecifier(edges, subject, object, action)
    : judgePermission(edges, subject, object, bit);
}

function judgePermission<Step extends JudgedEdge>(
  edges: readonly Step[],
  subject: number,
  object: number,
  bit: number,
): AccessJudgement<Step> {
  const certain = edges.filter(isCertain);
  const { permissions, paths } = findPaths(certain, subject, object, mostPaths);
  if ((permissions & bit) !== 0) {
    return { reason: undefined, path: paths.find(path => (path.permissions & bit) !== 0)?.steps ?? [] };
  }
  const possible = findPaths(edges, subject, object, 1).permissions;
  if ((possible & bit) !== 0) return refusal('CONDITIONAL');
  const granted = findPaths(
    edges.filter(({ kind }) => kind !== 'Denial'),
    subject,
    object,
    1,
  ).permissions;
  if ((granted & bit) !== 0) return refusal('DENIED');
  return refusal((possible & unstated) !== 0 && bit !== member ? 'PERMISSION_NOT_STATED' : 'NOT_GRANTED');
}

/** A grant that names the specifier gives it, unless a denial names it too, or denies without naming specifiers: that may mean it. */
function judgeSpecifier<Step extends JudgedEdge>(
  edges: readonly Step[],
  subject: number,
  object: number,
  name: string,
): AccessJudgement<Step> {
  const granting = edges.filter(edge => edge.kind === 'Grant' && names(edge, name));
  const others = edges.filter(({ kind }) => kind === 'Membership' || kind === 'Containment');
  const pathOf = (grants: readonly Step[]) => findPaths([...others, ...grants], subject, object, 1).paths[0]?.steps;
  const path = pathOf(granting.filter(isCertain));
  if (path === undefined) return refusal(pathOf(granting) === undefined ? 'NOT_GRANTED' : 'CONDITIONAL');
  const { denials } = findPaths(edges, subject, object, 1);
  if (denials.some(denial => names(denial, name) || (denial.assignment?.specifiers ?? []).length === 0))
    return refusal('DENIED');
  return { reason: undefined, path };
}

/** What the edges give for sure: permissions and specifiers. */
export function certainActions<Step extends JudgedEdge>(
  edges: readonly Step[],
  subject: number,
  object: number,
): string[] {
  const specifiers = edges.flatMap(({ kind, assignment }) =>
    kind === 'Grant' && assignment ? assignment.specifiers : [],
  );
  const named = new Set([...bits.keys(), ...specifiers]);
  return [...named].filter(action => judge(edges, subject, object, action).reason === undefined);
}

/** An assignment that cannot be read may have conditions. */
const isCertain = ({ kind, assignment }: JudgedEdge) =>
  kind !== 'Grant' || (assignment !== undefined && !assignment.isConditional);

const names = ({ assignment }: JudgedEdge, specifier: string) =>
  assignment !== undefined && !assignment.hasContentPermissions && assignment.specifiers.includes(specifier);

const refusal = (reason: DecisionReason) => ({ reason, path: [] });
