// The lists of a customer (developers.google.com/workspace/admin/directory/reference/rest).
import type { Gap } from '../../src/connector/contract.ts';
import type { GoogleClient } from './client.ts';
import { pageSizes } from './limits.ts';
import { type GoogleList, wholeGoogleList } from './paging.ts';

const ofCustomer = ({ settings: { customer } }: GoogleClient, path: string) => `customer/${customer}/${path}`;

export const userList = (client: GoogleClient): GoogleList => ({
  path: 'users',
  query: { customer: client.settings.customer, projection: 'full', orderBy: 'email', maxResults: pageSizes.users },
  member: 'users',
  scope: 'admin.directory.user.readonly',
});

export const groupList = (client: GoogleClient): GoogleList => ({
  path: 'groups',
  query: { customer: client.settings.customer, maxResults: pageSizes.groups },
  member: 'groups',
  scope: 'admin.directory.group.readonly',
});

/** A group that was deleted after it was listed has no members. */
export const memberList = (groupId: string): GoogleList => ({
  path: `groups/${encodeURIComponent(groupId)}/members`,
  query: { maxResults: pageSizes.members },
  member: 'members',
  scope: 'admin.directory.group.member.readonly',
  absent: [404],
});

export const unitList = (client: GoogleClient): GoogleList => ({
  path: ofCustomer(client, 'orgunits'),
  query: { type: 'all' },
  member: 'organizationUnits',
  scope: 'admin.directory.orgunit.readonly',
});

export const roleList = (client: GoogleClient): GoogleList => ({
  path: ofCustomer(client, 'roles'),
  query: { maxResults: pageSizes.roles },
  member: 'items',
  scope: 'admin.directory.rolemanagement.readonly',
});

export const assignmentList = (client: GoogleClient, userKey?: string): GoogleList => ({
  path: ofCustomer(client, 'roleassignments'),
  query: { maxResults: pageSizes.assignments, userKey },
  member: 'items',
  scope: 'admin.directory.rolemanagement.readonly',
});

export const domainList = (client: GoogleClient): GoogleList => ({
  path: ofCustomer(client, 'domains'),
  member: 'domains',
  scope: 'admin.directory.domain.readonly',
});

export const tokenList = (userId: string): GoogleList => ({
  path: `users/${encodeURIComponent(userId)}/tokens`,
  member: 'items',
  scope: 'admin.directory.user.security',
  absent: [404],
});

export const passwordList = (userId: string): GoogleList => ({
  path: `users/${encodeURIComponent(userId)}/asps`,
  member: 'items',
  scope: 'admin.directory.user.security',
  absent: [404],
});

export const mobileDevices = (client: GoogleClient): GoogleList => ({
  path: ofCustomer(client, 'devices/mobile'),
  query: { maxResults: pageSizes.devices, projection: 'BASIC' },
  member: 'mobiledevices',
  scope: 'admin.directory.device.mobile.readonly',
});

export const chromeDevices = (client: GoogleClient): GoogleList => ({
  path: ofCustomer(client, 'devices/chromeos'),
  query: { maxResults: pageSizes.devices, projection: 'BASIC' },
  member: 'chromeosdevices',
  scope: 'admin.directory.device.chromeos.readonly',
});

const shared = { domains: domainList, units: unitList, roles: roleList, assignments: assignmentList };

/** All items of a short list, read once for all reads. */
export const sharedList = (
  client: GoogleClient,
  name: keyof typeof shared,
): Promise<{ items: unknown[]; gaps: Gap[] }> => client.once(name, () => wholeGoogleList(client, shared[name](client)));

/** The same gaps, where only fields of records are missing. @param field names of the fields, for the message */
export const fieldGaps = (gaps: readonly Gap[], field: string): Gap[] =>
  gaps.map(gap => ({ ...gap, missing: 'fields', message: `${field}: ${gap.message}` }));
