// Answers of the service that a test lets through one by one, and what moves on the page meanwhile.
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** Answers that are held, and which of them is let through next. */
export interface HeldAnswers {
  /** Lets answers through, of those that were asked for together the last one first, until nothing is awaited. @returns what moved that could be clicked: none, if all is well */
  release(): Promise<readonly string[]>;
  end(): Promise<void>;
}

/** From now on. What signing in asks for, and the stream of events, are answered at once. */
export async function holdAnswers(page: Page): Promise<HeldAnswers> {
  const held: Route[] = [];
  const pattern = /\/v1\/(?!events|session$|sign-in-methods|sync-runs\?pageSize=1$)/;
  await page.route(pattern, route => void held.push(route));
  return {
    async release() {
      const moved = new Set<string>();
      await page.evaluate(forgetPlaces);
      const look = async () => {
        await drawn(page);
        for (const text of await page.evaluate(movedSince)) moved.add(text);
      };
      const isAwaiting = async () => (await page.locator('[data-pending]').count()) > 0;
      const seen = new Set<string>();
      for (;;) {
        await look();
        const next = held.splice(0).toReversed();
        // What is only asked for again, at an interval, is not awaited.
        const isNew = next.some(route => !seen.has(questionOf(route)));
        for (const route of next) {
          seen.add(questionOf(route));
          await letThrough(route);
          await look();
        }
        if (!isNew && !(await isAwaiting())) break;
        if (next.length === 0) await expect.poll(async () => held.length > 0 || !(await isAwaiting())).toBe(true);
      }
      return [...moved];
    },
    async end() {
      // This lets through what is held.
      await page.unroute(pattern);
      await Promise.all(held.splice(0).map(answered));
    },
  };
}

async function letThrough(route: Route): Promise<void> {
  await route.continue();
  await answered(route);
}

/** Resolves when the page has the answer, or has given the request up. */
const answered = (route: Route): Promise<unknown> =>
  route
    .request()
    .response()
    .then(
      answer => answer?.finished(),
      () => {},
    );

/** Holds back what the search says about a text. `asked` resolves when the page asks; `release` lets the answer through, and resolves when the page has it. */
export async function holdSearch(
  page: Page,
  text: string,
): Promise<{ asked: Promise<void>; release(): Promise<void> }> {
  const held: Route[] = [];
  const asked = Promise.withResolvers<void>();
  const isAbout = (url: URL) => url.pathname === '/v1/search' && url.searchParams.get('q') === text;
  await page.route(isAbout, route => {
    held.push(route);
    asked.resolve();
  });
  return {
    asked: asked.promise,
    async release() {
      // This lets through what is held.
      await page.unroute(isAbout);
      await Promise.all(held.map(answered));
    },
  };
}

const questionOf = (route: Route) =>
  [route.request().method(), route.request().url(), route.request().postData()].join(' ');

/** What an answer leads to is drawn, and asked for, in the frames after it. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

type WithPlaces = typeof globalThis & { places?: Map<Element, number> };

function forgetPlaces(): void {
  (globalThis as WithPlaces).places = new Map();
}

/** What can be clicked and stands higher or lower than when it was first seen. */
function movedSince(): string[] {
  const clickable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary';
  const { places } = globalThis as WithPlaces;
  return [...document.querySelectorAll(clickable)].flatMap(element => {
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    const top = Math.round(element.getBoundingClientRect().top);
    const former = places!.get(element);
    if (former === undefined) places!.set(element, top);
    if (former === undefined || Math.abs(former - top) <= 1) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return [`${element.tagName.toLowerCase()} “${name.trim().slice(0, 60)}” from ${former} to ${top}`];
  });
}
