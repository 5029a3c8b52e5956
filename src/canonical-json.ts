// One text for equal JSON values, to compare or to digest.

/**
 * The same text for JSON values that differ only in spaces and in the order of members (RFC 8785). As in JSON.stringify, an
 * undefined member is omitted, and an undefined element is null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
