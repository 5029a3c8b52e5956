// Read-through memory for what lies in state and may change there at any time: an answer is at most so old.

export interface FreshLookup<Value> {
  get(key: string): Promise<Value>;
  /** Like `get`, but at most `maximumAgeMs` old. */
  getNewer(key: string, maximumAgeMs: number): Promise<Value>;
}

export interface FreshLookupOptions {
  readonly freshMs: number;
  /** How many keys are remembered; the oldest go first. */
  readonly atMost: number;
  /** Milliseconds, of any origin. */
  readonly now: () => number;
}

/** Many callers that ask for the same key at once share one load. A load that fails is not remembered. */
export function freshLookup<Value>(
  load: (key: string) => Promise<Value>,
  { freshMs, atMost, now }: FreshLookupOptions,
): FreshLookup<Value> {
  const entries = new Map<string, { value: Promise<Value>; loadedAt: number }>();

  function getNewer(key: string, maximumAgeMs: number): Promise<Value> {
    const time = now();
    const entry = entries.get(key);
    // A clock that was set back makes the age negative; nothing is known then.
    if (entry && time >= entry.loadedAt && time - entry.loadedAt < maximumAgeMs) return entry.value;
    const loading = { value: load(key), loadedAt: time };
    loading.value.catch(() => {
      if (entries.get(key) === loading) entries.delete(key);
    });
    entries.delete(key);
    entries.set(key, loading);
    if (entries.size > atMost) entries.delete(entries.keys().next().value!);
    return loading.value;
  }

  return { getNewer, get: key => getNewer(key, freshMs) };
}
