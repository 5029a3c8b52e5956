// The body of the search.
import { z } from 'zod';
import { text } from '../../resources/types/shared-types.ts';

export const searchResultSchema = z.object({
  items: z
    .array(
      z.object({
        objectType: text.describe('Object or relationship type'),
        objectId: z.uuid().describe('Global id'),
        objectName: text.describe('Absent for edges').optional(),
        id: text.describe('Local id; absent for edges').optional(),
        alias: text.describe('Username').optional(),
        email: text.describe('E-mail address; absent where the object has none').optional(),
        applicationInstanceId: z.uuid().describe('Absent for edges').optional(),
        match: z
          .enum(['Key', 'Name', 'Words', 'Prefix', 'Within', 'Similar'])
          .describe('What matches: the whole id, username or address; the whole name; words, as the description says'),
      }),
    )
    .describe('What was found, the best match first'),
});
