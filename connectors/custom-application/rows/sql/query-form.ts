// The form of a query in a description.
import { z } from 'zod';

const text = z.string().min(1);

export const QueryForm = z.strictObject({
  sql: text.describe(
    'One SELECT. Tables are named with their schema (PostgreSQL) or database (MySQL, MariaDB): `public.users`',
  ),
  since: z
    .strictObject({
      column: text.describe('Column that grows when a row is added or changed, such as a time or a number'),
    })
    .optional()
    .describe(
      'Later reads ask for rows from the largest value of this column on. Entries with `split` or `distinct` read everything nevertheless',
    ),
});

export type QuerySettings = z.output<typeof QueryForm>;
