// Cuts one row into cells, and takes off what exports add to the texts of cells.
import type { Marks } from './row-splitter.ts';

/** Characters that some databases write as an escape and a letter, in cells without quotes. */
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** How to write a quote within a text, for messages. */
export function quoteAdvice(text: string, { quote, escape: escaping }: Marks): string {
  const doubled = `double quotes that are part of a text (\`${quote}${quote}\`)`;
  if (escaping !== undefined || !text.includes(`\\${quote}`)) return `close it, and ${doubled}`;
  return `the row holds \`\\${quote}\`: if a backslash escapes the quotes of this export, set \`escape: '\\'\` of the file under \`files\``;
}

/** The cells of one row, or why it cannot be cut into cells. */
export function splitCells(text: string, marks: Marks): string[] | string {
  const { delimiter, quote } = marks;
  const escaping = marks.escape === quote ? undefined : marks.escape;
  if (!text.includes(quote) && (escaping === undefined || !text.includes(escaping))) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; at++) {
    if (text[at] !== quote) {
      const end = plainEnd(text, at, delimiter, escaping);
      const cell = text.slice(at, end);
      cells.push(escaping === undefined ? cell : unescapedPlain(cell, escaping, marks));
      if (end === text.length) return cells;
      at = end;
      continue;
    }
    const close = closingQuote(text, at + 1, quote, escaping);
    const inside = text.slice(at + 1, close);
    if (marks.escape === undefined && swallows(inside, quote))
      return `column ${cells.length + 1} goes on for several lines after \`\\${quote}\`: ${quoteAdvice(inside, marks)}; otherwise set \`escape: '${quote}'\``;
    cells.push(unescapedQuoted(inside, escaping, marks));
    at = close + 1;
    if (at >= text.length) return cells;
    if (text[at] !== delimiter)
      return `column ${cells.length} continues after its closing quote; ${quoteAdvice(text, marks).replace(/^close it, and /, '')}`;
  }
}

/** Whether a cell seems to hold the end of its own row and rows after it, because its backslash escaped a quote. */
function swallows(cell: string, quote: string): boolean {
  const at = cell.indexOf(`\\${quote}`);
  return at !== -1 && /[\r\n]/.test(cell.slice(at));
}

function plainEnd(text: string, from: number, delimiter: string, escaping: string | undefined): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === delimiter) return at;
    if (text[at] === escaping) at++;
  }
  return text.length;
}

function closingQuote(text: string, from: number, quote: string, escaping: string | undefined): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === escaping) at++;
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at;
      at++;
    }
  }
  return text.length;
}

/** An escape before a quote, a delimiter, a line end or an escape is taken off. Before anything else it stays: `C:\temp`. */
function unescapedQuoted(cell: string, escaping: string | undefined, { quote, delimiter }: Marks): string {
  let text = '';
  for (let at = 0; at < cell.length; at++) {
    const next = cell[at + 1];
    const isPair = cell[at] === quote && next === quote;
    const isEscaped =
      cell[at] === escaping && next !== undefined && `${quote}${delimiter}${escaping}\r\n`.includes(next);
    if (isPair || isEscaped) at++;
    text += cell[at];
  }
  return text;
}

/** A cell of `\N` alone is empty: so databases write what is not there. */
function unescapedPlain(cell: string, escaping: string, { quote, delimiter }: Marks): string {
  if (cell === `${escaping}N`) return '';
  let text = '';
  for (let at = 0; at < cell.length; at++) {
    const next = cell[at + 1];
    const isEscape = cell[at] === escaping && next !== undefined;
    const control = isEscape ? controls[next] : undefined;
    if (control !== undefined || (isEscape && `${quote}${delimiter}${escaping}\r\n`.includes(next))) at++;
    text += control ?? cell[at];
  }
  return text;
}

/** `="0001"`, as the formula that makes a spreadsheet keep a text. */
const formulaText = /^=\s*"((?:[^"]|"")*)"$/;
/** An apostrophe or a tab before a character with which a formula or a number begins. Names such as `'t Hooft` have none. */
const guarded = /^['\t](?=[=+\-@\t\r\d])/;

/** The text without the marks that make a spreadsheet keep it as a text. */
export function withoutSpreadsheetMarks(cell: string): string {
  const formula = formulaText.exec(cell.trim());
  return formula ? formula[1]!.replaceAll('""', '"') : cell.replace(guarded, '');
}

/** Whether a spreadsheet's mark is around the text. */
export const hasSpreadsheetMarks = (cell: string) => withoutSpreadsheetMarks(cell) !== cell;
