// Where tables were scrolled to and which row was opened, for readers who go back. A window remembers it while it is open; nothing of the
// rows is kept.

interface Place {
  /** Pixels from the top. */
  top: number;
  /** The row that was clicked last. */
  row: number | undefined;
}

const places = new Map<string, Place>();
const mostPlaces = 200;

/**
 * The place of a table in the entry of the history that is shown now. Two entries with the same address have two places.
 * @param label names the table
 */
export function openPlace(label: string) {
  const nameNow = () => `${(history.state as { readonly key?: string } | null)?.key ?? location.href} ${label}`;
  const { top = 0, row } = places.get(nameNow()) ?? {};
  const place: Place = { top, row };
  const note = () => {
    // A page can get another address, and so another entry, while its table stays.
    const name = nameNow();
    places.delete(name);
    places.set(name, place);
    if (places.size > mostPlaces) places.delete(places.keys().next().value!);
  };
  return {
    top,
    row,
    noteTop(pixels: number) {
      place.top = pixels;
      note();
    },
    noteRow(clicked: number | undefined) {
      place.row = clicked;
      note();
    },
  };
}
