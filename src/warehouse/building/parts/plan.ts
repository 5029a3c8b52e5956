// What a build does with the parts of its version: rows that are as they were are not written again.

/** What a build does with the rows of one application instance of one type. */
export interface PartPlan {
  readonly type: string;
  /** Null: the instances that have no part of their own. */
  readonly applicationInstanceId: string | null;
  /** Rows that the part shows. */
  readonly rows: number;
  /** same: the files of the previous version, linked. delta: the base linked, a new delta. base: all rows written. */
  readonly action: 'same' | 'delta' | 'base';
  /** After FROM: the rows to write. base: all; delta: those that are new or differ from the base. */
  readonly rowsRelation?: string;
  /** After FROM, for a delta: the ids of the base's rows that are replaced or gone, in a column `globalId`. */
  readonly goneRelation?: string;
}

/** An application instance with at least this many rows of a type has a part of its own. */
export const defaultPartRows = 2_000;

/** The most parts that a type has. Beyond it, instances with fewer rows share the remainder, because each query opens all files. */
export const mostParts = 64;

/** The application instances whose rows are parts. @param counts rows of a type by application instance */
export function instancesWithParts<Counted extends { readonly count: number }>(
  counts: readonly Counted[],
  partRows: number,
): Counted[] {
  return counts
    .filter(({ count }) => count >= partRows)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostParts);
}
