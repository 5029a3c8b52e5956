// Whether the service answers. It is asked every few seconds, so that a page that requests nothing learns of it too. The banner shows it.
import { createStore } from './store.ts';

export type Reachability = { readonly is: 'reachable' } | { readonly is: 'unreachable'; readonly since: Date };

const reachable: Reachability = { is: 'reachable' };

export const reachability = createStore<Reachability>(reachable);

/** How often a service that answers is asked, and one that does not. */
const probeMs = 15_000;
const retryMs = 3000;
/** A service that takes longer for `/healthz`, or to begin any other answer while it is asked, hangs. */
const patienceMs = 8000;

let lost = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let probe: Promise<void> | undefined;

/** Aborts when the service is found to be unreachable. Reads stop waiting then, and are repeated when it is back. */
export const whenLost = (): AbortSignal => lost.signal;

export function notAnswered(): void {
  if (reachability.get().is === 'unreachable') return;
  reachability.set({ is: 'unreachable', since: new Date() });
  lost.abort();
  lost = new AbortController();
  schedule();
}

export function answered(): void {
  reachability.set(reachable);
}

/** Call `act` whenever the service is back. @returns a function that ends this */
export function onReturn(act: () => void): () => void {
  let was = reachability.get().is;
  return reachability.subscribe(() => {
    const { is } = reachability.get();
    if (was === 'unreachable' && is === 'reachable') act();
    was = is;
  });
}

/** Ask the service now. */
function probeService(): Promise<void> {
  probe ??= ask().finally(() => {
    probe = undefined;
    schedule();
  });
  return probe;
}

/** Whether the service answers at this moment. */
export async function answers(): Promise<boolean> {
  await probeService();
  return reachability.get().is === 'reachable';
}

async function ask(): Promise<void> {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), patienceMs);
  const isAlive = await fetch('/healthz', { cache: 'no-store', signal: stop.signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  clearTimeout(patience);
  if (isAlive) answered();
  else notAnswered();
}

function schedule(): void {
  clearTimeout(timer);
  if (timer !== undefined) timer = setTimeout(probeService, reachability.get().is === 'reachable' ? probeMs : retryMs);
}

/** Ask again and again. @returns a function that ends this */
export function watchReachability(): () => void {
  timer = setTimeout(probeService, probeMs);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

/**
 * Ask the service when an answer takes long to begin.
 * @returns a function to call when it has begun, or has failed
 */
export function watchAnswer(): () => void {
  const patience = setTimeout(probeService, patienceMs);
  return () => clearTimeout(patience);
}
