// Work on many objects, some at a time.

/** Requests that wait for a turn; `connection.parallel_requests` decides how many are sent at once. */
const askedTogether = 20;

/** Runs `work` for a few at a time, so that a long list does not become as many promises. */
export async function together<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += askedTogether)
    await Promise.all(items.slice(start, start + askedTogether).map(work));
}
