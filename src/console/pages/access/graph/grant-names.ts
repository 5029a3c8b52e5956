// What sources call grants: "Owner", "SELECT". The permissions of a grant alone understate what its name says.
import { useQuery } from '@tanstack/react-query';
import { sqlQuery } from '../../../api/sql.ts';

/** Of a grant without a name, its first specifiers. */
const mostSpecifiers = 3;

const names = `SELECT id, coalesce(name, array_to_string(specifiers[1:${mostSpecifiers}], ', ')
      || CASE WHEN len(specifiers) > ${mostSpecifiers} THEN ' and ' || (len(specifiers) - ${mostSpecifiers}) || ' more' ELSE '' END) AS name
  FROM (
    SELECT global_id AS id, entitlement_specification.reasonSpecificData.name AS name,
      entitlement_specification.reasonSpecificData.permissions.fineGrainedSpecifiers AS specifiers
    FROM access_assignments WHERE global_id IN (SELECT unnest(string_split(:ids, ',')::UUID[]))
  ) WHERE name IS NOT NULL OR len(specifiers) > 0`;

/** @param ids global ids of grants @returns id → name; a grant without a name is absent, as all are until they are read */
export function useGrantNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const asked = [...new Set(ids)].toSorted().join(',');
  const { data } = useQuery({
    ...sqlQuery<{ readonly id: string; readonly name: string }>(names, { ids: asked }),
    enabled: asked !== '',
  });
  return new Map(data?.rows.map(({ id, name }) => [id, name]));
}
