// Values that several reads of an opened source need.

/** Loads a value at its first use, and shares it afterwards. What failed is loaded again when it is needed again. */
export type Once = <Value>(key: string, load: () => Promise<Value>) => Promise<Value>;

export function createOnce(): Once {
  const values = new Map<string, Promise<unknown>>();
  return <Value>(key: string, load: () => Promise<Value>) => {
    const value = values.get(key) ?? load();
    values.set(key, value);
    value.catch(() => values.delete(key));
    return value as Promise<Value>;
  };
}
