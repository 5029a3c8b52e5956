// What is read, type by type, in this order.
import type { Read } from '../../src/connector/contract.ts';
import type { SlackClient } from './client.ts';
import { accountPages, workspacePages } from './reads/accounts.ts';
import { assignmentPages, channelPages, classPages } from './reads/channels.ts';
import { groupPages, membershipPages, rolePages } from './reads/groups.ts';

export const slackReads: readonly Read<SlackClient>[] = [
  { lands: 'IntegratedApplication', pages: workspacePages },
  { lands: 'Account', pages: accountPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'ResourceClass', pages: classPages },
  { lands: 'ResourceInstance', pages: channelPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
];
