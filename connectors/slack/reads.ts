// What is read, type by type.
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
  { lands: 'ResourceInstance', needs: ['ResourceClass'], pages: channelPages },
  { lands: 'EntityManagedViaObject', needs: ['Account', 'UserGroup', 'Role'], pages: membershipPages },
  {
    lands: 'EntityAssignedAccessToObject',
    needs: ['Account', 'Role', 'ResourceInstance', 'IntegratedApplication'],
    pages: assignmentPages,
  },
];
