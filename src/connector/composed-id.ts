// Local ids of relationships, which connectors compose of the ids of both ends.

/**
 * Compose an id of parts with a separator between them, so that different parts never make the same id. Where one place
 * alone looks like a seam, which is nearly everywhere, the id is the plain text. Else the separator is doubled inside the
 * parts, so that the seams are where its number in a row is odd. Doubling keeps the number of places that look like seams:
 * an id of one form is never one of the other.
 * @param separator one character that no part but the first begins with
 * @param seam what tells parts apart in the plain text, from any number of separators on; global
 */
export function composeId(parts: readonly string[], separator: string, seam: RegExp): string {
  const plain = parts.join(separator);
  if (plain.match(seam)?.length === 1) return plain;
  return parts.map(part => part.replaceAll(separator, separator.repeat(2))).join(separator);
}
