// The lists of Keystone. Each is read once for all types: who holds what is known only from several of them together.
import type { Gap } from '../../src/connector/contract.ts';
import { type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';
import type { KeystoneClient } from './client.ts';

export interface KeystoneList {
  readonly items: readonly unknown[];
  readonly gaps: readonly Gap[];
}

export type ListName = 'domains' | 'projects' | 'users' | 'groups' | 'roles' | 'role_inferences' | 'role_assignments';

const remedy = 'grant the user the role reader on the system';

export const keystoneList = (client: KeystoneClient, name: ListName): Promise<KeystoneList> =>
  client.once(name, () => keystoneListAt(client, name, name));

/** A server that limits its lists says `truncated` (docs.openstack.org/keystone/latest/admin/limit-list-size.html). */
async function keystoneListAt(client: KeystoneClient, path: string, member: string): Promise<KeystoneList> {
  let isTruncated = false;
  const list: SourceList = {
    name: path,
    request: from => ({ url: from ?? path }),
    items(body) {
      isTruncated ||= valueAt(body, 'truncated') === true;
      const items = valueAt(body, member);
      return Array.isArray(items) ? items : undefined;
    },
    next: ({ body }) => textAt(body, 'links', 'next'),
    remedy,
  };
  const { items, gaps } = await wholeList(client.http, list);
  const message = 'the list is cut off at the limit of the server; raise list_limit in its configuration';
  const cut: Gap[] = isTruncated ? [{ reason: 'failed', subject: path, message, missing: 'objects' }] : [];
  return { items, gaps: [...gaps, ...cut] };
}

/** The roles of the whole deployment, and those that belong to a domain. */
export const allRoles = (client: KeystoneClient): Promise<KeystoneList> =>
  client.once('roles of all domains', async () => {
    const [roles, domains] = await Promise.all([keystoneList(client, 'roles'), keystoneList(client, 'domains')]);
    const ids = domains.items.flatMap(domain => textAt(domain, 'id') ?? []);
    const ofDomains = await Promise.all(
      ids.map(id => keystoneListAt(client, `roles?domain_id=${encodeURIComponent(id)}`, 'roles')),
    );
    const lists = [roles, ...ofDomains];
    return {
      items: lists.flatMap(({ items }) => items),
      gaps: [...domains.gaps, ...lists.flatMap(({ gaps }) => gaps)],
    };
  });

/** Who is in a group. */
export const membersOf = (client: KeystoneClient, groupId: string): Promise<KeystoneList> =>
  keystoneListAt(client, `groups/${encodeURIComponent(groupId)}/users`, 'users');

/** The application credentials of all users, each with its user. */
export const allCredentials = (client: KeystoneClient): Promise<KeystoneList> =>
  client.once('application credentials', async () => {
    if (!client.settings.credentials) return { items: [], gaps: [] };
    const users = await keystoneList(client, 'users');
    const lists = await Promise.all(
      users.items.map(async user => {
        const id = textAt(user, 'id');
        if (id === undefined) return { items: [], gaps: [] };
        const path = `users/${encodeURIComponent(id)}/application_credentials`;
        const { items, gaps } = await keystoneListAt(client, path, 'application_credentials');
        return { items: items.map(credential => ({ userId: id, credential })), gaps };
      }),
    );
    return { items: lists.flatMap(({ items }) => items), gaps: [...users.gaps, ...lists.flatMap(({ gaps }) => gaps)] };
  });
