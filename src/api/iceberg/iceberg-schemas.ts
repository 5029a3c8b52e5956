// Bodies of the Iceberg REST catalogue, as its OpenAPI document has them:
// https://github.com/apache/iceberg/blob/main/open-api/rest-catalog-open-api.yaml
import { z } from 'zod';
import { text } from '../../resources/types/shared-types.ts';

const namespace = z.array(text).describe('One part: the name of the tenant');
const settings = z.record(z.string(), z.string());

export const icebergConfigSchema = z.object({
  defaults: settings.describe('Settings that a client may override'),
  overrides: settings.describe('Settings that a client must take'),
  endpoints: z.array(text).describe('What the catalogue answers'),
});

/** The OpenAPI document permits no other member beside `error`. */
export const icebergErrorSchema = z.object({
  error: z
    .object({
      message: text.describe('For people'),
      type: text.describe(
        'The name of the error in the Iceberg REST specification, for example `NoSuchTableException`',
      ),
      code: z.int32().describe('The HTTP status'),
    })
    .describe('What is wrong'),
});

export const icebergNamespaceListSchema = z.object({
  namespaces: z.array(namespace).describe('The one that the client may read'),
});

export const icebergNamespaceSchema = z.object({
  namespace,
  properties: settings.describe('Empty: a namespace has none here'),
});

export const icebergTableListSchema = z.object({
  identifiers: z
    .array(z.object({ namespace, name: text.describe('Name of the table') }))
    .describe('The tables of the namespace'),
});

export const icebergTableSchema = z.object({
  'metadata-location': text.describe('Where the metadata lies in the folder or bucket of the storage'),
  metadata: z.looseObject({}).describe('The metadata of the table, format version 2'),
  config: settings.describe('Settings with which the client reads the files of the table'),
});
