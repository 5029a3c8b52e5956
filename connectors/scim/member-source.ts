// Where a service shows who is in a group. Lists of groups leave members out in some, single groups in others, and in some only
// users know their groups.
import { HttpError } from '../../src/connector/http/http-error.ts';
import { attribute, textOf, valuesOf } from './attributes.ts';
import type { ScimClient } from './client.ts';
import { resourceAddress } from './endpoints.ts';
import { listPages } from './list.ts';

export type MemberSource = 'list of groups' | 'single groups' | 'users' | 'nowhere';

/** Groups without members in the list that are read one by one before members are looked for elsewhere. */
const mostProbed = 5;

/** Decided once for a run, from the first pages of both lists. */
export function memberSource(client: ScimClient): Promise<MemberSource> {
  return client.once('member source', () => probe(client));
}

async function probe(client: ScimClient): Promise<MemberSource> {
  const { groups: groupsAt, users: usersAt } = client.discovery;
  const groups = groupsAt === undefined ? [] : await firstOf(client, groupsAt);
  if (groups.some(hasMembers)) return 'list of groups';
  for (const group of groups.slice(0, mostProbed)) {
    const id = textOf(group, 'id');
    if (id !== undefined && hasMembers(await readable(client, groupsAt!, id))) return 'single groups';
  }
  const users = usersAt === undefined ? [] : await firstOf(client, usersAt);
  if (users.some(user => valuesOf(user, 'groups').some(({ value }) => value !== undefined))) return 'users';
  // Without groups or users there is nothing to show.
  return groups.length === 0 || users.length === 0 ? 'list of groups' : 'nowhere';
}

/** A group that cannot be read on its own shows no members. */
async function readable(client: ScimClient, endpoint: string, id: string): Promise<unknown> {
  return single(client, endpoint, id).catch(error => {
    if (!(error instanceof HttpError)) throw error;
  });
}

const hasMembers = (group: unknown) => valuesOf(group, 'members').some(({ value }) => value !== undefined);

async function firstOf(client: ScimClient, endpoint: string): Promise<readonly unknown[]> {
  for await (const { resources } of listPages(client, endpoint)) return resources;
  return [];
}

/** One resource by its id; undefined when the service has none of that id. */
export async function single(client: ScimClient, endpoint: string, id: string): Promise<unknown> {
  const url = resourceAddress(endpoint, id);
  if (url === undefined) return undefined;
  const answer = await client.http.send({ url, accepts: [404] });
  return attribute(answer.body, 'id') === undefined ? undefined : answer.body;
}
