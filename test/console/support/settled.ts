// When a page of the console is there as a whole: its router is idle, and no answer is awaited or being read.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the router of the page is used for. */
interface Router {
  readonly routesByPath: Readonly<Record<string, unknown>>;
  readonly state: { readonly status: string };
  readonly history: { push(address: string): void };
}
export type WithRouter = typeof globalThis & { readonly __TSR_ROUTER__: Router };
type WithQueries = typeof globalThis & { readonly __TANSTACK_QUERY_CLIENT__: { isFetching(): number } };

/** Counts the requests that are on their way. The stream of events never ends. */
export function countRequests(page: Page): () => number {
  const open = new Set<unknown>();
  page.on('request', request => !request.url().includes('/v1/events') && open.add(request));
  page.on('requestfinished', request => open.delete(request));
  page.on('requestfailed', request => open.delete(request));
  return () => open.size;
}

/** The page is there, and nothing of it is awaited. @param openRequests of {@link countRequests} */
export async function settled(page: Page, openRequests: () => number): Promise<void> {
  await page.waitForFunction(() => (globalThis as WithRouter).__TSR_ROUTER__.state.status === 'idle');
  await page.locator('h1').first().waitFor();
  await expect.poll(async () => (await page.evaluate(drawnQueries)) + openRequests()).toBe(0);
}

/** How many answers are awaited or being read, before and after what is known by then is drawn. */
async function drawnQueries(): Promise<number> {
  const { __TANSTACK_QUERY_CLIENT__: client } = globalThis as WithQueries;
  // A large answer is parsed long after its last byte where the machine is busy.
  const before = client.isFetching();
  // The client tells of answers in a timer, and what they lead to is drawn, and asked for, in the frames after it.
  await new Promise(told => setTimeout(told));
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return before + client.isFetching();
}
