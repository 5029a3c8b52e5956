// Settings of a `simulated` source.
import { z } from 'zod';

export const simulatedSettings = z.strictObject({
  file: z
    .string()
    .min(1)
    .describe(
      'SQLite file that holds the application, relative to the folder of the configuration file; made at first use',
    ),
  seed: z
    .string()
    .min(1)
    .optional()
    .describe(
      'YAML or JSON file with the first content, relative to the folder of the configuration file; not read any more once `file` is there',
    ),
});

export type SimulatedSettings = z.output<typeof simulatedSettings>;
