// Settings of a `sharphound` source.
import { z } from 'zod';

export const sharphoundSettings = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'The archive that SharpHound wrote, or a folder with its JSON files, relative to the folder of the configuration file',
    ),
  file_megabytes: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(16_384)
    .describe('The most megabytes that one file has, unpacked'),
});

export type SharphoundSettings = z.output<typeof sharphoundSettings>;
