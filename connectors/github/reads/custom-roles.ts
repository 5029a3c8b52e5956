// Custom roles of repositories, which an organisation with GitHub Enterprise may define.
import { textAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { type GithubListing, mayBeEnterprise, wholeGithubList } from '../paging.ts';
import type { CustomRoles } from '../records/levels.ts';

export const repositoryRoles = (client: GithubClient): Promise<GithubListing> =>
  client.once('repository roles', async () => {
    if (!mayBeEnterprise(client)) return { items: [], gaps: [] };
    return wholeGithubList(client, {
      ...{ url: `${client.path}/custom-repository-roles`, member: 'custom_roles' },
      remedy:
        'grant the organisation permission Custom repository roles: read, or the scope admin:org to the token of an owner',
    });
  });

export async function customRolesByName(client: GithubClient): Promise<CustomRoles> {
  const { items } = await repositoryRoles(client);
  return new Map(
    items.flatMap(role => {
      const name = textAt(role, 'name');
      return name === undefined ? [] : [[name.toLowerCase(), role]];
    }),
  );
}
