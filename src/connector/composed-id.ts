// Local ids of relationships, which connectors compose from the ids of both ends.

/**
 * Compose an id from parts with a separator between them, so that different parts never give the same id.
 *
 * The plain text is the id if exactly one place in it looks like the boundary between two ends. This is the usual case. Otherwise
 * every separator inside a part is doubled, so a boundary is a place with an odd number of separators. Doubling does not change
 * how many places look like the boundary, so an id of one form is never an id of the other.
 * @param separator one character; no part begins with it
 * @param seam matches every place that looks like the boundary, with any number of separators at its beginning; global
 */
export function composeId(parts: readonly string[], separator: string, seam: RegExp): string {
  const plain = parts.join(separator);
  if (plain.match(seam)?.length === 1) return plain;
  return parts.map(part => part.replaceAll(separator, separator.repeat(2))).join(separator);
}
