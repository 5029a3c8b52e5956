// Choices that this browser keeps: the theme, the columns of a table. Nothing of the inventory and no secret is kept.

export interface Kept<Value> {
  get(): Value;
  set(value: Value): void;
}

/**
 * @param name names the choice in this browser
 * @param isValid decides whether what was found may be used; an older console may have written it
 */
export function kept<Value>(name: string, otherwise: Value, isValid: (value: unknown) => boolean): Kept<Value> {
  const key = `rolecall.${name}`;
  return {
    get() {
      try {
        const text = localStorage.getItem(key);
        const value: unknown = text === null ? undefined : JSON.parse(text);
        return value !== undefined && isValid(value) ? (value as Value) : otherwise;
      } catch {
        return otherwise;
      }
    },
    set(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // A browser that keeps nothing forgets the choice with the page.
      }
    },
  };
}
