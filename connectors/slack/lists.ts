// The lists of a workspace, with the scopes that they need (docs.slack.dev/reference/methods).
import type { Gap } from '../../src/connector/contract.ts';
import type { SlackClient } from './client.ts';
import { type SlackList, wholeSlackList } from './paging.ts';

export const lists = {
  users: {
    method: 'users.list',
    member: 'members',
    query: { limit: 200 },
    remedy: 'grant the scopes users:read and users:read.email',
  },
  groups: {
    method: 'usergroups.list',
    member: 'usergroups',
    query: { include_users: true, include_disabled: false },
    remedy: 'grant the scope usergroups:read',
  },
  publicChannels: {
    method: 'conversations.list',
    member: 'channels',
    query: { types: 'public_channel', exclude_archived: true, limit: 200 },
    remedy: 'grant the scope channels:read',
  },
  channels: {
    method: 'conversations.list',
    member: 'channels',
    query: { types: 'public_channel,private_channel', exclude_archived: true, limit: 200 },
    remedy: 'grant the scopes channels:read and groups:read',
  },
  integrations: {
    method: 'team.integrationLogs',
    member: 'logs',
    query: { count: 1000 },
    remedy: 'use a user token of an administrator with the scope admin',
    isNumbered: true,
  },
  roleAssignments: {
    method: 'admin.roles.listAssignments',
    member: 'role_assignments',
    query: { limit: 200 },
    remedy: 'use a token of the organisation with the scope admin.roles:read',
  },
} as const satisfies Readonly<Record<string, SlackList>>;

/** @param id of a channel */
export const channelMembers = (id: string): SlackList => ({
  method: 'conversations.members',
  member: 'members',
  query: { channel: id, limit: 1000 },
  remedy: 'grant the scopes channels:read and groups:read',
});

/** All items of a list, read once for all reads. */
export const sharedList = (
  client: SlackClient,
  name: 'users' | 'groups' | 'integrations' | 'roleAssignments',
): Promise<{ items: unknown[]; gaps: Gap[] }> => client.once(name, () => wholeSlackList(client, lists[name]));

/** The same gaps, where only fields of records are missing. @param field names of the fields, for the message */
export const fieldGaps = (gaps: readonly Gap[], field: string): Gap[] =>
  gaps.map(gap => ({ ...gap, missing: 'fields', message: `${field}: ${gap.message}` }));
