// Conditions at the engine: binds their values, and finds the regular expressions that it does not accept.
import { BOOLEAN, DOUBLE, type DuckDBConnection, type DuckDBPreparedStatement, VARCHAR } from '@duckdb/node-api';
import type { FilterConditions } from './conditions.ts';
import type { ExportProblem, Filter } from './filters.ts';

/** Bind values to the placeholders of a statement: those of conditions, and others that the caller adds. */
export function bindValues(prepared: DuckDBPreparedStatement, { values }: Pick<FilterConditions, 'values'>): void {
  const names = Object.keys(values);
  if (names.length === 0) return;
  // Without explicit types, the binding turns a number without a fraction into an integer, which may overflow.
  const types = { string: VARCHAR, number: DOUBLE, boolean: BOOLEAN } as const;
  const typeOf = (name: string) => types[typeof values[name] as keyof typeof types];
  prepared.bind({ ...values }, Object.fromEntries(names.map(name => [name, typeOf(name)])));
}

/** Problems for the regular expressions that RE2 does not accept. @param place where the filters are in the request */
export async function wrongPatterns(
  connection: DuckDBConnection,
  filters: readonly Filter[],
  place = 'params.filterBy',
): Promise<ExportProblem[]> {
  const problems: ExportProblem[] = [];
  for (const [index, { filterType, values }] of filters.entries()) {
    if (filterType !== 'matches') continue;
    try {
      await connection.runAndReadAll("SELECT regexp_matches('', $pattern)", { pattern: values![0] as string });
    } catch (error) {
      const [, why] = /^Invalid Input Error: (.*)/.exec((error as Error).message) ?? [];
      if (why === undefined) throw error;
      const message = `is not a regular expression that RE2 takes: ${why}`;
      problems.push({ path: `${place}[${index}].values[0]`, message });
    }
  }
  return problems;
}
