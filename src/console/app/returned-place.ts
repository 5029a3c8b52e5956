// Scrolls a page to where it was when a reader goes back to it. The router does so once, when the page is drawn; parts that come later
// would leave the reader further up.
import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** What readers do who want to be elsewhere. */
const ownMoves = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/** @param scroller what scrolls the page */
export function useReturnedPlace(scroller: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useLocation();
  const place = useElementScrollRestoration({ getElement: () => scroller.current });
  const wanted = useRef<number>(undefined);
  wanted.current = place?.scrollY;
  useEffect(() => {
    let stop = () => {};
    const leave = [
      router.subscribe('onBeforeLoad', () => stop()),
      router.subscribe('onRendered', () => {
        stop();
        stop = wanted.current ? scrollUntil(scroller.current!, wanted.current) : () => {};
      }),
    ];
    return () => {
      for (const end of [...leave, stop]) end();
    };
  }, [router, scroller]);
}

/** Scrolls down while the content grows, until the place is there or the reader moves. @returns ends it */
function scrollUntil(element: HTMLElement, top: number): () => void {
  const observer = new MutationObserver(scroll);
  const stop = () => {
    observer.disconnect();
    for (const move of ownMoves) removeEventListener(move, stop, { capture: true });
  };
  function scroll() {
    element.scrollTop = top;
    // Browsers round to their pixels.
    if (element.scrollTop > top - 1) stop();
  }
  observer.observe(element, { childList: true, subtree: true, attributes: true, characterData: true });
  for (const move of ownMoves) addEventListener(move, stop, { capture: true, passive: true });
  scroll();
  return stop;
}
