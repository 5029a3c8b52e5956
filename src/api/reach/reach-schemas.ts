// Response bodies of the operations of effective access.
import { z } from 'zod';
import { objectTypes } from '../../resources/types/enumerations.ts';
import { count, flag, text } from '../../resources/types/shared-types.ts';
import { permissionNames } from './permissions.ts';

const permissions = z
  .array(z.enum(permissionNames))
  .describe(
    'What denials leave. `Other`: a grant gives access without saying which. `Privileged` qualifies the others. `Member`: the account is in the group, role or permission set',
  );
const hops = count.describe('Steps of the shortest path: memberships, the assignment, and containments; 1 is direct');
const objectFields = {
  objectId: z.uuid().describe('Global id of the object'),
  objectType: z.enum(objectTypes),
  objectName: text
    .describe('Name of the object, of an account its alias; absent when the object was not read')
    .optional(),
};

export const reachedObjectSchema = z.object({
  ...objectFields,
  applicationInstanceId: z.uuid(),
  hops,
  permissions,
});

export const reachingAccountSchema = z.object({
  accountId: z.uuid().describe('Global id of the account'),
  alias: text,
  enabled: flag.describe('True when the account can be used'),
  applicationInstanceId: z.uuid(),
  hops,
  permissions,
});

const ReachObject = z.object(objectFields);
const step = {
  id: z
    .uuid()
    .describe('Global id of the managed-via relationship or access assignment; containments have none')
    .optional(),
  from: ReachObject,
  to: ReachObject,
};

export const accessPathsSchema = z.object({
  account: ReachObject,
  object: ReachObject,
  permissions: permissions.describe('What all paths together give; empty when the account does not reach the object'),
  paths: z
    .array(
      z.object({
        hops: count.describe('Steps of the path'),
        permissions,
        steps: z.array(z.object({ kind: z.enum(['Membership', 'Grant', 'Containment']), ...step })),
      }),
    )
    .describe('Paths that leave some permission after denials, the shortest first'),
  isComplete: flag.describe('True when there are no other paths'),
  criticalSteps: z
    .array(z.object({ kind: z.enum(['Membership', 'Grant']), ...step }))
    .describe(
      'The memberships and grants each of whose removal alone would end the access; absent when the graph between the two was too large to tell',
    )
    .optional(),
  denials: z
    .array(z.object({ ...step, permissions }))
    .describe('Denials that hold for the account and the object, with the permissions that they take away'),
});
