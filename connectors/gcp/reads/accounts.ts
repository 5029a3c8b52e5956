// Accounts: service accounts with their keys, API keys, and whom policies name.
import type { Gap, Page } from '../../../src/connector/contract.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { GcpClient } from '../client.ts';
import { hierarchyOf, projectsOf, serviceAccountsOf } from '../inventory/hierarchy.ts';
import { policiesOf } from '../inventory/policies.ts';
import { workloadLinksOf } from '../inventory/workloads.ts';
import { apiKeyList, keyList, wholeGcpList } from '../lists.ts';
import { apiKeyOf, serviceAccountKeyOf, serviceAccountOf } from '../records/accounts.ts';
import { accountOfMember, endOfMember } from '../records/members.ts';

/** Lists that are asked for at once; `connection.parallel_requests` decides how many are sent. */
const askedTogether = 20;

export async function* accountPages(client: GcpClient): AsyncGenerator<Page> {
  const [hierarchy, own, policies] = await Promise.all([
    ...[hierarchyOf(client), serviceAccountsOf(client), policiesOf(client)],
  ] as const);
  yield {
    records: own.accounts.map(({ project, email, item }) => serviceAccountOf(project, email, item)),
    ...{ place: () => 'serviceAccounts', gaps: own.gaps },
  };
  yield* keyPages(client, own.accounts);
  if (client.settings.api_keys)
    for (const project of projectsOf(hierarchy)) {
      const { items, gaps } = await wholeGcpList(client, apiKeyList(project));
      yield recordPage(items, key => apiKeyOf(project, key), { subject: `API keys of ${project}`, gaps });
    }
  const isOwn = new Set(own.ids.values());
  const named = policies.bindings.flatMap(({ members }) =>
    members.flatMap(member => {
      const [type, id = ''] = endOfMember(member) ?? [];
      return type === 'Account' && !isOwn.has(id) ? [id] : [];
    }),
  );
  const { disabled } = await workloadLinksOf(client);
  const records = [...new Set(named)].map(id => ({
    ...accountOfMember(id),
    ...(disabled.has(id) && { enabled: false }),
  }));
  yield { records, place: () => 'policies', gaps: policies.gaps };
}

async function* keyPages(
  client: GcpClient,
  accounts: readonly { readonly project: string; readonly email: string }[],
): AsyncGenerator<Page> {
  for (let start = 0; start < accounts.length; start += askedTogether) {
    const lists = await Promise.all(
      accounts.slice(start, start + askedTogether).map(async ({ project, email }) => {
        const { items, gaps } = await wholeGcpList(client, keyList(project, email));
        return recordPage(items, key => serviceAccountKeyOf(email, key), { subject: `keys of ${email}`, gaps });
      }),
    );
    const gaps: Gap[] = distinctGaps(lists.flatMap(page => page.gaps ?? []));
    const rejected = lists.flatMap(page => page.rejected ?? []);
    yield { records: lists.flatMap(page => page.records), place: () => 'keys', gaps, rejected };
  }
}
