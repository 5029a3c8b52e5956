// Reads values from addresses. Anybody may have written them, so a value may have any form.

/** A text after the `?` of an address. The router reads `?q=5` as a number and `?q=true` as a boolean. */
export function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
