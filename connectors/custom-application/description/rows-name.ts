// How a description names rows: `file: users.csv`, `request: users`, `pushed: users`. A request or query is described in its section;
// pushed rows have the name under which a system sends them.
import { z } from 'zod';
import type { RowsName } from '../mapping/mapping.ts';

const text = z.string().min(1);

/** Keys of which a form has exactly one. */
export const rowsKeys = {
  file: text.optional().describe('File, relative to the data folder; `users_*.csv` is the newest of these files'),
  request: text.optional().describe('Name of a request under `requests`'),
  query: text.optional().describe('Name of a query under `queries`'),
  pushed: z
    .string()
    .regex(/^[\w.-]{1,63}$/, 'expected a name of letters, digits, `_`, `-` and `.`')
    .optional()
    .describe('Name under which a system sends the rows to `PUT /v1/sources/{id}/objects`'),
};

export interface RowsKeys {
  readonly file?: string | undefined;
  readonly request?: string | undefined;
  readonly query?: string | undefined;
  readonly pushed?: string | undefined;
}

export const oneOfRowsKeys = `name where the rows come from: one of ${Object.keys(rowsKeys).join(', ')}`;

export const hasOneRowsKey = (keys: RowsKeys) =>
  Object.keys(rowsKeys).filter(key => keys[key as keyof RowsKeys] !== undefined).length === 1;

/** The rows that a form names. The form has been checked. */
export function rowsNameOf({ file, request, query, pushed }: RowsKeys): RowsName {
  if (request !== undefined) return { kind: 'request', name: request };
  if (query !== undefined) return { kind: 'query', name: query };
  if (pushed !== undefined) return { kind: 'pushed', name: pushed };
  return { kind: 'file', name: normalFile(file!) };
}

/** A file name in the form in which names are compared. */
export const normalFile = (file: string) => file.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
