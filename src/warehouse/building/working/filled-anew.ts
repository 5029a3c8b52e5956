// Which objects a build may have given other values than the version in service says.
import type { WorkingTables } from './working-tables.ts';

/**
 * The objects of a type of which some steps may have filled a field with another value; undefined: all.
 * @param violating the objects of which a violation may count otherwise; undefined: all
 */
export function filledAnew(
  type: string,
  steps: readonly string[],
  working: WorkingTables,
  violating: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  const changes = steps.map(step => {
    if (step === 'violations') return violating;
    const change = working.changeOf(`${step}.${type}`);
    if (!change) return new Set<string>();
    return change.key === 'globalId' ? change.keys : undefined;
  });
  return changes.reduce((all, ids) => all && ids && all.union(ids), new Set<string>());
}
