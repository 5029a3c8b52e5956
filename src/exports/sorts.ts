// Checks sortBy against a context.
import type { ExportContext } from './context-file.ts';
import { type ExportProblem, unknownField } from './filters.ts';

export interface Sort {
  readonly field: string;
  readonly sortType: 'asc' | 'desc';
}

/** The most fields that one export can be sorted by. */
export const mostSorts = 20;

/** The problems of sorts; empty when they are valid. */
export function checkSorts(context: ExportContext, sorts: readonly Sort[]): ExportProblem[] {
  if (sorts.length > mostSorts) {
    return [{ path: 'params.sortBy', message: `has ${sorts.length} fields; at most ${mostSorts} are possible` }];
  }
  return sorts.flatMap(({ field }, index) => {
    const path = `params.sortBy[${index}].field`;
    if (!context.columns.some(({ name }) => name === field)) return [{ path, message: unknownField(context, field) }];
    const first = sorts.findIndex(sort => sort.field === field);
    return first === index ? [] : [{ path, message: `${field} is in the list already, at ${first}` }];
  });
}
