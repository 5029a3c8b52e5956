// Reads text files of any encoding as lines.
import { isUtf8 } from 'node:buffer';
import type { Findings } from '../findings.ts';
import { isTrouble, type Root, readFile } from './root.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line feed. Decoded as UTF-8, or as Latin-1 where the line is not UTF-8. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/** A field of a line; undefined when it is not UTF-8. */
export function utf8Field(line: Line, field: string): string | undefined {
  if (line.isUtf8) return field;
  const bytes = Buffer.from(field, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** A name that cannot be landed, with its bytes in hexadecimal where they are no printable ASCII: `Ren\xe9`. */
export function escapedName(line: Line, field: string): string {
  const bytes = Buffer.from(field, line.isUtf8 ? 'utf8' : 'latin1').toString('latin1');
  return bytes.replace(/[^ -~]/g, byte => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

export function* linesOf(bytes: Buffer): Generator<Line> {
  if (isUtf8(bytes)) {
    const texts = bytes.toString('utf8').split('\n');
    if (texts.at(-1) === '') texts.pop();
    for (const [index, text] of texts.entries()) yield { number: index + 1, text, isUtf8: true };
    return;
  }
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end === -1 ? bytes.length : end);
    const valid = isUtf8(line);
    yield { number, text: line.toString(valid ? 'utf8' : 'latin1'), isUtf8: valid };
    start = end === -1 ? bytes.length : end + 1;
  }
}

/** The lines of an optional file. When it is absent there are none; when it cannot be read there are none and a trouble. */
export async function readLines(root: Root, path: string, maxBytes: number, findings: Findings): Promise<Line[]> {
  const file = await readFile(root, path, maxBytes);
  if (!file) return [];
  if (!isTrouble(file)) return [...linesOf(file.content)];
  findings.troubles.push(file);
  return [];
}
