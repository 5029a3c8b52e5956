// The columns of rows that are values of JSON: paths, of which each row shows what it has there.
import type { Problem } from '../../../../src/connector/contract.ts';
import { isJsonObject } from '../../../../src/connector/json-values.ts';
import { orNearest } from '../../description/nearest.ts';
import { type Cell, cellFault } from '../../mapping/cell.ts';
import { memberPath, type PathStep, parsePath, valueAtPath } from '../../mapping/json-path.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';

/** The row itself, where it is no object, and the row of the request that this one was asked for. */
const ownNames = { row: '$row', parent: '$parent' } as const;

export interface JsonColumns {
  column(name: string): number;
  /** The cells of a row, or why it cannot be used. */
  cellsOf(value: unknown, parent?: unknown): { readonly cells: readonly Cell[]; readonly fault?: string };
  /** Columns that no row had so far; empty when there were no rows. @param name of the rows, for messages */
  unmatched(name: string): Problem[];
}

/** @param uses columns whose names are paths @param nulls texts that mean nothing in any column */
export function jsonColumns(uses: readonly ColumnUse[], nulls?: ReadonlySet<string>): JsonColumns {
  const columns = [
    ...new Map(uses.map(use => [use.name, { use, steps: stepsOf(use.name), isMatched: false }])).values(),
  ];
  const indexes = new Map(columns.map(({ use }, index) => [use.name, index]));
  const known = new Set<string>();
  let rows = 0;
  return {
    column: name => indexes.get(name) ?? -1,
    cellsOf(value, parent) {
      rows += 1;
      if (rows <= rowsOfPaths) {
        for (const path of pathsOf(value)) known.add(path);
        for (const path of pathsOf(parent, ownNames.parent)) known.add(path);
      }
      const whole = { [ownNames.row]: value, [ownNames.parent]: parent };
      let fault: string | undefined;
      const cells = columns.map(column => {
        const { steps, use } = column;
        const first = steps[0]!;
        const isOwn = typeof first === 'object' && 'name' in first && Object.hasOwn(whole, first.name);
        const found = valueAtPath(isOwn ? whole : value, steps);
        if (found !== undefined) column.isMatched = true;
        fault ??= cellFault(found, use.name);
        return withoutNulls(found, nulls);
      });
      return fault === undefined ? { cells } : { cells, fault };
    },
    unmatched(name) {
      if (rows === 0) return [];
      return columns
        .filter(({ isMatched }) => !isMatched)
        .map(({ use }) => ({
          severity: 'warning',
          place: use.place,
          message: `\`${use.name}\` matches nothing in the ${rows === 1 ? 'row' : `${rows} rows`} of ${name}`,
          fix: orNearest(use.name, [...known]),
        }));
    },
  };
}

/** The description has been checked, so the path can be read. */
const stepsOf = (name: string) => parsePath(name) as readonly PathStep[];

function withoutNulls(cell: Cell, nulls: ReadonlySet<string> | undefined): Cell {
  if (!nulls) return cell;
  if (Array.isArray(cell)) return cell.filter(element => !(typeof element === 'string' && nulls.has(element.trim())));
  return typeof cell === 'string' && nulls.has(cell.trim()) ? '' : cell;
}

/** Rows whose members are known for suggestions, and the most of them. */
const rowsOfPaths = 20;
const mostPaths = 200;
const deepestPath = 5;

/** The paths to the scalars of a value: `id`, `profile.email`, `members[].id`. @param start the path to the value itself */
export function pathsOf(value: unknown, start = ''): string[] {
  const paths = new Set<string>();
  const visit = (at: unknown, path: string, depth: number) => {
    if (paths.size >= mostPaths || depth > deepestPath) return;
    if (Array.isArray(at)) for (const element of at.slice(0, rowsOfPaths)) visit(element, `${path}[]`, depth + 1);
    else if (isJsonObject(at) && Object.keys(at).length > 0 && !('source' in at && Object.keys(at).length === 1)) {
      for (const [name, member] of Object.entries(at)) visit(member, memberPath(path, name), depth + 1);
    } else if (path !== start) paths.add(path);
  };
  visit(value, start, 0);
  return [...paths];
}
