// The body of facets.
import { z } from 'zod';
import { count, text } from '../../resources/types/shared-types.ts';

export const facetListSchema = z.object({
  totalCount: count.describe('Objects that the filters select'),
  facets: z
    .array(
      z.object({
        field: text.describe('The field that the values are of'),
        values: z
          .array(
            z.object({
              value: z
                .union([text, z.number(), z.boolean()])
                .describe('A value of the field; of a list, one of its values'),
              count: count.describe('Objects with this value'),
            }),
          )
          .describe('The most frequent values, the most frequent first'),
        distinctCount: count.describe('How many different values there are'),
        missingCount: count.describe('Objects without the field'),
      }),
    )
    .describe('One for each field that was asked for'),
});
