// Bodies of saved queries and of queries.
import { z } from 'zod';
import { defaultModel, defaultPageSize, savedQueryLimits } from '../../queries/limits.ts';
import { anyValue, characters, count, text, timestamp } from '../../resources/types/shared-types.ts';
import { nextPageToken } from '../contract/body-parts.ts';
import { asOfMember } from '../version-as-of.ts';

const withoutNul = (value: string) => !value.includes('\0');
const noNul = 'must not hold the character NUL';

const savedQueryText = {
  name: characters(1, savedQueryLimits.name)
    .refine(withoutNul, noNul)
    .describe('Unique in the tenant whatever the case of its letters'),
  query_string: characters(1, savedQueryLimits.query).describe('Stored as it is; checked when it is executed'),
  model: text.describe('Semantic model that the query targets'),
  description: characters(0, savedQueryLimits.description).refine(withoutNul, noNul).describe('What the query is for'),
};

export const principalSchema = z.object({
  type: text.describe('For example `user`'),
  id: text.describe('Opaque and stable'),
});

export const savedQuerySchema = z.object({
  query_id: z.uuid().describe('Opaque and stable; key on it, never on the name'),
  ...savedQueryText,
  description: savedQueryText.description.optional(),
  created_by: principalSchema.describe('Who saved it first'),
  last_modified_by: principalSchema.describe('Who saved it last'),
  version: z.int().min(1).describe('1 on creation, one more on each update'),
  created_at: timestamp.describe('When it was saved first'),
  last_modified_at: timestamp.describe('When it was saved last'),
});

export const savedQueryCreationSchema = z.strictObject({
  ...savedQueryText,
  model: savedQueryText.model.default(defaultModel),
  description: savedQueryText.description.optional(),
});

export const savedQueryUpdateSchema = z.strictObject({
  ...savedQueryText,
  description: savedQueryText.description.optional(),
  version: z.int().min(1).describe('Version that the update is based on'),
});

export const queryExecutionSchema = z
  .strictObject({
    query_id: text.min(1).meta({ format: 'uuid' }).describe('A saved query; this or `query_string`'),
    query_string: characters(1, savedQueryLimits.query).describe(
      'SQL, one SELECT in DuckDB’s dialect; this or `query_id`',
    ),
    model: text.describe('Semantic model that the query targets'),
    parameters: z.record(text, anyValue).describe('Values of the query’s `:name` placeholders'),
    page_size: z.int().min(1).max(10_000).describe(`Rows on the page; default ${defaultPageSize}`),
    page_token: text.min(1).describe('`nextPageToken` of the page before'),
    as_of: text.min(1).describe(asOfMember),
  })
  .partial();

export const queryResultSchema = z.object({
  columns: z
    .array(z.object({ name: text.describe('Name of the column'), type: text.describe('Its type in DuckDB') }))
    .describe('The columns of the result, in order'),
  rows: z.array(z.array(anyValue)).describe('Values in the order of the columns'),
  row_count: count.describe('Rows on this page'),
  nextPageToken,
  elapsed_ms: z.number().nonnegative().describe('How long the query ran, in milliseconds'),
  warehouse_version: text.describe('Version of the data that the query ran on'),
});

export const packedQueryListSchema = z.object({
  items: z
    .array(
      z.object({
        name: text.describe('Name of the query'),
        description: text.describe('What the query answers'),
        tags: z.array(text).describe('Subjects, by which queries are found'),
        parameters: z
          .array(
            z.object({
              name: text.describe('Its name in the query, without the colon'),
              example: z.union([z.number(), text]).describe('The value that counts when none is given'),
              description: text.describe('What it means'),
            }),
          )
          .describe('The `:name` placeholders of the query'),
        query_string: text.describe('The SQL of the query'),
      }),
    )
    .describe('The queries that come with the service'),
});
