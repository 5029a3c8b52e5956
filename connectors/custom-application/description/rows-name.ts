// How a description names rows: `file: users.csv`. A name stands for the rows of one section of the description.
import { z } from 'zod';
import type { RowsName } from '../mapping/mapping.ts';

const text = z.string().min(1);

/** Keys of which a form has exactly one. */
export const rowsKeys = {
  file: text.describe('File, relative to the data folder; `users_*.csv` is the newest of these files'),
};

export interface RowsKeys {
  readonly file: string;
}

/** The rows that a form names. */
export const rowsNameOf = ({ file }: RowsKeys): RowsName => ({ kind: 'file', name: normalFile(file) });

/** A file name in the form in which names are compared. */
export const normalFile = (file: string) => file.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
