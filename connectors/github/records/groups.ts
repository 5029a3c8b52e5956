// Teams, and the groups of workloads.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { databaseId, workloadsId } from '../ids.ts';

/** @param maintainers numbers of the members who may change the team */
export function teamOf(team: unknown, maintainers: readonly string[]): SourceRecord | { readonly reason: string } {
  const [id, name] = [databaseId(team), textAt(team, 'name')];
  if (id === undefined) return { reason: 'has no databaseId' };
  if (name === undefined) return { reason: 'has no name' };
  return {
    id,
    ...definedMembers({
      ...{
        name,
        description: textAt(team, 'description'),
        type: 'Security',
        isDynamic: false,
        isAssignableToRole: true,
      },
      owners: maintainers.map(objectId => ({ objectId, objectType: 'Account' })),
      createdDate: timeAt(team, 'createdAt'),
      lastModifiedDate: timeAt(team, 'updatedAt'),
    }),
  };
}

/** The workloads of all repositories of the organisation, as other systems trust them: `repo:acme/*`. */
export const workloadGroup = (login: string): SourceRecord => ({
  ...{ id: workloadsId(login), name: `GitHub Actions of ${login}`, type: 'Dynamic', isDynamic: true },
  description: 'The workloads of all repositories of the organisation',
});
