// Risks that were found and resolved between the two versions. They appeared, but there is nothing to do about them.
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { sqlQuery } from '../../api/sql.ts';

type Change = Schemas['Change'];

const resolvedSql = `SELECT global_id AS id FROM risk_violations
  WHERE status = 'Resolved' AND global_id IN (SELECT unnest(string_split(:ids, ',')::UUID[]))`;

/**
 * @param version the version that the span ends with; undefined while it is not known
 * @returns `resolved`: global ids of the risks among the changes that appeared and are resolved in that version. It is empty while that is not known, and
 *   for a version that is no longer kept
 */
export function useResolvedViolations(
  changes: readonly Change[],
  version: string | undefined,
): {
  readonly resolved: ReadonlySet<string>;
  readonly isAwaited: boolean;
} {
  const ids = changes
    .filter(({ change, objectType }) => change === 'Appeared' && objectType === 'RiskViolation')
    .map(({ objectId }) => objectId);
  const query = useQuery({
    ...sqlQuery<{ readonly id: string }>(resolvedSql, { ids: ids.toSorted().join(',') }, undefined, version),
    enabled: ids.length > 0 && version !== undefined,
  });
  return { resolved: new Set(query.data?.rows.map(({ id }) => id)), isAwaited: query.isLoading };
}
