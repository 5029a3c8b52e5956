// Which fields of which resources count when two versions are compared.
import { isLandable, type Resource } from '../../../resources/define.ts';

/**
 * Fields that differ after every read although nobody changed anything: metadata of the read, the use of an object, and values that
 * change with the date.
 */
const notCompared: ReadonlySet<string> = new Set([
  'objectMetadata',
  'serviceObjectMetadata',
  'globalId',
  'lastActivityDate',
  'lastObservedAt',
  'lastSyncDate',
  'analyticsFirstActivityDate',
  'analyticsLastActivityDate',
  'analyticsDaysSinceLastActivity',
  'analyticsDaysOpen',
  'analyticsDormantDaysIsLowerBound',
  'analyticsActiveMemberCount',
  'analyticsInactiveMemberCount',
  'analyticsLoginEventCount',
  'analyticsResourceAccessEventCount',
]);

/** Types that are not compared. An activity is an event with a time of its own, so the history need not repeat it. */
const eventTypes: ReadonlySet<string> = new Set(['Activity']);

/**
 * The fields of a resource that are compared; none when objects of this type are not compared at all.
 * @param sameSql whether the same SQL made both versions. Otherwise only what sources say is compared.
 */
export function comparedFields({ type, madeBy, fields }: Resource, sameSql: boolean): string[] {
  if (eventTypes.has(type) || (!sameSql && madeBy === 'enrichment')) return [];
  return Object.keys(fields).filter(name => !notCompared.has(name) && (sameSql || isLandable(name)));
}
