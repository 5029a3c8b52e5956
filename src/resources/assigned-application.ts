import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import {
  AuthenticationRequirements,
  commonFields,
  commonRequired,
  FederationInformation,
  globalId,
  MetadataItem,
  text,
} from './types/shared-types.ts';
import { ofInstance, ofObjects, ofTenant } from './visibility/origin.ts';

export const assignedApplication = defineResource({
  type: 'AssignedApplication',
  title: 'Assigned application',
  kind: 'object',
  madeBy: 'connectors',
  description:
    'An application as an identity provider knows it: something that accounts are assigned to and sign in to.',
  collections: [
    {
      path: '/v1/assigned-applications',
      title: 'Assigned applications',
      description: 'All applications that identity providers assign.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name'],
  fields: {
    id: text.min(1).describe('Local id of the application at its identity provider'),
    name: text.min(1).describe('Name'),
    vendorName: text.describe('Vendor of the application'),
    labels: z.array(MetadataItem).describe('Labels that the identity provider keeps'),
    oauthClientId: text.describe('OAuth client id of the application at the identity provider'),
    samlEntityId: text.describe('SAML entity id of the application'),
    authenticationRequirements: AuthenticationRequirements.describe(
      'Requirements for signing in to the application, with local ids',
    ),
    globalAuthenticationRequirements: ofInstance(
      AuthenticationRequirements.describe('`authenticationRequirements` with global ids'),
    ),
    objectDirectoryContainerId: localId('ObjectDirectory').describe(
      'Local id of the object directory that holds the application',
    ),
    objectDirectoryContainerFederation: FederationInformation.describe('How the object directory is federated'),
    globalObjectDirectoryContainerId: globalId.describe('Global id of the object directory that holds the application'),
    ...commonFields,
    enrichedOAuthClientId: ofTenant(
      text.describe('OAuth client id, found by enrichment where the source does not have it'),
    ),
    enrichedSamlEntityId: ofTenant(
      text.describe('SAML entity id, found by enrichment where the source does not have it'),
    ),
    enrichedResolvedDeploymentId: ofObjects(
      ['IntegratedApplication'],
      globalId.describe('Global id of the integrated application that this one signs in to'),
    ),
  },
});
