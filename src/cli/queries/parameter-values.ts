// Values of parameters as users write them.

/** JSON if the text is JSON, else the text itself. */
export function parseValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Large integers stay text, because a JavaScript number would lose digits.
    return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? text : value;
  } catch {
    return text;
  }
}
