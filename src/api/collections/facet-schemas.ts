// The body of facets.
import { z } from 'zod';
import { count, text } from '../../resources/types/shared-types.ts';

export const facetListSchema = z.object({
  totalCount: count.describe('Objects that the filters select'),
  facets: z.array(
    z.object({
      field: text,
      values: z
        .array(z.object({ value: z.union([text, z.number(), z.boolean()]), count }))
        .describe('The most frequent values, the most frequent first'),
      distinctCount: count.describe('How many different values there are'),
      missingCount: count.describe('Objects without the field'),
    }),
  ),
});
