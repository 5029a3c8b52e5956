// Reads by SQL, for numbers and lists that the API has no path for. Constants go into the text; what a reader chose goes into parameters.
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from './api.ts';

export interface SqlResult<Row> {
  readonly rows: readonly Row[];
  /** True when there are more rows than were asked for. */
  readonly hasMore: boolean;
  /** Number of the version that was read. */
  readonly version: string;
}

/** How many rows a list shows. */
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
      const { nextPageToken, warehouse_version } = data!;
      return { rows: namedRows<Row>(data!), hasMore: nextPageToken !== undefined, version: warehouse_version };
    },
  });
}

/** The most rows that the service sends in one answer. */
const largestPage = 10_000;

/** Every row, a page at a time. */
export async function* sqlPages<Row>(sql: string, parameters: Readonly<Record<string, unknown>> = {}) {
  for (let token: string | undefined; ; ) {
    const { data } = await api.POST('/v1/query/execute', {
      body: {
        query_string: sql,
        parameters: { ...parameters },
        page_size: largestPage,
        ...(token !== undefined && { page_token: token }),
      },
    });
    yield namedRows<Row>(data!);
    token = data!.nextPageToken;
    if (token === undefined) return;
  }
}

const namedRows = <Row>({ columns, rows }: Pick<Schemas['QueryResult'], 'columns' | 'rows'>): readonly Row[] =>
  rows.map(row => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])) as Row);
