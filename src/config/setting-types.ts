// Types of values that several settings in rolecall.yaml share.
import { z } from 'zod';

export const slug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,62}$/,
    'must be 1 to 63 lowercase letters, digits, "-" or "_", beginning with a letter or digit',
  );
export const duration = z
  .string()
  .regex(/^\d+(s|m|h|d)$/, 'must be a number and a unit, for example 30s, 15m, 1h or 7d')
  .transform(text => Number.parseInt(text, 10) * { s: 1, m: 60, h: 3600, d: 86_400 }[text.at(-1) as 's']! * 1000);
export const timeLimit = duration.refine(ms => ms >= 1000, 'must be at least 1s');
export const address = z.string().regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query');

/** How an S3-compatible bucket is reached, for settings that name one. */
export const bucketAccess = {
  endpoint: address.optional().describe('Address of the bucket’s server; default: AWS'),
  region: z.string().default('us-east-1').describe('Region of the bucket'),
  prefix: z.string().default('').describe('Prefix of the names of all objects'),
  access_key_id: z.string().optional().describe('Default: found by the AWS SDK').meta({ secret: true }),
  secret_access_key: z.string().optional().describe('Default: found by the AWS SDK').meta({ secret: true }),
  path_style: z.boolean().default(false).describe('Put the bucket’s name into the path instead of the host name'),
};
