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

/** The text, or the JSON of a list or an object. */
export const jsonOfCell = (cell: Cell): string => textOfCell(cell) ?? JSON.stringify(cell);

/** What is wrong with a cell that should be a text. */
export function notText(cell: Cell): string {
  if (cell instanceof Uint8Array) return 'holds bytes that are no text in UTF-8';
  return Array.isArray(cell)
    ? 'holds a list, not a text: name one of its elements (`…[0]`), or make a record of each with `split`'
    : 'holds an object, not a text: name a path into it (`….name`)';
}
