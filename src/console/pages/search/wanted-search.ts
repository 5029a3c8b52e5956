// What the address of the page of the search says.
import { textOf } from '../../app/address.ts';

export interface WantedSearch {
  readonly q?: string;
  readonly type?: string;
}

export function wantedSearch(search: Readonly<Record<string, unknown>>): WantedSearch {
  const [q, type] = [textOf(search['q']), textOf(search['type'])];
  return { ...(q !== undefined && { q }), ...(type !== undefined && { type }) };
}
