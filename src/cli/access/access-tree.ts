// Draws effective access as a tree of lines.

interface NamedObject {
  readonly objectId: string;
  readonly objectType: string;
  readonly objectName?: string;
}

export interface ReachedObject extends NamedObject {
  readonly hops: number;
  readonly permissions: readonly string[];
}

interface Step {
  readonly kind: string;
  readonly id?: string;
  readonly from: NamedObject;
  readonly to: NamedObject;
}

export interface AccessPaths {
  readonly account: NamedObject;
  readonly object: NamedObject;
  readonly permissions: readonly string[];
  readonly paths: readonly { readonly permissions: readonly string[]; readonly steps: readonly Step[] }[];
  readonly isComplete: boolean;
  readonly criticalSteps?: readonly Step[];
  readonly denials: readonly (Omit<Step, 'kind'> & { readonly permissions: readonly string[] })[];
}

interface Branch {
  readonly label: string;
  readonly branches: Branch[];
}

/** What an account reaches, by type, the nearest first. */
export function drawAccess(account: string, items: readonly ReachedObject[]): string[] {
  const ofTypes = [...Map.groupBy(items, item => item.objectType)].sort(([left], [right]) => (left < right ? -1 : 1));
  const branches = ofTypes.map(([type, objects]) => ({
    label: type,
    branches: objects.toSorted((left, right) => left.hops - right.hops || compareNames(left, right)).map(reachedBranch),
  }));
  return [account, ...draw(branches)];
}

function reachedBranch(object: ReachedObject): Branch {
  const { hops, permissions } = object;
  const steps = hops === 1 ? 'direct' : `${hops} steps`;
  return { label: `${nameOf(object)}  ${permissions.join(', ')}  (${steps})`, branches: [] };
}

/** The paths as one tree: paths with the same beginning share its branches. */
export function drawPaths(answer: AccessPaths): string[] {
  const { account, object, permissions, paths, isComplete, criticalSteps, denials } = answer;
  const critical = new Set(criticalSteps?.map(keyOf));
  const root: Branch[] = [];
  for (const path of paths) {
    let branches = root;
    path.steps.forEach((step, index) => {
      const mark = critical.has(keyOf(step)) ? ' *' : '';
      const given = index === path.steps.length - 1 ? `  ${path.permissions.join(', ')}` : '';
      const label = `${described(step.to)} by ${verbs[step.kind] ?? step.kind}${mark}${given}`;
      let branch = branches.find(other => other.label === label);
      if (!branch) {
        branch = { label, branches: [] };
        branches.push(branch);
      }
      branches = branch.branches;
    });
  }
  const summary =
    permissions.length === 0
      ? `${nameOf(account)} does not reach ${described(object)}`
      : `${nameOf(account)} reaches ${described(object)}: ${permissions.join(', ')}`;
  return [
    summary,
    ...draw(root),
    ...denials.map(
      denial => `denied: ${denial.permissions.join(', ')} on ${described(denial.to)}, to ${described(denial.from)}`,
    ),
    ...(critical.size > 0 ? ['* taking this away alone ends the access'] : []),
    ...(isComplete ? [] : ['there may be more paths; --limit shows more of them']),
  ];
}

const verbs: Readonly<Record<string, string>> = {
  Membership: 'membership',
  Grant: 'assignment',
  Containment: 'containment',
};

function draw(branches: readonly Branch[], indent = ''): string[] {
  return branches.flatMap(({ label, branches: inner }, index) => {
    const isLast = index === branches.length - 1;
    return [`${indent}${isLast ? '└─' : '├─'} ${label}`, ...draw(inner, `${indent}${isLast ? '   ' : '│  '}`)];
  });
}

function keyOf({ id, from, to }: Step): string {
  return id ?? `${from.objectId} ${to.objectId}`;
}

function nameOf({ objectName, objectId }: NamedObject): string {
  return objectName ?? objectId;
}

function described(object: NamedObject): string {
  return `${nameOf(object)} (${object.objectType})`;
}

function compareNames(left: NamedObject, right: NamedObject): number {
  return nameOf(left) < nameOf(right) ? -1 : 1;
}
