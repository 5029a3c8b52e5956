// Settings of a bucket that holds the files of a source.
import { z } from 'zod';

const text = z.string().min(1);

export const sourceBucketSettings = z.strictObject({
  name: text.describe('Name of the bucket'),
  prefix: z.string().default('').describe('Prefix of the names of the objects, such as `exports/crm`'),
  endpoint: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query')
    .optional()
    .describe('Address of the bucket’s server; default: AWS'),
  region: z.string().default('us-east-1').describe('Region of the bucket'),
  access_key_id: text.optional().describe('Default: found by the AWS SDK').meta({ secret: true }),
  secret_access_key: text.optional().describe('Default: found by the AWS SDK').meta({ secret: true }),
  path_style: z.boolean().default(false).describe('Put the bucket’s name into the path instead of the host name'),
});
