// Recordings of programs that ask for one object after the other hold no list of all objects. The lists are made of what these objects
// were when they were seen last, in the vendor's form.
import type { HarExchange } from '../../support/simulators/har.ts';

export type Item = Readonly<Record<string, never>> & { readonly id: number | string };

type Body = Readonly<Record<string, unknown>> | undefined;

/** How a vendor writes lists. */
export interface RecordedLists {
  /** The items of an answer; undefined: it is no list. */
  itemsOf(path: string, body: Body): readonly Item[] | undefined;
  /** The object of an answer that is no list; undefined: it has none. */
  singleOf(body: Body, path: string): Item | undefined;
  idOf(item: Item, path: string): string;
  /** The answer that holds a list. */
  listOf(path: string, items: readonly Item[]): unknown;
}

const pathOf = ({ path }: HarExchange) => path.split('?')[0]!;
const above = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Path of a list → its items. */
export function learnedLists(
  recording: readonly HarExchange[],
  { itemsOf, singleOf, idOf }: RecordedLists,
): ReadonlyMap<string, readonly Item[]> {
  const lists = new Map<string, Map<string, Item>>();
  const learn = (path: string, items: readonly Item[]) => {
    const list = lists.get(path) ?? new Map<string, Item>();
    for (const item of items) list.set(idOf(item, path), item);
    lists.set(path, list);
  };
  for (const exchange of recording.filter(({ method, status }) => method === 'GET' && status === 200)) {
    const path = pathOf(exchange);
    const items = itemsOf(path, exchange.body as Body);
    const single = items ? undefined : singleOf(exchange.body as Body, path);
    if (items) learn(path, items);
    else if (single) learn(above(path), [single]);
  }
  return new Map([...lists].map(([path, list]) => [path, [...list.values()]]));
}

/** Each list as an exchange. */
export function learnedExchanges(recording: readonly HarExchange[], lists: RecordedLists): HarExchange[] {
  const signIns = recording.filter(({ method, path }) => method === 'POST' && /\/token(\?|$)/.test(path));
  const [{ host = '', place = '' } = {}] = recording;
  const made = [...learnedLists(recording, lists)].map(([path, items]) => {
    const body = lists.listOf(path, items);
    return { ...{ place, host, method: 'GET', path, requestBody: undefined, status: 200, headers: {} }, body };
  });
  return [...made, ...signIns];
}

/** Whether an object or a list was seen through a list that was asked for. */
export function isOfPlayedList(exchange: HarExchange, played: ReadonlySet<HarExchange>): boolean {
  const path = pathOf(exchange);
  return [...played].some(list => list.path === path || list.path === above(path));
}
