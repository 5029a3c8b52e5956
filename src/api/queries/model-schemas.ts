// The body that describes the data.
import { z } from 'zod';
import { filterNames, filterTypes } from '../../exports/filters.ts';
import { fillers } from '../../resources/types/field-type.ts';
import { valueFormats } from '../../resources/types/labels.ts';
import { flag, text, texts } from '../../resources/types/shared-types.ts';

const Column = z.object({
  name: text.describe('Name of the column, as queries write it'),
  type: text.describe('Its type in DuckDB'),
  description: text.describe('What it holds, its unit, and when it is NULL'),
});

const Field = z.object({
  name: text.describe('As filters name it: a member of an object follows a point'),
  label: text.describe('What people call it'),
  format: z
    .enum(valueFormats)
    .describe('In which form people want to see the values. A `time` at midnight in UTC is a date without a time'),
  type: text.describe('In words: `timestamp`, `id of Account`, `AccountType`; `[]` after a list'),
  description: text.describe('What the field means'),
  filledBy: z
    .enum(fillers)
    .describe(
      '`connector`: read from the source. `landing`, `enrichment`, `analytics` and `system of record`: made by the service',
    ),
  isRequired: flag.describe('True when every object has it'),
  values: texts.describe('The values of an enumeration').optional(),
  dataType: z.enum(Object.keys(filterTypes) as (keyof typeof filterTypes)[]).describe('As which type filters see it'),
  filterTypes: z.array(z.enum(filterNames)).describe('The operators that filters can use'),
});

export const schemaModelListSchema = z.object({
  resources: z
    .array(
      z.object({
        type: text.describe('Object or relationship type'),
        title: text.describe('What people call the type'),
        description: text.describe('What such an object or relationship is'),
        kind: z.enum(['object', 'relationship', 'edge']).describe('`edge`: served as a text'),
        collections: z
          .array(
            z.object({
              path: text.describe('Path of the list'),
              title: text.describe('What people call the list'),
              description: text.describe('Which objects are in it'),
            }),
          )
          .describe('The lists that serve the type'),
        fields: z.array(Field).describe('The fields that lists and gets serve'),
      }),
    )
    .describe('What the lists serve'),
  items: z
    .array(
      z.object({
        name: text.describe('Name of the model, as queries name it'),
        description: text.describe('What the model is for'),
        tables: z
          .array(
            z.object({
              name: text.describe('Name of the table, as queries write it'),
              description: text.describe('What a row of it is'),
              columns: z.array(Column).describe('Its columns, in order'),
            }),
          )
          .describe('The tables that queries can read'),
      }),
    )
    .describe('The semantic models, for queries'),
});
