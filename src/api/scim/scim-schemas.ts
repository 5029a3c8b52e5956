// The response bodies of SCIM. What resources have is described by SCIM itself, at /scim/v2/Schemas.
import { z } from 'zod';
import { anyValue, count, text } from '../../resources/types/shared-types.ts';

export const scimResourceSchema = z
  .looseObject({
    schemas: z.array(text).describe('URIs of the schemas that its attributes are of'),
    id: text.describe('Of users and groups, their global id').optional(),
  })
  .describe('`/scim/v2/Schemas` describes its attributes');

export const scimListSchema = z.object({
  schemas: z.array(text).describe('URI of the schema of this answer'),
  totalResults: count.describe('Resources of the whole list'),
  startIndex: count.describe('Only where the list is paged by index').optional(),
  itemsPerPage: count.describe('Resources on this page'),
  nextCursor: text.describe('Where a list that is paged by cursor continues (RFC 9865)').optional(),
  Resources: z.array(z.record(text, anyValue)).describe('The resources of this page'),
});
