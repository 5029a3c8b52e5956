// Flags as sources write them: booleans, numbers and words.

const words = new Map<string, boolean>([
  ...['true', 'yes', 'y', 'on', '1'].map(word => [word, true] as const),
  ...['false', 'no', 'n', 'off', '0'].map(word => [word, false] as const),
]);

/** Words for the state of an account. */
const states = new Map<string, boolean>([
  ...['active', 'enabled'].map(word => [word, true] as const),
  ...['inactive', 'disabled', 'deactivated', 'suspended'].map(word => [word, false] as const),
]);

/** The words of a flag, for messages. */
export const flagWords = [...words.keys()].join(', ');

/** A boolean, 1 or 0, or a word of {@link flagWords} in any case; undefined for everything else, which says nothing. */
export function flagOfValue(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return words.get(String(value).trim().toLowerCase());
}

/** A flag that says whether an account is enabled, which some sources write as a state: `inactive`, `disabled`. */
export function enabledOfValue(value: unknown): boolean | undefined {
  return flagOfValue(value) ?? (typeof value === 'string' ? states.get(value.trim().toLowerCase()) : undefined);
}
