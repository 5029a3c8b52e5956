// Roles of the organisation and of repositories, and who holds them.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import { together } from '../../../src/connector/together.ts';
import type { GithubClient } from '../client.ts';
import { organisationRoleId, repositoryRoleId } from '../ids.ts';
import { type GithubListing, wholeGithubList } from '../paging.ts';
import {
  organisationRoleOfItem,
  repositoryLevel,
  repositoryRoleOfItem,
  standardRoleRecords,
} from '../records/roles.ts';
import { repositoryRoles } from './custom-roles.ts';
import { repositoryLevelPage } from './repository-access.ts';

const organisationRolesRemedy =
  'grant the organisation permission Custom organization roles: read, or the scope admin:org to the token of an owner';

export const organisationRoles = (client: GithubClient): Promise<GithubListing> =>
  client.once('organisation roles', () =>
    wholeGithubList(client, {
      ...{ url: `${client.path}/organization-roles`, member: 'roles', remedy: organisationRolesRemedy },
    }),
  );

export async function* rolePages(client: GithubClient): AsyncGenerator<Page> {
  yield { records: standardRoleRecords };
  const ofOrganisation = await organisationRoles(client);
  yield recordPage(
    ofOrganisation.items,
    organisationRoleOfItem,
    { subject: 'GET organization-roles', gaps: within(ofOrganisation.gaps, organisationRoleId('')) },
    role => prefixed(role, organisationRoleId),
  );
  const ofRepositories = await repositoryRoles(client);
  yield recordPage(
    ofRepositories.items,
    repositoryRoleOfItem,
    { subject: 'GET custom-repository-roles', gaps: within(ofRepositories.gaps, repositoryRoleId('')) },
    role => prefixed(role, repositoryRoleId),
  );
  yield await repositoryLevelPage(client, 'id', repositoryLevel);
}

const within = (gaps: readonly Gap[], prefix: string): Gap[] =>
  gaps.map(gap => ({ ...gap, within: { field: 'id', startsWith: [prefix] } }));

function prefixed(role: unknown, idOf: (id: string) => string): string | undefined {
  const id = textAt(role, 'id');
  return id === undefined ? undefined : idOf(id);
}

export interface RoleHolder {
  /** Number of the organisation role. */
  readonly role: string;
  readonly entity: readonly ['Account' | 'UserGroup', string];
}

/** People and teams that hold organisation roles themselves, and not only through a team. */
export function holdersOfRoles(
  client: GithubClient,
): Promise<{ holders: readonly RoleHolder[]; gaps: readonly Gap[] }> {
  return client.once('holders of roles', async () => {
    const roles = await organisationRoles(client);
    const holders: RoleHolder[] = [];
    const gaps: Gap[] = roles.gaps.map(gap => ({
      ...gap,
      within: { field: 'managedViaObjectId', startsWith: [organisationRoleId('')] },
    }));
    const lists = roles.items.flatMap(role => {
      const id = textAt(role, 'id');
      return id === undefined
        ? []
        : (
            [
              ['users', 'Account'],
              ['teams', 'UserGroup'],
            ] as const
          ).map(list => [id, ...list] as const);
    });
    await together(lists, async ([role, list, type]) => {
      const url = `${client.path}/organization-roles/${encodeURIComponent(role)}/${list}`;
      const holding = await wholeGithubList(client, { url, remedy: organisationRolesRemedy, absent: [404] });
      const direct = holding.items.filter(item => textAt(item, 'assignment') !== 'indirect');
      holders.push(
        ...direct.flatMap(item => {
          const id = textAt(item, 'id');
          return id === undefined ? [] : [{ role, entity: [type, id] as const }];
        }),
      );
      gaps.push(
        ...holding.gaps.map(gap => ({
          ...gap,
          within: { field: 'managedViaObjectId', is: [organisationRoleId(role)] },
        })),
      );
    });
    return { holders, gaps };
  });
}
