// Response bodies about the sessions of browsers.
import { z } from 'zod';
import { flag, text } from '../../resources/types/shared-types.ts';
import { scopes } from '../../state/clients/clients.ts';
import { roles } from '../../state/sessions/roles.ts';

export const sessionSchema = z.object({
  name: text.describe('Name of the person'),
  principal: text.describe('Who it is, as jobs (`requestedBy`) and the audit log have it'),
  role: z.enum(roles).describe('What the person may do'),
  scopes: z.array(z.enum(scopes)).describe('What requests of the session may do, as for a token'),
  expiresAt: z.iso
    .datetime()
    .describe(
      'When the session ends unless a request uses it before. Requests move this time ahead, up to its longest time',
    ),
  csrfToken: text.describe('For the header `x-csrf-token`; it stays the same during the session'),
});

export const browserSessionListSchema = z.object({
  items: z
    .array(
      z.object({
        sessionId: z.uuid().describe('Id of the session'),
        name: text.describe('Name of the person'),
        principal: text.describe('Who it is, as the audit log has it'),
        role: z.enum(roles).describe('What the person may do'),
        applicationInstanceIds: z
          .array(z.uuid())
          .describe('The only application instances that the person may see; absent: all')
          .optional(),
        address: text.describe('From where the person signed in'),
        createdAt: z.iso.datetime().describe('When the person signed in'),
        usedAt: z.iso.datetime().describe('When it was used last, to the minute'),
        expiresAt: z.iso.datetime().describe('When the session ends unless it is used before'),
        isOwn: flag.describe('True for the session that asks'),
      }),
    )
    .describe('The sessions that have not ended'),
});

export const signInMethodsSchema = z.object({
  openid: z
    .object({ name: text.describe('Name of the provider') })
    .nullable()
    .describe('Sign in at `/sign-in/start?return=/path`; null: no provider is configured'),
  link: z.boolean().describe('`rolecall sessions link` prints a link that signs a person in once'),
});
