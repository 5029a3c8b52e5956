// Through what access exists: what lies on a shortest path between its ends.
import type { NamedObject } from '../../lookups/access-records.ts';
import type { BetweenEdges } from '../../lookups/between.ts';
import { shortestPath } from './path-search.ts';

export interface AccessThrough {
  /** In the order of the path; empty: the access is direct. */
  readonly objects: readonly (Omit<NamedObject, 'objectName'> & { readonly objectName: string | undefined })[];
  readonly isOnlyPath: boolean;
}

/** @returns undefined when there is no access, or not all of its paths are known */
export function throughOf({ subject, object, edges, isCut }: BetweenEdges): AccessThrough | undefined {
  if (isCut || subject === null || object === null) return undefined;
  const path = shortestPath(edges, subject, object);
  if (!path) return undefined;
  const objects = path.steps
    .slice(0, -1)
    .map(({ to: { objectName, ...named } }) => ({ ...named, objectName: objectName ?? undefined }));
  return { objects, isOnlyPath: path.isOnly };
}
