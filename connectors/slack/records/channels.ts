// Channels as resources, and who is in them (docs.slack.dev/reference/objects/conversation-object).

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import { timeOfSeconds } from './users.ts';

export const channelClass: SourceRecord = { id: 'channel', name: 'Channel' };

export function channelOf(channel: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(channel, 'id'), textAt(channel, 'name')];
  if (id === undefined) return { reason: 'has no id' };
  if (name === undefined) return { reason: 'has no name' };
  const creator = textAt(channel, 'creator');
  return {
    id,
    ...definedMembers({
      name,
      displayName: `#${name}`,
      resourceClass: channelClass.id,
      isSensitive: flagOfValue(valueAt(channel, 'is_private')),
      externallyShared: flagOfValue(valueAt(channel, 'is_ext_shared')),
      ownerAccountIds: creator === undefined ? undefined : [creator],
      createdDate: timeOfSeconds(valueAt(channel, 'created')),
    }),
  };
}

export function channelAccess(accountId: string, channelId: string): SourceRecord {
  return assignmentRecord(['Account', accountId], ['ResourceInstance', channelId], {
    name: 'member',
    permissions: { isRead: true, isCreate: true, fineGrainedSpecifiers: ['read messages', 'write messages'] },
  });
}

/** The scopes that an app was installed with, as a right of its bot on the workspace. */
export function appAccess(botId: string, teamId: string, scopes: readonly string[]): SourceRecord | undefined {
  if (scopes.length === 0) return undefined;
  const details = {
    name: 'granted scopes',
    permissions: {
      isRead: scopes.some(scope => /read|history/.test(scope)),
      isCreate: scopes.some(scope => /write|manage|create/.test(scope)),
      isUpdate: scopes.some(scope => /write|manage/.test(scope)),
      isPrivileged: scopes.some(scope => /^(admin|identify\.admin|users:write$)/.test(scope)),
      fineGrainedSpecifiers: [...scopes],
      formattedScopes: { type: 'OAuth', specifiers: [...scopes] },
    },
    // A bot reads the channels that it was invited to.
    appliesToContents: false,
  };
  return assignmentRecord(['Account', botId], ['IntegratedApplication', teamId], details, 'scopes');
}

/** Ids of the members that an answer of `usergroups.list` has. */
export const groupMembers = (group: unknown) => [...new Set(textsAt(group, 'users'))];
