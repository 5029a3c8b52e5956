// Whether the service answers. The banner of the shell shows it.
import { createStore } from './store.ts';

export const reachability = createStore<'reachable' | 'unreachable'>('reachable');

/** How often an unreachable service is asked again. */
const retryMs = 3000;

/** Ask until the service answers again. */
export function watchReachability(onReturn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function ask() {
    timer = undefined;
    const answered = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!answered) {
      timer = setTimeout(ask, retryMs);
      return;
    }
    reachability.set('reachable');
    onReturn();
  }
  const stop = reachability.subscribe(() => {
    if (reachability.get() === 'unreachable') timer ??= setTimeout(ask, retryMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
