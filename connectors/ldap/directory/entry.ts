// Access to the attributes of an entry.
import { isUtf8 } from 'node:buffer';
import type { RawEntry } from '../protocol/messages.ts';

const none: readonly Buffer[] = [];

export function octetsOf(entry: RawEntry, attribute: string): readonly Buffer[] {
  return entry.attributes.get(attribute.toLowerCase()) ?? none;
}

/** The first value that is text; values that are not UTF-8 are left out. */
export function textOf(entry: RawEntry, attribute: string): string | undefined {
  return textsOf(entry, attribute)[0];
}

/** Values that are UTF-8 text and not blank. */
export function textsOf(entry: RawEntry, attribute: string): string[] {
  const texts: string[] = [];
  for (const value of octetsOf(entry, attribute)) {
    if (!isUtf8(value)) continue;
    const text = value.toString('utf8').trim();
    if (text !== '') texts.push(text);
  }
  return texts;
}

export function numberOf(entry: RawEntry, attribute: string): number | undefined {
  const text = textOf(entry, attribute);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Boolean (RFC 4517, section 3.3.3); servers also write it in small letters. */
export function holdsTrue(entry: RawEntry, attribute: string): boolean {
  return textOf(entry, attribute)?.toUpperCase() === 'TRUE';
}
