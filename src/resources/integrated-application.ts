import { z } from 'zod';
import { defineResource } from './define.ts';
import {
  AuthenticationRequirements,
  commonFields,
  commonRequired,
  globalId,
  MetadataItem,
  sparse,
  text,
  texts,
} from './types/shared-types.ts';
import { ofInstance, ofObjects } from './visibility/origin.ts';

export const integratedApplication = defineResource({
  type: 'IntegratedApplication',
  title: 'Integrated application',
  kind: 'object',
  madeBy: 'connectors',
  description: 'A deployment of an application whose own accounts and access are read by a connector.',
  collections: [
    {
      path: '/v1/integrated-applications',
      title: 'Integrated applications',
      description: 'All deployments of applications that connectors read.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name'],
  fields: {
    id: text.min(1).describe('Local id of the deployment'),
    key: text.describe(
      'Key that distinguishes this deployment from others of the same application, such as its host name',
    ),
    name: text.min(1).describe('Name'),
    category: text.describe('Kind of application, for example `BusinessApplication`'),
    vendorName: text.describe('Vendor of the application'),
    labels: z.array(MetadataItem).describe('Labels of the deployment'),
    authenticationRequirements: AuthenticationRequirements.describe(
      'Requirements for signing in to the application, with local ids',
    ),
    globalAuthenticationRequirements: ofInstance(
      AuthenticationRequirements.describe('`authenticationRequirements` with global ids'),
    ),
    supportedFederatedRelationships: texts.describe('Relationship types that may join objects of other applications'),
    unsupportedTypes: sparse({
      objectTypes: texts.describe('Object types'),
      relationshipTypes: texts.describe('Relationship types'),
    }).describe('What the application does not have or does not reveal'),
    ...commonFields,
    globalDeploymentKey: ofInstance(text.describe('Tenant-wide key of the deployment')),
    enrichedResolvedDeploymentId: ofObjects(
      ['IntegratedApplication'],
      globalId.describe('Global id of the deployment with which this one was identified'),
    ),
  },
});
