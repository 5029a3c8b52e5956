// Users with their tokens and application passwords, external members of groups, and who uses 2-Step Verification.
import type { Gap, Page, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { listCursor, listPlaceOf, type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import type { GoogleClient } from '../client.ts';
import { passwordList, tokenList, userList } from '../lists.ts';
import { type GoogleList, googlePages, wholeGoogleList } from '../paging.ts';
import { passwordAccountOf, passwordId, tokenAccountOf, tokenId } from '../records/tokens.ts';
import { authenticationKeyOf } from '../records/units.ts';
import { accountOf, enrollmentOf, externalAccountOf, isAdministrator } from '../records/users.ts';
import { externalMembers } from './groups.ts';

export async function* accountPages(client: GoogleClient, cursor?: string): AsyncGenerator<Page> {
  const place = listPlaceOf(cursor);
  const key = authenticationKeyOf(client);
  if (place?.list !== 'external') {
    for await (const page of googlePages(client, userList(client), place?.from)) {
      const users = recordPage(page.items, user => accountOf(user, key), page);
      const tokens = await tokensOf(client, page.items);
      const next = page.next === undefined ? { list: 'external' } : { list: 'users', from: page.next };
      yield {
        records: [...users.records, ...tokens.records],
        rejected: [...users.rejected!, ...tokens.rejected],
        gaps: [...page.gaps, ...tokens.gaps],
        place: users.place!,
        cursor: listCursor(next),
      };
    }
  }
  const { members, gaps } = await externalMembers(client);
  yield {
    records: [...members].map(([id, email]) => externalAccountOf(id, email)),
    gaps: [...gaps, ...leftOut(client)],
    place: () => 'groups/*/members',
  };
}

function leftOut({ settings: { tokens_of } }: GoogleClient): Gap[] {
  if (tokens_of === 'everybody') return [];
  const whose = tokens_of === 'nobody' ? 'nobody' : 'administrators only';
  const message = `tokens and application passwords of ${whose} are read; set \`tokens_of\` to \`everybody\` to read all`;
  return [{ reason: 'unsupported', subject: 'tokens_of', message, missing: 'fields' }];
}

interface Tokens {
  readonly records: SourceRecord[];
  readonly rejected: Rejection[];
  readonly gaps: Gap[];
}

async function tokensOf(client: GoogleClient, users: readonly unknown[]): Promise<Tokens> {
  const { tokens_of } = client.settings;
  const wanted = users.filter(
    user => tokens_of === 'everybody' || (tokens_of === 'administrators' && isAdministrator(user)),
  );
  const ids = wanted.flatMap(user => textAt(user, 'id') ?? []);
  const pages = await Promise.all(
    ids.flatMap(id => [
      pageOf(
        client,
        tokenList(id),
        token => tokenAccountOf(id, token),
        token => tokenId(id, textAt(token, 'clientId')),
      ),
      pageOf(
        client,
        passwordList(id),
        each => passwordAccountOf(id, each),
        each => passwordId(id, textAt(each, 'codeId')),
      ),
    ]),
  );
  return {
    records: pages.flatMap(({ records }) => records),
    rejected: pages.flatMap(({ rejected }) => rejected ?? []),
    gaps: pages.flatMap(({ gaps }) => gaps ?? []),
  };
}

async function pageOf(
  client: GoogleClient,
  list: GoogleList,
  map: (item: unknown) => MappedItem,
  idOf: (item: unknown) => string | undefined,
): Promise<Page> {
  const { items, gaps } = await wholeGoogleList(client, list);
  return recordPage(items, map, { subject: list.path, gaps }, idOf);
}

export async function* enrollmentPages(client: GoogleClient, cursor?: string): AsyncGenerator<Page> {
  const list = userList(client);
  const fields = 'kind,nextPageToken,users(id,isEnrolledIn2Sv)';
  for await (const page of googlePages(client, { ...list, query: { ...list.query, fields } }, cursor))
    yield recordPage(page.items, enrollmentOf, { ...page, cursor: page.next });
}
