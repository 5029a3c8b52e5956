// Access to the attributes of an entry.
import { isUtf8 } from 'node:buffer';
import type { RawEntry } from '../protocol/messages.ts';

const none: readonly Buffer[] = [];

/** Names as entries have them, by their usual form: the same few names are looked up in every entry. */
const lowerCase = new Map<string, string>();

export function octetsOf({ attributes }: RawEntry, attribute: string): readonly Buffer[] {
  const name = lowerCase.get(attribute);
  if (name !== undefined) return attributes.get(name) ?? none;
  lowerCase.set(attribute, attribute.toLowerCase());
  return attributes.get(attribute.toLowerCase()) ?? none;
}

/** The first value that is text; values that are not UTF-8 are left out. */
export function firstText(entry: RawEntry, attribute: string): string | undefined {
  const values = octetsOf(entry, attribute);
  return values.length === 0 ? undefined : textsOf(entry, attribute)[0];
}

/** Values that are UTF-8 text and not blank, as the directory has them: blanks at both ends belong to them. */
export function textsOf(entry: RawEntry, attribute: string): string[] {
  const values = octetsOf(entry, attribute);
  const texts: string[] = [];
  for (const value of values) {
    if (!isUtf8(value)) continue;
    const text = value.toString('utf8');
    if (text.trim() !== '') texts.push(text);
  }
  return texts;
}

export function numberOf(entry: RawEntry, attribute: string): number | undefined {
  const text = firstText(entry, attribute)?.trim();
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Boolean (RFC 4517, section 3.3.3); servers also write it in small letters. */
export function holdsTrue(entry: RawEntry, attribute: string): boolean {
  return firstText(entry, attribute)?.trim().toUpperCase() === 'TRUE';
}

/** @param parse a function of values/times.ts */
export function timeOf(
  entry: RawEntry,
  attribute: string,
  parse: (text: string) => number | undefined,
): number | undefined {
  const text = firstText(entry, attribute)?.trim();
  return text === undefined ? undefined : parse(text);
}
