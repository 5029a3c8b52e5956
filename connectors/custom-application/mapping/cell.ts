// What a row has in a column: a text where its rows come from a file of texts, any value of JSON elsewhere.
import { ExactNumber } from '../../../src/connector/exact-json.ts';

/** A text, or a value of JSON as `parseExactly` gives it. Undefined, null and an empty text are no value. */
export type Cell = unknown;

/** The text of a cell, numbers with all their digits; undefined for a list or an object. */
export function textOfCell(cell: Cell): string | undefined {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object' || cell instanceof ExactNumber) return String(cell);
  return undefined;
}

/** The elements of a list; a cell that is no list is its only element. */
export const elementsOfCell = (cell: Cell): readonly Cell[] => (Array.isArray(cell) ? cell : [cell]);

/** The longest text of a cell, in characters. */
const cellLimitCharacters = 1024 * 1024;

/** Why a cell cannot be used; undefined when it can. @param name of its column, for the message */
export function cellFault(cell: Cell, name: string): string | undefined {
  const isTooLong = elementsOfCell(cell).some(
    element => typeof element === 'string' && element.length > cellLimitCharacters,
  );
  return isTooLong ? `\`${name}\` holds a text of more than ${cellLimitCharacters} characters` : undefined;
}

/** Why the cells of a row cannot be used: the first fault. @param names of their columns */
export function faultOfCells(cells: readonly Cell[], names: readonly string[]): string | undefined {
  for (const [index, cell] of cells.entries()) {
    const fault = cellFault(cell, names[index] ?? `column ${index + 1}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The text, or the JSON of a list or an object. */
export const jsonOfCell = (cell: Cell): string => textOfCell(cell) ?? JSON.stringify(cell);

/** What is wrong with a cell that should be a text. */
export function notText(cell: Cell): string {
  if (cell instanceof Uint8Array) return 'holds bytes that are no text in UTF-8';
  return Array.isArray(cell)
    ? 'holds a list, not a text: name one of its elements (`…[0]`), or make a record of each with `split`'
    : 'holds an object, not a text: name a path into it (`….name`)';
}
