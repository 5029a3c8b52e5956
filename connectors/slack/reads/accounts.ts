// The workspace and its accounts.
import { samlAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { SlackClient } from '../client.ts';
import { fieldGaps, lists, sharedList } from '../lists.ts';
import { slackPages } from '../paging.ts';
import { accountOf, installationsOf } from '../records/users.ts';

export async function* workspacePages(client: SlackClient): AsyncGenerator<Page> {
  const address = textAt(client.identity, 'url');
  const host = address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
  const key = authenticationKeyOf(client);
  const record: SourceRecord = {
    id: client.teamId,
    ...definedMembers({
      key: host ?? client.teamId,
      name: textAt(client.identity, 'team') ?? host ?? client.teamId,
      category: 'Collaboration',
      vendorName: 'Slack',
      authenticationRequirements: key === undefined ? undefined : { authenticationKeys: [key] },
      supportedFederatedRelationships: [],
    }),
  };
  yield { records: [record], place: () => 'auth.test' };
}

/** The key of the identity provider's certificate; undefined: it is not known. */
const authenticationKeyOf = ({ settings: { saml_certificate } }: SlackClient) =>
  saml_certificate === undefined ? undefined : samlAuthenticationKey(saml_certificate);

/** The log of integrations names who installed an app. Only administrators may read it. */
export async function* accountPages(client: SlackClient, cursor?: string): AsyncGenerator<Page> {
  const { items, gaps: unread } = await sharedList(client, 'integrations');
  const facts = {
    teamId: client.teamId,
    authenticationKey: authenticationKeyOf(client),
    installations: installationsOf(items),
  };
  let gaps: readonly Gap[] = fieldGaps(unread, 'who installed bots, and when');
  for await (const page of slackPages(client, lists.users, cursor)) {
    yield recordPage(page.items, user => accountOf(user, facts), {
      ...{ subject: page.subject, gaps: [...gaps, ...page.gaps], cursor: page.next },
    });
    gaps = [];
  }
}
