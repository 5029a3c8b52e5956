// Text that a terminal shows as it is: nothing in it controls the terminal.
import { withCodes } from '../invisible-characters.ts';

/** A value as one line of text without control characters. Line breaks are shown as `↵`. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return printable(text.replaceAll(/\r?\n/g, '↵').replaceAll('\t', ' '));
}

/** The same for a text of several lines. */
export function printableText(text: string): string {
  return text
    .split(/\r?\n/)
    .map(line => printable(line.replaceAll('\t', '    ')))
    .join('\n');
}

/**
 * Control characters from a source must not control the terminal or change the text direction. Their codes are shown instead, and so is
 * that of the replacement character, which stands for something that could not be read.
 */
export const printable = (line: string) => withCodes(line).replaceAll('\ufffd', '<U+FFFD>');

/** The same for CSV, whose line breaks belong to its form. A carriage return alone would write over the line that it stands in. */
export const printableCsv = (text: string) => text.replaceAll(/\r(?!\n)|[^\r\n]+/g, printable);
