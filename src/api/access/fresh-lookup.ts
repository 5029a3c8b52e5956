// Read-through memory for what lies in state and may change there at any time: an answer is at most so old, unless the
// state does not answer.

export interface FreshLookup<Value> {
  get(key: string): Promise<Value>;
  /** Like `get`, but at most `maximumAgeMs` old, whatever does not answer. */
  getNewer(key: string, maximumAgeMs: number): Promise<Value>;
}

export interface FreshLookupOptions {
  readonly freshMs: number;
  /** How many keys are remembered; the oldest go first. */
  readonly atMost: number;
  /** Milliseconds, of any origin. */
  readonly now: () => number;
  /** Errors of a load that say that nobody answers: the last known answer goes on counting. */
  readonly isOutage: (error: unknown) => boolean;
}

/**
 * How long the last known answer counts while the state does not answer: longer than a failover or a restart takes, so that
 * reads outlive it, and the longest that a client which was revoked just before may stay in.
 */
export const outageMs = 15 * 60_000;
/** For how long after a failed load known answers are given without another try. */
const retryAfterMs = 1000;
/** For how long after it nobody waits for the tries. Silence that was noticed longer ago may well be over. */
const silenceMs = 10_000;
/** How long a load may take before a known answer is given instead: a line that is dead, not refused, says nothing. */
const patienceMs = 300;

interface Load<Value> {
  readonly value: Promise<Value>;
  readonly since: number;
  /** Resolves when the load ended, however, or took longer than patience lasts. */
  readonly settledOrSlow: Promise<void>;
}

interface Entry<Value> {
  /** The last answer, as of when it was asked for. */
  known?: { readonly value: Value; readonly asOf: number; readonly order: number };
  loading?: Load<Value>;
}

/**
 * Many callers that ask for the same key at once share one load. A load that fails is not remembered, but for an outage:
 * from then on known answers are given at once, and looked up again behind the caller's back. What is not there
 * (`undefined`) never outlives its time.
 */
export function freshLookup<Value>(
  load: (key: string) => Promise<Value>,
  { freshMs, atMost, now, isOutage }: FreshLookupOptions,
): FreshLookup<Value> {
  const entries = new Map<string, Entry<Value>>();
  /** When a load last got no answer, of whatever key; undefined once one did. */
  let silentSince: number | undefined;
  let loads = 0;

  function entryOf(key: string): Entry<Value> {
    let entry = entries.get(key);
    if (!entry) {
      entry = {};
      entries.set(key, entry);
      if (entries.size > atMost) entries.delete(entries.keys().next().value!);
    }
    return entry;
  }

  function reload(key: string, entry: Entry<Value>): Load<Value> {
    const since = now();
    const order = ++loads;
    const value = load(key);
    // Moved to the end, so that the first is the one loaded the longest ago.
    entries.delete(key);
    entries.set(key, entry);
    const settled = value.then(
      answer => {
        silentSince = undefined;
        if (order >= (entry.known?.order ?? 0)) entry.known = { value: answer, asOf: since, order };
      },
      error => {
        if (isOutage(error)) silentSince = now();
        if (!entry.known && entry.loading === loading && entries.get(key) === entry) entries.delete(key);
      },
    );
    const loading: Load<Value> = { value, since, settledOrSlow: orSlow(settled) };
    entry.loading = loading;
    settled.then(() => {
      if (entry.loading === loading) delete entry.loading;
    });
    return loading;
  }

  function orSlow(settled: Promise<void>): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        silentSince = now();
        resolve();
      }, patienceMs);
      settled.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  // A clock that was set back makes the age negative; nothing is known then.
  const isWithin = (asOf: number, ageMs: number) => now() >= asOf && now() - asOf < ageMs;

  /** A load that was begun at most so long ago. */
  function loadSince(key: string, entry: Entry<Value>, maximumAgeMs: number): Load<Value> {
    return entry.loading && isWithin(entry.loading.since, maximumAgeMs) ? entry.loading : reload(key, entry);
  }

  async function getNewer(key: string, maximumAgeMs: number): Promise<Value> {
    const entry = entryOf(key);
    const { known } = entry;
    return known && isWithin(known.asOf, maximumAgeMs) ? known.value : loadSince(key, entry, maximumAgeMs).value;
  }

  async function get(key: string): Promise<Value> {
    const entry = entries.get(key);
    const known = entry?.known;
    if (!entry || known?.value === undefined || !isWithin(known.asOf, outageMs)) return getNewer(key, freshMs);
    if (isWithin(known.asOf, freshMs)) return known.value;
    if (silentSince !== undefined && isWithin(silentSince, retryAfterMs)) return known.value;
    const isSilent = silentSince !== undefined && isWithin(silentSince, silenceMs);
    const loading = loadSince(key, entry, freshMs);
    if (!isSilent) await loading.settledOrSlow;
    return silentSince === undefined ? loading.value : entry.known!.value;
  }

  return { getNewer, get };
}
