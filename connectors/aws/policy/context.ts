// What is known of a request before it is made.
import { literals } from './patterns.ts';

/**
 * Keys in lower case → values; null: the request does not have the key. A key that is not in the map is not known
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html).
 */
export type Context = ReadonlyMap<string, readonly string[] | null>;

export function contextOf(facts: Readonly<Record<string, string | readonly string[] | null | undefined>>): Context {
  return new Map(
    Object.entries(facts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key.toLowerCase(), typeof value === 'string' ? [value] : value] as const],
    ),
  );
}

export interface Resolved {
  readonly pattern: string;
  /** Keys of variables whose values are not known; each is `*` in the pattern. */
  readonly unknown: readonly string[];
}

/** Put values in the place of policy variables such as `${aws:username}` and `${aws:PrincipalTag/team, 'none'}`. */
export function resolveVariables(text: string, context: Context, hasVariables: boolean): Resolved {
  if (!hasVariables || !text.includes('${')) return { pattern: text, unknown: [] };
  const unknown: string[] = [];
  const pattern = text.replaceAll(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    const literal = literals.get(name);
    if (literal !== undefined) return literal;
    const [, key = name, fallback] = /^([^,]*?)\s*(?:,\s*'([^']*)')?$/.exec(name) ?? [];
    const value = context.get(key.trim().toLowerCase());
    const known = value === null ? fallback : value?.[0];
    if (known !== undefined) return known.replaceAll(/[*?]/g, character => literals.get(character)!);
    unknown.push(key.trim());
    return '*';
  });
  return { pattern, unknown };
}
