// State of a page that belongs to an entry of the browser's history: a reader who goes back finds it again. The window remembers it while
// it is open; nothing of it is kept.
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

const states = new Map<string, unknown>();
const mostStates = 500;

function remember(place: string, value: unknown): void {
  states.delete(place);
  states.set(place, value);
  if (states.size > mostStates) states.delete(states.keys().next().value!);
}

/** For when somebody signs out. */
export function forgetEntries(): void {
  states.clear();
}

/**
 * Like `useState`. While a page stays open with another address, for example another filter, the value goes along to the new entry.
 * @param name names the state on its page
 */
export function useEntryState<Value>(name: string, initial: Value | (() => Value)) {
  const { history } = useRouter();
  // The page is drawn again when the address changes. The place is asked of the history: it has the new entry as soon as there is one.
  useLocation();
  const placeNow = useCallback(() => `${history.location.state.key ?? history.location.href} ${name}`, [history, name]);
  const place = placeNow();
  const [page] = useState(history.location.pathname);
  const [held, setHeld] = useState(() => ({
    place,
    value: states.has(place)
      ? (states.get(place) as Value)
      : typeof initial === 'function'
        ? (initial as () => Value)()
        : initial,
  }));
  // Not for the page that is about to follow: its state is its own.
  const isSamePage = history.location.pathname === page;
  const shown =
    held.place === place || !isSamePage || !states.has(place) ? held : { place, value: states.get(place) as Value };
  if (shown !== held) setHeld(shown);
  useEffect(() => {
    if (isSamePage && !states.has(place)) remember(place, held.value);
  }, [isSamePage, place, held]);
  const set = useCallback(
    (value: Value) => {
      const at = placeNow();
      remember(at, value);
      setHeld({ place: at, value });
    },
    [placeNow],
  );
  return [shown.value, set] as const;
}
