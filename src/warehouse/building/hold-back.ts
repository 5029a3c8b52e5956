// What keeps the new data of a source out of a version: too many objects gone, or too many records rejected.
import { resourceOf } from '../../resources/registry.ts';
import type { Finding } from '../../state/findings.ts';
import type { InstanceCount } from '../version/layout.ts';

export interface HoldBack {
  /** Percent of an instance's objects of one type that may disappear in one build. */
  readonly gonePercent: number;
  /** Percent of a read's records that may be rejected. */
  readonly rejectedPercent: number;
}

/**
 * Compare with the version in service. When an instance lost more objects of a type than the threshold allows, its source is more
 * likely broken than its objects are really gone. What action jobs took away counts as if it had been gone before.
 * @param before the counts of the version in service, for the instances to compare
 * @param taken how many of them action jobs took away; what is not listed: none
 * @param sourceOf the source of an application instance
 */
export function findLosses(
  before: readonly InstanceCount[],
  after: readonly InstanceCount[],
  { threshold, taken }: { readonly threshold: HoldBack; readonly taken: readonly InstanceCount[] },
  sourceOf: (applicationInstanceId: string) => string,
): Finding[] {
  const key = (count: InstanceCount) => `${count.type}/${count.applicationInstanceId}`;
  const byKey = (counts: readonly InstanceCount[]) => new Map(counts.map(count => [key(count), count.count]));
  const [now, byJobs] = [byKey(after), byKey(taken)];
  return before.flatMap(was => {
    const left = now.get(key(was)) ?? 0;
    const explained = byJobs.get(key(was)) ?? 0;
    const all = was.count - explained;
    const gone = all - left;
    if (gone * 100 <= all * threshold.gonePercent) return [];
    const percent = Math.round((gone * 100) / all);
    const source = sourceOf(was.applicationInstanceId);
    const besides = explained === 0 ? '' : `, besides ${explained} that action jobs took away`;
    const message = `${source}: ${gone} of ${all} ${readersName(was.type)} (${percent} %) are gone${besides}, more than the ${threshold.gonePercent} % that hold_back.gone_percent allows`;
    return [{ check: 'objects_gone', severity: 'stop' as const, message, count: gone, source }];
  });
}

/** Find reads that cannot be trusted because too many of their records were rejected. */
export function findRejections(
  reads: readonly { sourceId: string; type: string; rows: number; rejected: number }[],
  threshold: HoldBack,
): Finding[] {
  return reads.flatMap(({ sourceId, type, rows, rejected }) => {
    if (rejected * 100 <= (rows + rejected) * threshold.rejectedPercent) return [];
    const message = `${sourceId}: ${rejected} of ${rows + rejected} ${readersName(type)} were rejected, more than the ${threshold.rejectedPercent} % that hold_back.rejected_percent allows; see \`rolecall sources rejected ${sourceId}\``;
    return [{ check: 'records_rejected', severity: 'stop' as const, message, count: rejected, source: sourceId }];
  });
}

/** What readers call objects of a type: "memberships" for `EntityManagedViaObject`. */
function readersName(type: string): string {
  return resourceOf(type)?.collections[0]?.title.toLowerCase() ?? `${type} objects`;
}
