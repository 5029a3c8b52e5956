// Bodies of the operations of API clients.
import { z } from 'zod';
import { characters, flag, text } from '../../resources/types/shared-types.ts';
import { scopes } from '../../state/clients/clients.ts';

const utcTime = z.iso.datetime();
const instances = z.array(z.uuid()).min(1).max(1000);

const client = {
  clientId: z.uuid().describe('Id of the client, with which it asks for tokens'),
  name: text.describe('What it is for, as whoever made it said'),
  scopes: z.array(z.enum(scopes)).describe('What its tokens may do'),
  applicationInstanceIds: instances.describe('The only application instances that it may see; absent: all').optional(),
  personData: flag
    .describe('Of a client that is limited to application instances: whether it also sees person data')
    .optional(),
  createdAt: utcTime.describe('When it was made'),
  createdBy: text.describe('Id of a client or user, or `operator` for the command line'),
  revokedAt: utcTime.describe('When it was revoked; absent: it was not, so it gets tokens').optional(),
  lastUsedAt: utcTime.describe('When it last got a token, to the minute').optional(),
  isOwn: flag.describe('True for the client that asks'),
};

export const clientSchema = z.object(client);
export const clientListSchema = z.object({
  items: z.array(clientSchema).describe('All clients, those that were revoked included'),
});
export const createdClientSchema = z.object({ ...client, clientSecret: text.describe('Shown only here') });

export const clientCreationSchema = z
  .strictObject({
    name: characters(1, 200)
      .refine(name => !/\p{Cc}/u.test(name), 'must not hold control characters')
      .describe('What it is for'),
    scopes: z.array(z.enum(scopes)).min(1).describe('What it may do; a client gives only scopes that it has'),
    applicationInstanceIds: instances
      .describe('The only application instances that it may see; left out: all')
      .optional(),
    personData: flag
      .describe(
        'Only with `applicationInstanceIds`: true lets the client also see all persons, and the fields of its objects that are computed from other application instances. Default: false',
      )
      .optional(),
  })
  .refine(({ applicationInstanceIds, personData }) => !personData || applicationInstanceIds !== undefined, {
    path: ['personData'],
    message: 'is only for a client with `applicationInstanceIds`; another one sees all persons anyway',
  });
