// Guesses which columns name roles and groups, and who belongs to them.
import type { SampledColumn } from './sample.ts';
import { flow, oneLine } from './text.ts';

export interface Container {
  readonly type: 'Role' | 'UserGroup';
  readonly column: SampledColumn;
}

interface Rows {
  /** `file: users.csv` or `request: users`, as YAML. */
  readonly from: string;
  /** Column with the ids of the accounts. */
  readonly id: string | undefined;
  /** Rows of one account may have the same value. */
  readonly distinct: boolean;
}

/** The lines that map each value of a column, or each piece of its cells, to an object. */
export function objectLines({ type, column }: Container, { from }: Rows): string[] {
  const value = separatorOf(column) === undefined ? column.name : '$item';
  const kind = type === 'Role' ? 'Custom' : 'Security';
  return [
    `  ${type}: # one for each value in the column ${oneLine(column.name)}`,
    `    ${from}`,
    `    ${rowsOf(column)}`,
    '    distinct: true',
    `    fields: ${flow({ id: value, name: value, type: { constant: kind } })}`,
  ];
}

/** The same lines as an element of a list, for a type that has several columns. */
export function objectItemLines(container: Container, rows: Rows): string[] {
  const [heading, first, ...others] = objectLines(container, rows);
  const comment = heading!.slice(heading!.indexOf('#'));
  return [`    - ${first!.trim()} ${comment}`, ...others.map(line => `  ${line}`)];
}

/** The lines that map who belongs to these objects. */
export function relationLines({ type, column }: Container, { from, id, distinct }: Rows): string[] {
  const value = separatorOf(column) === undefined ? column.name : '$item';
  const ends = { entityId: id, entityType: { constant: 'Account' } };
  return [
    `    - ${from}`,
    `      ${rowsOf(column)}`,
    ...(distinct ? ['      distinct: true'] : []),
    `      fields: ${flow({ ...ends, managedViaObjectId: value, managedViaObjectType: { constant: type } })}`,
  ];
}

function rowsOf(column: SampledColumn): string {
  const separator = separatorOf(column);
  if (separator === undefined) return `where: ${flow({ [column.name]: { not: '' } })}`;
  return `split: ${flow({ column: column.name, separator })}`;
}

/** What separates several values in a cell; undefined when each cell holds one. */
export function separatorOf({ texts }: SampledColumn): string | undefined {
  const distinct = [...new Set(texts)];
  return [';', '|', ','].find(separator => {
    const several = distinct.filter(text => text.includes(separator));
    if (several.length === 0) return false;
    // A comma may belong to a name (`Sales, EMEA`). It separates when some piece is in another cell, too.
    return separator !== ',' || several.some(text => sharesPiece(text, distinct, separator));
  });
}

function sharesPiece(text: string, all: readonly string[], separator: string): boolean {
  const piecesOf = (cell: string) => cell.split(separator).map(piece => piece.trim());
  const pieces = piecesOf(text);
  return all.some(other => other !== text && piecesOf(other).some(piece => piece !== '' && pieces.includes(piece)));
}
