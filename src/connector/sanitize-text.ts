// What sources and tools say of themselves, as state keeps it: PostgreSQL's text holds no NUL, and whoever lists runs is shown
// all of it.

import type { Gap } from './contract.ts';

const mostCharacters = 4_000;

/** A text with NUL replaced by U+FFFD, cut off when it is longer than anybody reads. */
export function sanitizeText(text: string): string {
  const told = text.replaceAll('\0', '\uFFFD');
  if (told.length <= mostCharacters) return told;
  return `${told.slice(0, mostCharacters).toWellFormed()} … (${told.length - mostCharacters} more characters)`;
}

/** A gap with nothing but what a gap has. */
export function sanitizeGap({ reason, subject, message, missing }: Gap): Gap {
  return { reason, subject: sanitizeText(subject), message: sanitizeText(message), missing };
}
