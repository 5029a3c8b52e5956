// What addresses say, whoever wrote them.

/** A text after the `?` of an address. The router reads `?q=5` as a number and `?q=true` as a boolean. */
export function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
