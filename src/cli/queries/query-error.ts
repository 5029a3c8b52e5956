// Shows the error of a query with its place: the line of SQL, a caret under the column, and the hint.

import stringWidth from 'string-width';
import { printableText } from '../../text/printable.ts';
import type { ApiError } from '../api/api-client.ts';

const widestLine = 100;

/**
 * Several lines about an error of the API. For an error in a query, they show the place in its text.
 * @param sql the text of the query, if known
 */
export function explainApiError(error: ApiError, sql?: string): string {
  const { line, column, hint } = error.details;
  const lines = [`${error.code}: ${error.reason}`];
  if (sql !== undefined && typeof line === 'number') {
    lines.push(...placeIn(sql, line, typeof column === 'number' ? column : undefined));
  }
  if (typeof hint === 'string' && hint !== '' && !error.reason.includes(hint)) lines.push(`hint: ${hint}`);
  for (const { code, message } of error.reasons) {
    if (!error.reason.includes(message)) lines.push(`${code}: ${message}`);
  }
  return printableText(lines.join('\n'));
}

/** Lines and columns count from 1, columns in characters. Nothing is shown for a place outside the text. */
function placeIn(sql: string, line: number, column: number | undefined): string[] {
  const text = sql.split(/\r\n|\n|\r/)[line - 1];
  if (text === undefined) return [];
  const characters = [...text.replaceAll('\t', ' ')];
  // Show only the part around the column when the line is too long.
  const start = Math.max(0, Math.min((column ?? 1) - 1, characters.length) - Math.floor(widestLine / 2));
  const shown = characters.slice(start, start + widestLine);
  const heading = `${line} | `;
  const before = start > 0 ? '…' : '';
  const after = start + widestLine < characters.length ? '…' : '';
  const quoted = `${heading}${before}${shown.join('')}${after}`;
  if (column === undefined || column < 1 || column > characters.length + 1) return [quoted];
  const upTo = `${before}${shown.slice(0, column - 1 - start).join('')}`;
  return [quoted, `${' '.repeat(heading.length - 2)}| ${' '.repeat(stringWidth(upTo))}^`];
}
