// User groups (docs.slack.dev/reference/objects/usergroup-object), and relationships between accounts and what holds them.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { timeOfSeconds } from './users.ts';

/** Whether the group is there: disabled ones keep their members and mention nobody. */
export const isInUse = (group: unknown) => timeOfSeconds(valueAt(group, 'date_delete')) === undefined;

/** Groups of all administrators or owners, whose members Slack itself decides. */
export const automaticKind = (group: unknown) => textAt(group, 'auto_type');

/** Groups that an identity provider fills (SCIM). */
export const isProvisioned = (group: unknown) => valueAt(group, 'auto_provision') === true;

export function userGroupOf(group: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(group, 'id'), textAt(group, 'name')];
  if (id === undefined) return { reason: 'has no id' };
  if (name === undefined) return { reason: 'has no name' };
  const isDynamic = automaticKind(group) !== undefined;
  return {
    id,
    ...definedMembers({
      name,
      description: textAt(group, 'description') ?? textAt(group, 'handle'),
      type: isDynamic ? 'Dynamic' : isProvisioned(group) ? 'Sync' : 'Distribution',
      isDynamic,
      createdDate: timeOfSeconds(valueAt(group, 'date_create')),
      lastModifiedDate: timeOfSeconds(valueAt(group, 'date_update')),
    }),
  };
}
