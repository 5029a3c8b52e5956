// The form of `operations` in a description: how a state is seen in an API, and the requests that set it. The two operations of an
// entry undo each other, so both are needed.
import { z } from 'zod';
import { actionOperations } from '../../../src/connector/actions.ts';
import { RequestForm } from '../rows/http/request-form.ts';

const text = z.string().min(1);
const status = RequestForm.shape.absent.unwrap().element;
const { query, items, paging } = RequestForm.shape;

const targetPath = text.describe(
  'Path relative to the base address, with `{accountId}`, `{roleId}`, `{groupId}` or `{groupName}` of the target',
);

const ObserveForm = z.strictObject({
  path: targetPath,
  query: query.describe('Parameters of the address, with the same placeholders'),
  items,
  paging,
  absent: z.array(status).optional().describe('Statuses that say that the account is no member, or that there is none'),
  find: z
    .record(text, z.string())
    .optional()
    .describe('Path in a row of the list → text with placeholders. The state is that of the row where all are equal'),
  value: text
    .optional()
    .describe(
      'Path to the state of an account, or to the id of a group. Without it, the state is whether there is a row',
    ),
  exists: z
    .array(targetPath)
    .optional()
    .describe('Requests that answer 404 when a part of the target does not exist, such as `users/{accountId}`'),
});

const ChangeForm = z.strictObject({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: targetPath,
  query: query.describe('Parameters of the address, with the same placeholders'),
  body: text
    .optional()
    .describe(
      'Body, as a text of JSON whose texts may hold placeholders; the text `{accountId|number}` becomes a number',
    ),
  already: z.array(status).optional().describe('Statuses that say that it is so already, such as 409'),
  shows: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .describe('Of an account: the texts of `value` after the change'),
});

export const OperationsForm = z.strictObject({
  observe: ObserveForm.describe('How the state is seen: a GET of one object, or of a list'),
  ...Object.fromEntries(actionOperations.map(operation => [operation, ChangeForm.optional()])),
  undo: z
    .strictObject({
      ...ChangeForm.omit({ shows: true }).shape,
      members: z
        .strictObject({ path: targetPath, items })
        .describe('List of what is in the group: a group that is not empty is not deleted'),
    })
    .optional()
    .describe('Of `CreateUserGroup`: deletes the group, whose id is `{createdId}`'),
}) as z.ZodType<OperationsSettings>;

export type ObserveSettings = z.output<typeof ObserveForm>;
export type ChangeSettings = z.output<typeof ChangeForm>;
export type OperationsSettings = {
  readonly observe: ObserveSettings;
  readonly undo?:
    | (Omit<ChangeSettings, 'shows'> & { readonly members: { path: string; items?: string | undefined } })
    | undefined;
} & { readonly [Operation in (typeof actionOperations)[number]]?: ChangeSettings | undefined };
