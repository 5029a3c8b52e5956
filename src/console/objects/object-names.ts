// The names of objects that others refer to by their global ids.
import { useQuery } from '@tanstack/react-query';
import { sqlQuery } from '../api/sql.ts';

const names = `SELECT object_id AS id, object_name AS name FROM objects
    WHERE object_id IN (SELECT unnest(string_split(:ids, ',')::UUID[]))
  UNION ALL
  SELECT global_id, display_name FROM persons WHERE global_id IN (SELECT unnest(string_split(:ids, ',')::UUID[]))`;

const globalId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A function that names an object; undefined until its name is known. @param ids global ids */
export function useObjectNames(ids: readonly string[]): (id: string) => string | undefined {
  const asked = [...new Set(ids)].filter(id => globalId.test(id)).sort();
  const query = useQuery({
    ...sqlQuery<{ readonly id: string; readonly name: string }>(names, { ids: asked.join(',') }),
    enabled: asked.length > 0,
  });
  return id => query.data?.rows.find(row => row.id === id)?.name;
}
