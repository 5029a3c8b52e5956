// The versions to which the history of changes reaches back. Each version records them in its manifest.
import type { HistoryPoint } from '../../version/manifest.ts';

const dayMs = 86_400_000;

export interface Continuation {
  /** The points that stay, oldest first. */
  readonly points: readonly HistoryPoint[];
  /** Version → the point to which the changes of this version now belong. Changes of other versions are dropped. */
  readonly into: ReadonlyMap<number, HistoryPoint>;
}

/**
 * Continue the history of the previous version. Changes that are older than `keepMs` are dropped: the newest version before that time
 * becomes the first point. For each day (UTC) that ended more than a day ago, only the last version stays a point. The changes of
 * the other versions of that day are added to its changes.
 * @param previous the points of the previous version, oldest first
 */
export function continueHistory(previous: readonly HistoryPoint[], now: Date, keepMs: number): Continuation {
  const oldest = now.getTime() - keepMs;
  const first = Math.max(
    0,
    previous.findLastIndex(({ generatedAt }) => Date.parse(generatedAt) <= oldest),
  );
  const [base, ...later] = previous.slice(first);
  if (!base) return { points: [], into: new Map() };
  const merged = [...Map.groupBy(later, point => groupOf(point, now)).values()].map(group => {
    const isPartial = group.some(point => point.isPartial);
    return { group, point: { ...group.at(-1)!, ...(isPartial && { isPartial }) } };
  });
  const { isPartial: _, ...start } = base;
  return {
    points: [start, ...merged.map(({ point }) => point)],
    into: new Map(merged.flatMap(({ group, point }) => group.map(({ version }) => [version, point] as const))),
  };
}

/** Points of one group become one. */
function groupOf({ generatedAt, version }: HistoryPoint, now: Date): string {
  const day = Math.floor(Date.parse(generatedAt) / dayMs);
  return (day + 2) * dayMs <= now.getTime() ? `day ${day}` : `version ${version}`;
}
