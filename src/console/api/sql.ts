// Reads by SQL, for numbers and lists that the API has no path for. Constants go into the text; what a reader chose goes into parameters.
import { queryOptions } from '@tanstack/react-query';
import { api, authenticatedFetch } from './api.ts';

export interface SqlResult<Row> {
  readonly rows: readonly Row[];
  /** True when there are more rows than were asked for. */
  readonly hasMore: boolean;
  /** Number of the version that was read. */
  readonly version: string;
}

/** The most rows of one page. */
const mostRows = 1000;

/**
 * @param sql one SELECT over the model `service_identity` (docs/reference/models.md)
 * @param parameters values of its `:name` placeholders
 * @param asOf the number of the version to read; undefined: the version in service
 */
export function sqlQuery<Row>(
  sql: string,
  parameters: Readonly<Record<string, unknown>> = {},
  rows = mostRows,
  asOf?: string,
) {
  return queryOptions({
    queryKey: ['sql', sql, parameters, rows, asOf],
    queryFn: async ({ signal }): Promise<SqlResult<Row>> => {
      const { data } = await api.POST('/v1/query/execute', {
        body: {
          query_string: sql,
          parameters: { ...parameters },
          page_size: rows,
          ...(asOf !== undefined && { as_of: asOf }),
        },
        signal,
      });
      const { columns, rows: values, nextPageToken, warehouse_version } = data!;
      const named = values.map(row => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])) as Row);
      return { rows: named, hasMore: nextPageToken !== undefined, version: warehouse_version };
    },
  });
}

/** Every row as CSV, in the form of docs/queries.md. */
export async function sqlCsv(sql: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<Blob> {
  const request = new Request(new URL('/v1/query/execute', location.origin), {
    method: 'POST',
    headers: { accept: 'text/csv', 'content-type': 'application/json' },
    body: JSON.stringify({ query_string: sql, parameters }),
  });
  return (await authenticatedFetch(request)).blob();
}
