// Text that a terminal shows as it is: nothing in it controls the terminal.

/** A value as one line of text without control characters. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** The same for a text of several lines. */
export function printableText(text: string): string {
  return text
    .split(/\r?\n/)
    .map(line => printable(line.replaceAll('\t', '    ')))
    .join('\n');
}

/** Control characters from a source must not control the terminal or change the text direction. */
export function printable(line: string): string {
  return line.replaceAll(steering, '�');
}

const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
