// Types for access: permissions, owners, and the reason why the access exists.
import { z } from 'zod';
import { Conditions, FederationInformation } from './authentication.ts';
import { EntitlementReason, EntitlementType, ObjectType, OwnershipLevel } from './enumerations.ts';
import { flag, MetadataItem, number, sparse, text, texts } from './scalars.ts';

export const Owner = sparse({
  federationInformation: FederationInformation.describe('How the owner is federated'),
  objectId: text.describe('Local id of the owner'),
  objectType: ObjectType.describe('Type of the owner, for example Account'),
}).meta({ title: 'Owner' });

const permissionFields = {
  fineGrainedResourceClass: text.describe('Class of the resources that the permission is about'),
  fineGrainedSpecifiers: texts.describe('The application’s own names of what is permitted'),
  formattedScopes: sparse({
    specifiers: texts.describe('The scopes'),
    type: text.describe('Kind of scope, for example `OAuth`'),
  }).describe('Scopes of a token'),
  isCreate: flag.describe('Permits to create'),
  isDelete: flag.describe('Permits to delete'),
  isExecute: flag.describe('Permits to run'),
  isPrivileged: flag.describe('Permits administration or gaining further access'),
  isRead: flag.describe('Permits to read'),
  isShare: flag.describe('Permits to give others access'),
  isUpdate: flag.describe('Permits to change'),
  ownershipLevel: OwnershipLevel.describe('Degree of ownership that the permission gives'),
  owners: z.array(Owner).describe('Who owns what the permission is about'),
  permissionGroupId: text.describe('Local id of the bundle that the permission belongs to'),
  specificationMetadata: z.array(MetadataItem).describe('Further facts of the source'),
};

export const Permissions = sparse(permissionFields).meta({ title: 'Permissions' });

export const PermissionSetSpecification = sparse({
  id: text.describe('Local id of the permission set'),
  name: text.describe('Name'),
  description: text.describe('What the set is for'),
  ...permissionFields,
}).meta({ title: 'PermissionSetSpecification' });

export const EntitlementSpecification = sparse({
  inferenceConfidence: number.describe('Confidence of the inference, from 0 to 1'),
  isInferred: flag.describe('True when the entitlement was inferred, not read'),
  reason: EntitlementReason.describe('Why the access exists'),
  reasonSpecificData: sparse({
    enabled: flag.describe('True when the entitlement is in force'),
    appliesToContents: flag.describe(
      'False when the entitlement is about its object only, and not about what the object contains; absent is true',
    ),
    contentPermissions: z
      .array(
        sparse({
          resourceClasses: texts.describe('Local ids of the resource classes'),
          permissions: Permissions.describe('What is permitted on contained resources of these classes'),
        }),
      )
      .describe(
        'What is permitted on the resources that the object contains, at any depth, where it is not what is permitted on the object: a contained resource has the permissions of the first element that names its class, and none when no element does. `appliesToContents` does not count then',
      ),
    accessControlMetadata: z.array(MetadataItem).describe('Further facts of the rule that grants or denies'),
    conditions: Conditions.describe('When the entitlement holds'),
    description: text.describe('The entitlement in the source’s words'),
    name: text.describe('Name of the entitlement'),
    permissions: Permissions.describe('What is permitted'),
    shareableUri: text.describe('Link that gives the access'),
    shareableUriLabel: text.describe('What the link is called'),
    sourceTag: text.describe('Data source tag'),
    type: EntitlementType.describe('Whether access is granted or denied'),
  }).describe('The entitlement itself'),
}).meta({ title: 'EntitlementSpecification' });
