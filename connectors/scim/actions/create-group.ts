// Creates groups (RFC 7644, section 3.3). Undoing deletes a group only as long as nobody is in it.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { attribute, listOf, localIdOf, textOf, valuesOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { listPages } from '../list.ts';
import { memberSource } from '../member-source.ts';
import { ask, endpointOf, equalTo, ifMatch, type Stored, stored, storedIfThere } from './resources.ts';

/** The group with exactly this name; null: there is none. */
interface GroupImage extends Image {
  readonly groupId: string | null;
  readonly hasMembers: boolean;
}

type CreateUserGroup = ActionTargets['CreateUserGroup'];

export const groupCreation: Action<ScimClient, CreateUserGroup> = {
  async observe(client, { groupName }) {
    const [id] = await idsNamed(client, groupName);
    if (id === undefined) return { groupId: null, hasMembers: false };
    const group = await stored(client, 'group', id);
    return { groupId: id, hasMembers: listOf(group.resource, 'members').length > 0 } satisfies GroupImage;
  },
  isDone: image => (image as GroupImage).groupId !== null,
  async apply(client, { groupName }) {
    if (groupName.trim() === '') throw new ChangeRefused('a group needs a name that is not blank');
    // Services may have several groups of one name, so a second request would make a second group.
    if ((await idsNamed(client, groupName)).length > 0) return;
    const json = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: groupName };
    await ask(client, { method: 'POST', url: endpointOf(client, 'group'), json });
  },
  async restore(client, { groupName }, { before, after }) {
    const { groupId } = after as GroupImage;
    if (groupId === null || groupId === before['groupId']) return;
    const group = await storedIfThere(client, 'group', groupId);
    if (!group) return;
    if (attribute(group.resource, 'displayName') !== groupName || (await hasMembers(client, group)))
      throw new ChangeRefused('the group is not as it was created; delete it in the service if nobody needs it');
    const { url, version } = group;
    const { status } = await ask(client, {
      method: 'DELETE',
      url,
      headers: ifMatch(version),
      accepts: [404, 410, 412],
    });
    if (status === 412) throw new ChangeRefused('somebody has changed the group meanwhile');
  },
  createdId: after => (after as GroupImage).groupId!,
};

async function hasMembers(client: ScimClient, group: Stored): Promise<boolean> {
  if (listOf(group.resource, 'members').length > 0) return true;
  const source = await memberSource(client);
  if (source !== 'users') {
    if (source === 'nowhere' && attribute(group.resource, 'members') === undefined)
      throw new ChangeRefused('the service shows no members of groups, so it is not known whether this one has any');
    return false;
  }
  for await (const { resources, gaps } of listPages(client, endpointOf(client, 'user'))) {
    const groups = resources.flatMap(user => valuesOf(user, 'groups'));
    if (groups.some(({ value }) => value !== undefined && localIdOf(value) === localIdOf(group.id))) return true;
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  }
  return false;
}

/** Local ids of the groups with exactly this name. */
async function idsNamed(client: ScimClient, name: string): Promise<string[]> {
  const filter = equalTo('displayName', name);
  if (filter === undefined || !client.discovery.filters) return idsIn(client, name, {});
  const isFiltered = await client.once('finds groups by name', () => findsByName(client));
  return idsIn(client, name, isFiltered ? { filter } : {});
}

async function idsIn(client: ScimClient, name: string, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { resources, gaps } of listPages(client, endpointOf(client, 'group'), { query })) {
    // A group that is not seen would be created again.
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
    for (const resource of resources) {
      const id = textOf(resource, 'id');
      if (id !== undefined && attribute(resource, 'displayName') === name) ids.push(localIdOf(id));
    }
  }
  return ids;
}

/** Many services accept a filter that they do not understand, and find nothing. So the filter must find a group that exists. */
async function findsByName(client: ScimClient): Promise<boolean> {
  for await (const { resources } of listPages(client, endpointOf(client, 'group'))) {
    const names = resources.map(group => attribute(group, 'displayName'));
    for (const name of names) {
      const filter = typeof name === 'string' ? equalTo('displayName', name) : undefined;
      if (filter !== undefined) return finds(client, name as string, filter);
    }
  }
  return false;
}

async function finds(client: ScimClient, name: string, filter: string): Promise<boolean> {
  try {
    return (await idsIn(client, name, { filter })).length > 0;
  } catch (error) {
    if (error instanceof ChangeRefused) return false;
    throw error;
  }
}
