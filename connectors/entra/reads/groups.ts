// Groups, with their owners.

import type { Page } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { EntraClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { graphPages, resumedPages } from '../paging.ts';
import { expandedOwners, groupProperties, userGroupOf } from '../records/groups.ts';
import { withAllOwners } from './directory.ts';

/** The list of groups is short, so it is read whole each time. */
export async function* groupPages(client: EntraClient, cursor?: string): AsyncGenerator<Page> {
  const query = { $select: groupProperties, $expand: 'owners($select=id)', $top: pageSizes.directory };
  const open = (from: string | undefined) =>
    graphPages(client, { path: 'groups', query, permission: 'Group.Read.All' }, from);
  for await (const page of resumedPages(open, cursor)) {
    const owners = await withAllOwners(client, 'groups', page.items);
    const gaps = [...page.gaps, ...owners.gaps.map(gap => asFieldGap(gap, 'owners'))];
    const map = (group: unknown) =>
      userGroupOf(group, owners.of.get(textAt(group, 'id') ?? '') ?? expandedOwners(group));
    yield recordPage(page.items, map, { ...page, gaps, cursor: page.next });
  }
}
