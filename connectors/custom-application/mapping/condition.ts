// Conditions on the cells of a row: `where` of an entry, and of a case of a value.
import { isMap, type Node } from 'yaml';
import { z } from 'zod';
import { type ConfigDocument, pairsOf } from '../description/config-document.ts';
import { type Cell, elementsOfCell, jsonOfCell } from './cell.ts';
import { type ColumnUse, cellOf, type Mapping, ofRow, type RowContext, type TableScope } from './mapping.ts';

const text = z.string().nullable();
const texts = z.union([text, z.array(text)]);

const part = z.string().min(1, 'must not be empty');
const parts = z.union([part, z.array(part)]);

/** Column → the texts that it may hold. */
export const WhereForm = z.record(
  z.string().min(1),
  z.union(
    [texts, z.strictObject({ not: texts }), z.strictObject({ contains: parts }), z.strictObject({ startsWith: parts })],
    'expected a text, a list of texts, `not` with one of these, or `contains` or `startsWith` with a text or a list of texts',
  ),
);

/** Whether what a column holds fits. A list fits when one of its elements does, and with `not` when none is excluded. */
export interface Condition {
  readonly column: ColumnUse;
  readonly fits: (texts: readonly string[]) => boolean;
}

/** @param node the map that `form` was parsed from */
export function whereConditions(
  document: ConfigDocument,
  node: Node | undefined,
  form: z.output<typeof WhereForm> | undefined,
): Condition[] {
  if (!isMap(node) || !form) return [];
  return pairsOf(document, node).map(({ key, keyNode }) => {
    return { column: { name: key, place: document.place(keyNode) }, fits: fitting(form[key]!) };
  });
}

/** Whether cells fulfil the conditions of a form, which are in the order of its columns. */
export function cellsFit(form: z.output<typeof WhereForm>): (cells: readonly Cell[]) => boolean {
  const conditions = Object.values(form).map(fitting);
  return cells => conditions.every((fits, index) => fits(textsOfCell(cells[index])));
}

function textsOfCell(cell: Cell): readonly string[] {
  const elements = elementsOfCell(cell);
  return elements.length > 0 ? elements.map(jsonOfCell) : [''];
}

function fitting(given: z.output<typeof WhereForm>[string]): Condition['fits'] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return isOneOf(given);
  if ('not' in given) {
    const isExcluded = isOneOf(given.not);
    return texts => !isExcluded(texts);
  }
  if ('startsWith' in given) {
    const beginnings = [given.startsWith].flat();
    return texts => texts.some(text => beginnings.some(each => text.startsWith(each)));
  }
  const wanted = [given.contains].flat().map(each => each.toLowerCase());
  return texts => texts.some(text => wanted.some(each => text.toLowerCase().includes(each)));
}

function isOneOf(wanted: z.output<typeof texts>): Condition['fits'] {
  // Null is an empty cell.
  const list = new Set((Array.isArray(wanted) ? wanted : [wanted]).map(each => each ?? ''));
  return texts => texts.some(text => list.has(text));
}

/** The columns that conditions need. */
export function columnsOfConditions(conditions: readonly Condition[]): ColumnUse[] {
  return ofRow(conditions.map(({ column }) => column));
}

/** Whether a row fulfils all conditions. */
export function bindConditions(conditions: readonly Condition[], scope: TableScope): (row: RowContext) => boolean {
  const bound = conditions.map(({ column, fits }) => ({ cell: cellOf(scope, column.name), fits }));
  return row => bound.every(({ cell, fits }) => fits(textsOfCell(cell(row))));
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
