// Conditions on the cells of a row: `where` of an entry, and of a case of a value.
import { isMap, type Node } from 'yaml';
import { z } from 'zod';
import { type ConfigDocument, pairsOf } from './config-document.ts';
import { type ColumnUse, cellOf, itemColumn, type Mapping, type RowContext, type TableScope } from './mapping.ts';

const text = z.string().nullable();
const texts = z.union([text, z.array(text)]);

/** Column → the texts that it may hold. */
export const WhereForm = z.record(
  z.string().min(1),
  z.union([texts, z.strictObject({ not: texts })], 'expected a text, a list of texts, or `not` with one of these'),
);

/** Holds when the column holds one of the texts; with `not`, when it holds none of them. */
export interface Condition {
  readonly column: ColumnUse;
  readonly texts: ReadonlySet<string>;
  readonly not: boolean;
}

/** @param node the map that `form` was parsed from */
export function whereConditions(
  document: ConfigDocument,
  node: Node | undefined,
  form: z.output<typeof WhereForm> | undefined,
): Condition[] {
  if (!isMap(node) || !form) return [];
  return pairsOf(document, node).map(({ key, keyNode }) => {
    const given = form[key]!;
    const not = typeof given === 'object' && given !== null && 'not' in given;
    const wanted = not ? given.not : given;
    // Null is an empty cell.
    const list = (Array.isArray(wanted) ? wanted : [wanted]).map(each => each ?? '');
    return { column: { name: key, place: document.place(keyNode) }, texts: new Set(list), not };
  });
}

/** The columns that conditions need. */
export function columnsOfConditions(conditions: readonly Condition[]): ColumnUse[] {
  return conditions.map(({ column }) => column).filter(({ name }) => name !== itemColumn);
}

/** Whether a row fulfils all conditions. */
export function bindConditions(conditions: readonly Condition[], scope: TableScope): (row: RowContext) => boolean {
  const bound = conditions.map(({ column, texts: wanted, not }) => ({ cell: cellOf(scope, column.name), wanted, not }));
  return row => bound.every(({ cell, wanted, not }) => wanted.has(cell(row)) !== not);
}

/** The value of the first mapping whose conditions the row fulfils; absent when it fulfils none of them. */
export function casesMapping(
  cases: readonly { readonly conditions: readonly Condition[]; readonly mapping: Mapping }[],
): Mapping {
  return {
    columns: cases.flatMap(({ conditions, mapping }) => [...columnsOfConditions(conditions), ...mapping.columns]),
    lookups: cases.flatMap(({ mapping }) => mapping.lookups),
    bind: scope => {
      const bound = cases.map(({ conditions, mapping }) => ({
        holds: bindConditions(conditions, scope),
        evaluate: mapping.bind(scope),
      }));
      return row => bound.find(({ holds }) => holds(row))?.evaluate(row);
    },
  };
}
