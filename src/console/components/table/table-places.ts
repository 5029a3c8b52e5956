// Where tables were scrolled to, for readers who go back. A window remembers it as long as it is open; nothing of the rows is kept.

const places = new Map<string, number>();
const mostPlaces = 200;

/** The entry of the history and the table. Two entries with the same address are two places. */
const keyOf = (label: string): string => {
  const { key } = (history.state ?? {}) as { readonly key?: string };
  return `${key ?? location.href} ${label}`;
};

/** @returns pixels from the top; 0 for a table that was not seen before */
export const placeOf = (label: string): number => places.get(keyOf(label)) ?? 0;

/** @returns a function that notes pixels from the top, for the page that is shown now */
export function placeNoter(label: string): (top: number) => void {
  const key = keyOf(label);
  return top => {
    places.delete(key);
    places.set(key, top);
    if (places.size > mostPlaces) places.delete(places.keys().next().value!);
  };
}
