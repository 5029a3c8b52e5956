// Groups (developer.okta.com/docs/api/openapi/okta-management/management/tag/Group).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, timeAt } from '../../../src/connector/json-values.ts';

/** @param ruleManaged ids of the groups whose members rules decide */
export function userGroupOf(
  group: unknown,
  ruleManaged: ReadonlySet<string>,
): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(group, 'id'), textAt(group, 'profile', 'name')];
  if (id === undefined) return { reason: 'has no id' };
  if (name === undefined) return { reason: 'has no profile.name' };
  const isDynamic = textAt(group, 'type') === 'BUILT_IN' || ruleManaged.has(id);
  return {
    id,
    ...definedMembers({
      name,
      description: textAt(group, 'profile', 'description'),
      type: typeOf(group, isDynamic),
      isDynamic,
      isAssignableToRole: true,
      createdDate: timeAt(group, 'created'),
      lastModifiedDate: timeAt(group, 'lastUpdated'),
    }),
  };
}

/** BUILT_IN is Everyone, whose members Okta decides. The members of an APP_GROUP come from a directory or an application. */
function typeOf(group: unknown, isDynamic: boolean): string {
  if (textAt(group, 'type') === 'APP_GROUP') return 'Sync';
  return isDynamic ? 'Dynamic' : 'Security';
}

/** The groups that an active rule assigns. */
export function groupsOfRule(rule: unknown): string[] {
  return textAt(rule, 'status') === 'ACTIVE' ? textsAt(rule, 'actions', 'assignUserToGroups', 'groupIds') : [];
}
