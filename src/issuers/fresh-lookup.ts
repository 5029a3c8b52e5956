// A read-through cache for values in state that may change at any time. Answers have a maximum age, which is longer while the
// state does not answer.

import { LRUCache } from 'lru-cache';

export interface FreshLookup<Value> {
  get(key: string): Promise<Value>;
  /** Like `get`, but never older than `maximumAgeMs`, even during an outage. */
  getNewer(key: string, maximumAgeMs: number): Promise<Value>;
}

export interface FreshLookupOptions {
  readonly freshMs: number;
  /** Maximum number of keys; the key loaded longest ago is dropped first. */
  readonly atMost: number;
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
  /** Whether an error of a load means that the state does not answer. The last known answer stays valid then. */
  readonly isOutage: (error: unknown) => boolean;
  /** How long a load may take before the known answer is returned instead, in milliseconds; default 300. */
  readonly patienceMs?: number;
}

/**
 * How long the last known answer is valid while the state does not answer. It is longer than a failover or a restart takes, so
 * that reads continue. It is also the longest time that a client revoked just before the outage keeps access.
 */
export const outageMs = 15 * 60_000;
/** After a failed load, known answers are returned without a retry for this long. */
const retryAfterMs = 1000;
/** For this long after a failed load, callers do not wait for retries. Later they wait, because the outage may be over. */
const silenceMs = 10_000;
/** A dead connection reports no error. */
const defaultPatienceMs = 300;

interface Load<Value> {
  readonly value: Promise<Value>;
  readonly since: number;
  /** Resolves when the load succeeds, fails, or has taken longer than the patience. */
  readonly settledOrSlow: Promise<void>;
}

interface Entry<Value> {
  /** The last answer, and when its load began. */
  known?: { readonly value: Value; readonly asOf: number; readonly order: number };
  loading?: Load<Value>;
}

/**
 * Callers that ask for the same key at the same time share one load. A failed load is not cached. During an outage, known
 * answers are returned at once and loaded again in the background. A missing value (`undefined`) is never kept beyond `freshMs`.
 */
export function freshLookup<Value>(
  load: (key: string) => Promise<Value>,
  { freshMs, atMost, now, isOutage, patienceMs = defaultPatienceMs }: FreshLookupOptions,
): FreshLookup<Value> {
  // `peek` reads without counting as a use, so the key that was loaded longest ago is dropped first.
  const entries = new LRUCache<string, Entry<Value>>({ max: atMost });
  /** The time of the last load of any key that got no answer; undefined after a load that succeeded. */
  let silentSince: number | undefined;
  let loads = 0;

  function entryOf(key: string): Entry<Value> {
    const known = entries.peek(key);
    if (known) return known;
    const entry: Entry<Value> = {};
    entries.set(key, entry);
    return entry;
  }

  function reload(key: string, entry: Entry<Value>): Load<Value> {
    const since = now();
    const order = ++loads;
    const value = load(key);
    entries.set(key, entry);
    const settled = value.then(
      answer => {
        silentSince = undefined;
        if (order >= (entry.known?.order ?? 0)) entry.known = { value: answer, asOf: since, order };
      },
      error => {
        if (isOutage(error)) silentSince = now();
        if (!entry.known && entry.loading === loading && entries.peek(key) === entry) entries.delete(key);
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

  // A negative age means that the clock was set back; the answer is then too old.
  const isWithin = (asOf: number, ageMs: number) => now() >= asOf && now() - asOf < ageMs;

  /** The load under way if it began within `maximumAgeMs`, a new one otherwise. */
  function loadSince(key: string, entry: Entry<Value>, maximumAgeMs: number): Load<Value> {
    return entry.loading && isWithin(entry.loading.since, maximumAgeMs) ? entry.loading : reload(key, entry);
  }

  async function getNewer(key: string, maximumAgeMs: number): Promise<Value> {
    const entry = entryOf(key);
    const { known } = entry;
    return known && isWithin(known.asOf, maximumAgeMs) ? known.value : loadSince(key, entry, maximumAgeMs).value;
  }

  async function get(key: string): Promise<Value> {
    const entry = entries.peek(key);
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
