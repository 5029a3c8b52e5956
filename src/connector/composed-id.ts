// Local ids of relationships, which connectors compose of the ids of both ends.

/**
 * Compose an id of parts with a separator between them, so that different parts never make the same id.
 *
 * Where a single place of the plain text looks like the seam between the ends, which is nearly always so, the plain text is the
 * id. Otherwise the separator is doubled inside each part; the seams are then the places with an odd number of separators in a
 * row. Doubling does not change how many places look like the seam, so an id of one form is never an id of the other.
 * @param separator one character; no part begins with it
 * @param seam matches every place that looks like the seam, whatever number of separators it begins with; global
 */
export function composeId(parts: readonly string[], separator: string, seam: RegExp): string {
  const plain = parts.join(separator);
  if (plain.match(seam)?.length === 1) return plain;
  return parts.map(part => part.replaceAll(separator, separator.repeat(2))).join(separator);
}
