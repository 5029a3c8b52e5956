// How a description names rows: `file: users.csv`, `request: users`. A name stands for the rows of one section of the description.
import { z } from 'zod';
import type { RowsName } from '../mapping/mapping.ts';

const text = z.string().min(1);

/** Keys of which a form has exactly one. */
export const rowsKeys = {
  file: text.optional().describe('File, relative to the data folder; `users_*.csv` is the newest of these files'),
  request: text.optional().describe('Name of a request under `requests`'),
  query: text.optional().describe('Name of a query under `queries`'),
};

export interface RowsKeys {
  readonly file?: string | undefined;
  readonly request?: string | undefined;
  readonly query?: string | undefined;
}

export const oneOfRowsKeys = `name where the rows come from: one of ${Object.keys(rowsKeys).join(', ')}`;

export const hasOneRowsKey = (keys: RowsKeys) =>
  Object.keys(rowsKeys).filter(key => keys[key as keyof RowsKeys] !== undefined).length === 1;

/** The rows that a form names. The form has been checked. */
export function rowsNameOf({ file, request, query }: RowsKeys): RowsName {
  if (request !== undefined) return { kind: 'request', name: request };
  if (query !== undefined) return { kind: 'query', name: query };
  return { kind: 'file', name: normalFile(file!) };
}

/** A file name in the form in which names are compared. */
export const normalFile = (file: string) => file.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
