// The form of a request in a description: where its rows are, how its pages follow each other, what narrows it.
import { z } from 'zod';
import { WhereForm } from '../../mapping/condition.ts';

const text = z.string().min(1);
/** `true` or `false`; an editor sees a boolean. */
const flag = z
  .enum(['true', 'false'])
  .meta({ type: 'boolean', enum: undefined })
  .transform(value => value === 'true');
const count = z
  .string()
  .regex(/^\d{1,9}$/, 'expected a whole number')
  .meta({ type: 'integer', pattern: undefined, minimum: 0 })
  .transform(Number);

/** Where a parameter of the pagination is sent. */
const sent = {
  parameter: text.describe('Parameter that asks for a page'),
  in: z
    .enum(['query', 'body'])
    .default('query')
    .describe('Where the parameter is: in the address, or at this path in the JSON body'),
};
const size = {
  size: count.optional().describe('Rows to ask for in a page. A page with fewer rows is then the last one'),
  sizeParameter: text.optional().describe('Parameter that takes the size'),
};

/** The ways in which lists are paged, each by the key that identifies it. */
const pagingForms = {
  link: z.strictObject({ link: flag.describe('`true`: the header Link with rel="next" (RFC 8288)') }),
  next: z.strictObject({
    next: text.describe('Path in the answer to the address of the next page; its absence ends the list'),
  }),
  cursor: z.strictObject({
    cursor: z.strictObject({ path: text.describe('Path in the answer to the cursor of the next page'), ...sent }),
  }),
  offset: z.strictObject({ offset: z.strictObject({ ...sent, ...size }) }),
  page: z.strictObject({
    page: z.strictObject({ ...sent, ...size, first: count.default(1).describe('Number of the first page') }),
  }),
  lastId: z.strictObject({
    lastId: z.strictObject({
      path: text.describe('Path in a row to its id; that of the last row asks for the next page'),
      template: z
        .string()
        .regex(/\{\}/, 'has no `{}`')
        .optional()
        .describe(
          'Value of the parameter, with `{}` for the id: a condition, such as `created:["{}" TO *]`. Rows that come twice need `distinct` in their entries',
        ),
      ...sent,
      ...size,
    }),
  }),
} as const;

export const RequestForm = z.strictObject({
  path: text.describe('Path relative to the base address; `{id}` is the value at this path in the row of `parent`'),
  query: z
    .record(text, z.string())
    .optional()
    .describe(
      'Parameters of the address; with a `parent`, `{id}` is the value at this path in its row, and `{{` a brace',
    ),
  method: z.enum(['GET', 'POST']).optional().describe('Default: GET, or POST with a `body`. A POST must only read'),
  body: text.optional().describe('Body, as a text of JSON'),
  items: text
    .optional()
    .describe('Path to the list of rows in the answer, for example `data.users`; default: the answer is the list'),
  single: flag.optional().describe('`true`: the answer, or what is at `items`, is one row and no list'),
  where: WhereForm.optional().describe('Only these rows count, here and as a parent, as `where` of an entry says it'),
  paging: z
    .union(
      [
        pagingForms.link,
        pagingForms.next,
        pagingForms.cursor,
        pagingForms.offset,
        pagingForms.page,
        pagingForms.lastId,
      ],
      `expected one of ${Object.keys(pagingForms).join(', ')}, each with its settings`,
    )
    .optional()
    .describe('How the next page is asked for; default: the answer has all rows'),
  total: z
    .union([text, z.strictObject({ header: text })], 'expected a path, or `header` with the name of a header')
    .optional()
    .describe(
      'Path in the answer to the number of all rows, or the `header` that states it. When fewer came, the read counts as incomplete',
    ),
  parent: text
    .optional()
    .describe('Name of a request: this one is sent for each of its rows. Its row is `$parent` here'),
  once: flag
    .optional()
    .describe('`true`: rows of `parent` that give the same address are asked for once. `$parent` is the first of them'),
  absent: z
    .array(
      z
        .string()
        .regex(/^[45]\d\d$/, 'expected a status such as 404')
        .meta({ type: 'integer', pattern: undefined, minimum: 400, maximum: 599 }),
    )
    .optional()
    .describe('Statuses that mean that there are no rows'),
  since: z
    .strictObject({
      parameter: text.describe('Parameter that asks for what changed since a time'),
      format: z.enum(['iso', 'epoch-seconds', 'epoch-millis']).default('iso').describe('Form of the time'),
      overlap: count.default(300).describe('Seconds before the last read from which changes are asked for again'),
    })
    .optional()
    .describe(
      'Later reads ask for what has changed only. Entries with `split` or `distinct` read everything nevertheless',
    ),
});

export type RequestSettings = z.output<typeof RequestForm>;
export type PagingSettings = NonNullable<RequestSettings['paging']>;
