// Types that several resources share, with the names of the interface, and the fields that every resource has.
import { z } from 'zod';
import { ofTenant } from '../visibility/origin.ts';
import { email, globalId, text, timestamp } from './scalars.ts';

export * from './authentication.ts';
export * from './entitlement.ts';
export * from './scalars.ts';

export const ObjectMetadata = z
  .strictObject({
    ApplicationInstanceId: globalId.describe('The application instance (configured source) that the object came from'),
    GeneratedTime: timestamp.describe('When the connector first read the object in its present form'),
    Profile: text.describe('Profile under which the connector landed the object, normally its type'),
    ObjectOrRelationshipType: text.describe('Object or relationship type'),
  })
  .meta({ title: 'ObjectMetadata' });

export const EnrichmentMetadata = z
  .strictObject({
    enrichmentVersion: text.describe('Version of the enrichment SQL that made the row'),
    generatedTime: timestamp.describe('When the row was made'),
  })
  .meta({ title: 'EnrichmentMetadata' });

/** The fields that every resource has besides its own. */
export const commonFields = {
  objectMetadata: ObjectMetadata.describe('Where and when the object was read'),
  globalId: globalId.describe('Tenant-wide id: UUIDv5 over tenant, application instance, type and local id'),
  serviceObjectMetadata: EnrichmentMetadata.describe('Which enrichment made the row, and when'),
};

/** The e-mail address of the person responsible for the object, from the system of record. */
export const steward = {
  sorPrimaryStewardEmail: ofTenant(email.describe('Primary steward, from the system of record')),
};

export const commonRequired = ['id', 'globalId', 'objectMetadata', 'serviceObjectMetadata'] as const;
