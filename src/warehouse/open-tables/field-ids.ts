// The ids of the fields of open tables. An engine knows a field by its id, so an id never changes its field: a new field is appended at
// the end of its table, and the line of a field that is gone stays. `npm run docs` appends what is missing.
import { recordedFields } from './recorded-fields.ts';

/** Path of a field → its id, from 1. */
export type FieldIds = ReadonlyMap<string, number>;

/** @param table the name of an open table */
export function fieldIdsOf(table: string): FieldIds {
  const paths = (recordedFields[table] ?? '').trim();
  return new Map(paths === '' ? [] : paths.split(/\s+/).map((path, index) => [path, index + 1]));
}
