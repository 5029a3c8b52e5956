// The keys that work on every page. They do nothing while somebody types into a field.
import { useLayoutEffect, useRef } from 'react';
import { navigation } from './navigation.ts';

export type KeyAction = { readonly does: 'search' | 'keys' } | { readonly does: 'go'; readonly to: string };

/** The second key has to follow within this time. */
const sequenceMs = 1500;

export function useKeys(act: (action: KeyAction) => void): void {
  const latest = useRef(act);
  // Layout effects, so that the keys work as soon as a page can be seen.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    let goUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current({ does: 'search' });
        return;
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const isSecond = event.timeStamp < goUntil;
      goUntil = 0;
      if (isSecond) {
        const entry = navigation.find(({ key }) => key === event.key);
        if (entry) latest.current({ does: 'go', to: entry.to });
      } else if (event.key === 'g') goUntil = event.timeStamp + sequenceMs;
      else if (event.key === '/') {
        event.preventDefault();
        latest.current({ does: 'search' });
      } else if (event.key === '?') latest.current({ does: 'keys' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="dialog"]') !== null
  );
}
