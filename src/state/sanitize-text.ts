// Sanitizes texts of sources and tools before they are stored in state. PostgreSQL's text type cannot hold NUL, and lists of
// runs show the whole texts, so their length is limited.

import type { Gap, Within } from '../connector/contract.ts';

const mostCharacters = 4_000;

/** Replace NUL by U+FFFD, and truncate a long text. */
export function sanitizeText(text: string): string {
  const sanitized = text.replaceAll('\0', '\uFFFD');
  if (sanitized.length <= mostCharacters) return sanitized;
  return `${sanitized.slice(0, mostCharacters).toWellFormed()} … (${sanitized.length - mostCharacters} more characters)`;
}

/** A copy of a gap with sanitized texts and without unknown fields. */
export function sanitizeGap({ reason, subject, message, missing, except }: Gap): Gap {
  return {
    ...{ reason, subject: sanitizeText(subject), message: sanitizeText(message), missing },
    ...(except && { except: sanitizeWithin(except) }),
  };
}

function sanitizeWithin({ field, is, startsWith }: Within): Within {
  return {
    field,
    ...(is && { is: is.map(sanitizeText) }),
    ...(startsWith && { startsWith: startsWith.map(sanitizeText) }),
  };
}
