// Settings of a `leaked-secrets` source.
import { z } from 'zod';

export const leakedSecretsSettings = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe('A file, folder or archive (ZIP) with findings, relative to the folder of the configuration file'),
  file_megabytes: z.int().min(1).max(100_000).default(1024).describe('The most megabytes that one file has, unpacked'),
});
