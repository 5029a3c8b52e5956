// A mapping is compiled once from the configuration, bound once to the header of its file, and then evaluated for every
// row. This file has the parts that the three steps share.
import { type Cell, notText, textOfCell } from './cell.ts';
import { type PathStep, parsePath, valueAtPath } from './json-path.ts';

/** Rows by the section of the description that says where they come from. */
export interface RowsName {
  readonly kind: 'file' | 'request' | 'query' | 'pushed';
  /** Of a file: a name, or a pattern. */
  readonly name: string;
}

/** A column that a mapping names, with the place in the configuration. */
export interface ColumnUse {
  readonly name: string;
  readonly place: string;
}

/** A reference to other rows: find `key` there, take `value`. */
export interface LookupUse {
  readonly rows: RowsName;
  readonly key: string;
  readonly value: string;
  readonly place: string;
}

export type LookupResult = { readonly text: string } | 'none' | 'ambiguous';

/** What a mapping is bound to. */
export interface TableScope {
  /** Index of the column in each row; the column has been checked to exist. */
  column(name: string): number;
  /** Finds the value for a key in the other rows. */
  lookup(use: LookupUse): (key: string) => LookupResult;
}

/** The current row. */
export interface RowContext {
  readonly cells: readonly Cell[];
  /** The current element of a list, column `$item`. */
  item: Cell;
  /**
   * Report why the row cannot become a record.
   * @param kind the same for all rows with this fault, for a check that counts them; default: the reason itself
   */
  refuse(reason: string, kind?: string): void;
}

/** The value for a row; undefined when it is absent. */
export type Evaluate = (row: RowContext) => unknown;

export interface Mapping {
  /** What each of its texts begins with; absent: not known. */
  readonly prefix?: string | undefined;
  readonly columns: readonly ColumnUse[];
  readonly lookups: readonly LookupUse[];
  bind(scope: TableScope): Evaluate;
}

/** Name of the column that contains the current element within `each`, or the current piece with `split`. */
const itemColumn = '$item';

/** Whether a column is the current element, or a path into it: `$item.id`. */
const isOfItem = (name: string) => /^\$item(?:[.[]|$)/.test(name) && typeof parsePath(name) !== 'string';

/** The uses of columns that are in the row itself. */
export const ofRow = (uses: readonly ColumnUse[]): ColumnUse[] => uses.filter(({ name }) => !isOfItem(name));

/** What a row has in a column; for `$item`, the current element or what is at a path into it. */
export function cellOf(scope: TableScope, name: string): (row: RowContext) => Cell {
  if (name === itemColumn) return row => row.item;
  if (isOfItem(name)) {
    const steps = parsePath(name) as readonly PathStep[];
    return row => valueAtPath({ [itemColumn]: row.item }, steps);
  }
  const index = scope.column(name);
  return row => row.cells[index];
}

/** The text of a column. Refuses a row that has a list or an object there, and then gives an empty text. */
export function textCellOf(scope: TableScope, name: string): (row: RowContext) => string {
  const cell = cellOf(scope, name);
  return row => {
    const value = cell(row);
    const text = textOfCell(value);
    if (text === undefined) row.refuse(`column \`${name}\` ${notText(value)}`);
    return text ?? '';
  };
}

/** One field of a record, given by its path, with the mapping that fills it. */
export interface Leaf {
  readonly path: readonly string[];
  readonly mapping: Mapping;
}

export function constantMapping(value: unknown): Mapping {
  return { columns: [], lookups: [], bind: () => () => value };
}

/** An object from its leaves; undefined when all of them are absent. */
export function objectMapping(leaves: readonly Leaf[]): Mapping {
  return {
    ...usesOf(leaves.map(leaf => leaf.mapping)),
    bind: scope => {
      const bound = leaves.map(({ path, mapping }) => ({ path, evaluate: mapping.bind(scope) }));
      return row => {
        let object: Record<string, unknown> | undefined;
        for (const { path, evaluate } of bound) {
          const value = evaluate(row);
          if (value === undefined) continue;
          object ??= {};
          put(object, path, value);
        }
        return object;
      };
    },
  };
}

/** A list from one mapping per element. Absent elements are left out; the list is undefined when all are absent. */
export function listMapping(elements: readonly Mapping[]): Mapping {
  return {
    ...usesOf(elements),
    bind: scope => {
      const bound = elements.map(element => element.bind(scope));
      return row => {
        const values = bound.map(evaluate => evaluate(row)).filter(value => value !== undefined);
        return values.length > 0 ? values : undefined;
      };
    },
  };
}

function usesOf(mappings: readonly Mapping[]): Pick<Mapping, 'columns' | 'lookups'> {
  return {
    columns: mappings.flatMap(mapping => mapping.columns),
    lookups: mappings.flatMap(mapping => mapping.lookups),
  };
}

function put(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (path.length === 1) {
    object[path[0]!] = value;
    return;
  }
  let at = object;
  for (const step of path.slice(0, -1)) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  at[path.at(-1)!] = value;
}
