// The names of objects that others refer to by their global ids.
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import { sqlQuery } from '../api/sql.ts';

/** SQL: `id` and `name` of each risk violation. Its own name is an id; readers know it by its rule and its object. */
export const violationNames = `SELECT violation.global_id AS id, coalesce(definition.name, violation.risk_definition_id) || ': '
    || coalesce(object.object_name, person.display_name, violation.entity_id) AS name
  FROM risk_violations AS violation
  LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
  LEFT JOIN objects AS object ON object.object_id = violation.global_entity_id
  LEFT JOIN persons AS person ON person.global_id = violation.global_entity_id`;

const wanted = `(SELECT unnest(string_split(:ids, ',')::UUID[]))`;
const names = `SELECT object_id AS id, object_name AS name FROM objects
    WHERE object_id IN ${wanted} AND object_type <> 'RiskViolation'
  UNION ALL
  SELECT global_id, display_name FROM persons WHERE global_id IN ${wanted}
  UNION ALL
  SELECT global_id, coalesce(display_name, name, email, id) FROM employees WHERE global_id IN ${wanted}
  UNION ALL
  ${['object_directories', 'directory_providers', 'departments', 'risk_definitions']
    .map(table => `SELECT global_id, name FROM ${table} WHERE global_id IN ${wanted}`)
    .join('\n  UNION ALL\n  ')}
  UNION ALL
  ${violationNames} WHERE violation.global_id IN ${wanted}`;

const globalId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const namesQuery = (ids: readonly string[]) =>
  sqlQuery<{ readonly id: string; readonly name: string }>(names, { ids: ids.join(',') });

const askable = (ids: readonly string[]) => [...new Set(ids)].filter(id => globalId.test(id)).sort();

/** A function that names an object; undefined until its name is known. @param ids global ids */
export function useObjectNames(ids: readonly string[]): (id: string) => string | undefined {
  const asked = askable(ids);
  // Names that are known stay while more of them are read.
  const query = useQuery({ ...namesQuery(asked), enabled: asked.length > 0, placeholderData: former => former });
  return id => query.data?.rows.find(row => row.id === id)?.name;
}

/** Whether the names of {@link useObjectNames} are still to come. */
export function useAreNamesAwaited(ids: readonly string[]): boolean {
  const asked = askable(ids);
  return useQuery({ ...namesQuery(asked), enabled: asked.length > 0 }).isLoading;
}

/** Global id → name, for the objects that the rows of a page name. An object whose name cannot be read is absent. */
export async function fetchObjectNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = askable(ids);
  if (asked.length === 0) return new Map();
  // The rows are worth showing without the names.
  const found = await queryClient.fetchQuery(namesQuery(asked)).catch(() => undefined);
  return new Map(found?.rows.map(({ id, name }) => [id, name]));
}
