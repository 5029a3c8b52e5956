// Bodies of the audit log.
import { z } from 'zod';
import { anyValue, text } from '../../resources/types/shared-types.ts';
import { utcTime } from '../contract/body-parts.ts';

export const auditEventSchema = z.object({
  id: text.describe('Opaque; entries are listed newest first'),
  at: utcTime.describe('When it happened'),
  principal: text.describe('Who: the id of a client or user, `operator` for the command line, `unknown`'),
  action: text.describe('What, as `noun.verb`, for example `savedQuery.create`'),
  target: text.describe('Id of what it was done to').optional(),
  outcome: z.enum(['done', 'refused', 'failed']).describe('`failed`: a source did not make a change that was accepted'),
  details: z.record(text, anyValue).describe('More about it, which depends on the action; may be empty'),
});
