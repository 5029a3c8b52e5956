// How long former versions, and the changes between versions, are kept.
import { z } from 'zod';
import { duration } from './setting-types.ts';

export const Versions = z.strictObject({
  keep: duration
    .refine(ms => ms >= 3_600_000, 'must be at least 1h, because page tokens live that long')
    .prefault('1h')
    .describe(
      'How long a replaced version stays readable, for `asOf` and for pagination that began with it; at least 1h. docs/operations.md says how much room versions take',
    ),
});

export const History = z.strictObject({
  keep: duration
    .refine(ms => ms >= 86_400_000, 'must be at least 1d')
    .prefault('30d')
    .describe(
      'How long the changes between versions are kept. Once the next day is over, the changes of all versions of a day become one',
    ),
});
