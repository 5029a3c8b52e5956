import { z } from 'zod';
import { defineResource } from './define.ts';
import { JoinPolicy, UserGroupType } from './types/enumerations.ts';
import { commonFields, commonRequired, count, email, flag, Owner, text, timestamp } from './types/shared-types.ts';
import { ofInstance } from './visibility/origin.ts';

export const userGroup = defineResource({
  type: 'UserGroup',
  title: 'User group',
  kind: 'object',
  madeBy: 'connectors',
  description: 'A group of accounts, groups or roles through which access is given or mail is distributed.',
  collections: [{ path: '/v1/user-groups', title: 'User groups', description: 'All user groups.', order: 'instance' }],
  required: [...commonRequired, 'name', 'type'],
  defaults: { type: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the group'),
    name: text.min(1).describe('Name'),
    description: text.describe('What the application says the group is for'),
    email: email.describe('Address that reaches the members'),
    type: UserGroupType.describe('What the group is for, or how its members are determined'),
    isDynamic: flag.describe('True when a rule decides who is a member'),
    isAssignableToRole: flag.describe('True when roles can be given to the group'),
    joinPolicy: JoinPolicy.describe('Who can become a member without being added by somebody else'),
    allowsExternalMembers: flag.describe('True when accounts outside the organisation can be members'),
    owners: z.array(Owner).describe('Who may change the group'),
    createdDate: timestamp.describe('When the group was made'),
    lastModifiedDate: timestamp.describe('When the group was last changed'),
    sourceTag: text.describe('Data source tag'),
    ...commonFields,
    analyticsMemberCount: ofInstance(count.describe('Direct members of any type')),
    analyticsMemberAccountsCount: ofInstance(count.describe('Accounts in the group, nesting included')),
    analyticsActiveMemberCount: ofInstance(
      count.describe('Member accounts that are not dormant, nesting included; absent where no activity is known'),
    ),
    analyticsInactiveMemberCount: ofInstance(
      count.describe('Member accounts that are dormant, nesting included; absent where no activity is known'),
    ),
    analyticsAssignedRoleCount: ofInstance(count.describe('Roles that the group holds, nesting included')),
    analyticsAssignedApplicationCount: ofInstance(
      count.describe(
        'Assigned applications that the group gives access to, itself or through groups and roles that it is in',
      ),
    ),
  },
});
