import { defineResource, localId } from './define.ts';
import { RoleType } from './types/enumerations.ts';
import {
  AuthorizedLocationPolicy,
  commonFields,
  commonRequired,
  count,
  FederationInformation,
  flag,
  globalId,
  steward,
  text,
  texts,
  timestamp,
} from './types/shared-types.ts';
import { ofInstance, ofObjects } from './visibility/origin.ts';

export const role = defineResource({
  type: 'Role',
  title: 'Role',
  kind: 'object',
  madeBy: 'connectors',
  dataDate: 'object',
  description:
    'A role of an application. Custom roles are made by sufficiently privileged users, Standard roles are defined by the application itself, and Modeled roles stand for access that the application does not hold as real schema objects, such as per-repository access levels.',
  collections: [{ path: '/v1/roles', title: 'Roles', description: 'All roles.', order: 'instance' }],
  required: [...commonRequired, 'name', 'type', 'isCustom'],
  derived: ['isCustom'],
  fields: {
    id: text.min(1).describe('Persistent id of the role in the application'),
    name: text.min(1).describe('Name'),
    description: text.describe('What the application says the role is for'),
    applicationRoleType: text.describe('Application-specific kind of role'),
    type: RoleType.describe('Who defines the role'),
    isCustom: flag.describe('True exactly when `type` is `Custom`'),
    authorizedLocations: AuthorizedLocationPolicy.describe('Where the role may be used from'),
    globalAuthorizedLocations: ofInstance(AuthorizedLocationPolicy.describe('`authorizedLocations` with global ids')),
    createdBy: localId('Account').describe('Local id of the account that made the role'),
    createdByFederation: FederationInformation.describe('How `createdBy` is federated'),
    createdDate: timestamp.describe('When the role was made'),
    lastModifiedBy: localId('Account').describe('Local id of the account that last changed the role'),
    lastModifiedByFederation: FederationInformation.describe('How `lastModifiedBy` is federated'),
    lastModifiedDate: timestamp.describe('When the role was last changed'),
    objectDirectoryContainerId: localId('ObjectDirectory').describe(
      'Local id of the object directory that holds the role',
    ),
    objectDirectoryContainerFederation: FederationInformation.describe('How the object directory is federated'),
    sourceTag: text.describe('Data source tag'),
    globalCreatedBy: globalId.describe('Global id of the account that made the role'),
    globalLastModifiedBy: globalId.describe('Global id of the account that last changed the role'),
    globalObjectDirectoryContainerId: globalId.describe('Global id of the object directory that holds the role'),
    ...commonFields,
    ...steward,
    analyticsAccessToResourceInstancesCount: ofInstance(
      count.describe('Resource instances that the role reaches, nested ones included; above 1000 may be approximate'),
    ),
    analyticsAccessToResourceInstancesCountIsApproximate: ofInstance(
      flag.describe(
        'True when the resource instances were too many to count, so that their number is an estimate that does not consider denials',
      ),
    ),
    analyticsActiveMemberCount: ofInstance(
      count.describe('Member accounts that are not dormant, nesting included; absent where no activity is known'),
    ),
    analyticsInactiveMemberCount: ofInstance(
      count.describe('Member accounts that are dormant, nesting included; absent where no activity is known'),
    ),
    analyticsMemberAccountsCount: ofInstance(count.describe('Accounts that hold the role, nesting included')),
    analyticsMemberCount: ofInstance(count.describe('Direct members of any type')),
    analyticsAssignedApplicationCount: ofInstance(
      count.describe('Assigned applications that the role gives access to, itself or through roles that it holds'),
    ),
    analyticsAssignedRoleCount: ofInstance(count.describe('Roles that the role holds, nesting included')),
    analyticsAssignedUserGroupCount: ofInstance(count.describe('User groups that hold the role, nesting included')),
    analyticsOwners: ofObjects(
      ['Account', 'UserGroup'],
      texts.describe('Global ids of the accounts and groups that an ownership entitlement makes owners of the role'),
    ),
  },
});
