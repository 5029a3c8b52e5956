// The filters of a list, in the grammar of the exports (docs/reference/exports.md), as the address has them.

export interface ListFilter {
  readonly field: string;
  readonly filterType: string;
  readonly values?: readonly (string | number | boolean)[];
}

/** What may follow the `?` of a list. */
export interface ListSearch {
  readonly filter?: readonly ListFilter[];
  /** A field; with `-` in front, descending. */
  readonly sort?: string;
  /** Application instance. */
  readonly source?: string;
}

/** Keeps only values of the right form, because anybody may have written the address. The service checks fields and values. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const filter = Array.isArray(search['filter']) ? search['filter'].filter(isFilter) : [];
  return {
    ...(filter.length > 0 && { filter }),
    ...(typeof search['sort'] === 'string' && { sort: search['sort'] }),
    ...(typeof search['source'] === 'string' && { source: search['source'] }),
  };
}

function isFilter(value: unknown): value is ListFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { field, filterType, values } = value as Record<string, unknown>;
  const areValues = values === undefined || (Array.isArray(values) && values.every(isScalar));
  return typeof field === 'string' && typeof filterType === 'string' && areValues;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
