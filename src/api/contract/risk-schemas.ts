// Bodies of the acceptance of risk violations.
import { z } from 'zod';
import { endOfDate } from '../../iso-time.ts';
import { characters, count, text, timestamp } from '../../resources/types/shared-types.ts';

export const riskAcceptanceCreationSchema = z.strictObject({
  reason: characters(1, 1000)
    .refine(reason => reason.trim() !== '', 'must say why the violation is accepted')
    .refine(reason => !reason.includes('\0'), 'must not hold the character NUL')
    .describe('Why the violation is accepted'),
  until: text
    .refine(until => endOfDate(until) !== undefined, 'must be a date such as 2027-03-31, or an ISO 8601 time')
    .describe('When the acceptance ends: a time, or the last day in UTC'),
});

export const riskAcceptanceSchema = z.object({
  violationId: z.uuid().describe('Global id of the violation'),
  reason: text,
  until: timestamp.describe('When the violation is open again'),
  acceptedBy: text.describe('Id of the client or user that accepted it'),
  acceptedAt: timestamp,
  shownFromVersion: count.describe('The first version that shows it has at least this number'),
});
