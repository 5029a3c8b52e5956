// Response bodies of the operations of effective access.
import { z } from 'zod';
import { objectTypes } from '../../resources/types/enumerations.ts';
import { count, flag, text } from '../../resources/types/shared-types.ts';
import { ageKnownBy } from './access-age.ts';
import { permissionNames } from './permissions.ts';
import { nodeUses } from './reach-operations.ts';

const permissions = z
  .array(z.enum(permissionNames))
  .describe(
    'What denials leave. `Other`: a grant gives access without saying which. `Privileged` qualifies the others. `Member`: the account is in the group, role or permission set',
  );
const hops = count.describe('Steps of the shortest path: memberships, the assignment, and containments; 1 is direct');
const age = z
  .object({
    at: z.iso.datetime().describe('When it came; known by `Read`, it is as old or older'),
    knownBy: z
      .enum(ageKnownBy)
      .describe(
        '`Source`: the source gives the date. `History`: a version showed it for the first time. `Read`: it was there when it was first read, and the source gives no date',
      ),
  })
  .describe(
    'Since when the access exists: since the newest step of a path came, and of several paths, of the oldest one. Absent when there are too many paths to tell',
  );
const objectFields = {
  objectId: z.uuid().describe('Global id of the object'),
  objectType: z.enum(objectTypes).describe('Type of the object'),
  objectName: text
    .describe('Name of the object, of an account its alias; absent when the object was not read')
    .optional(),
};

const through = z
  .object({
    objects: z
      .array(z.object(objectFields))
      .describe(
        'What a shortest path leads through, in its order: groups, roles and permission sets, and what contains the object. Empty when the access is direct',
      ),
    isOnlyPath: flag.describe('True when there is no other path'),
  })
  .describe('Through what the access exists. Absent when there are too many paths to tell');

export const reachedObjectSchema = z.object({
  ...objectFields,
  applicationInstanceId: z.uuid().describe('Id of its application instance'),
  hops,
  permissions,
  since: age.optional(),
  through: through.optional(),
});

export const reachingAccountSchema = z.object({
  accountId: z.uuid().describe('Global id of the account'),
  alias: text.describe('Username of the account'),
  enabled: flag.describe('True when the account can be used'),
  applicationInstanceId: z.uuid().describe('Id of its application instance'),
  hops,
  permissions,
  since: age.optional(),
  through: through.optional(),
});

const ReachObject = z.object(objectFields);
const step = {
  id: z
    .uuid()
    .describe('Global id of the managed-via relationship or access assignment; containments have none')
    .optional(),
  from: ReachObject.describe('What has the membership, grant or denial, or contains'),
  to: ReachObject.describe('What it leads to'),
};

export const accessPathsSchema = z.object({
  account: ReachObject.describe('Where the paths begin: the account, or the group, role or permission set'),
  object: ReachObject.describe('Where the paths end'),
  permissions: permissions.describe('What all paths together give; empty when the account does not reach the object'),
  since: age.optional(),
  paths: z
    .array(
      z.object({
        hops: count.describe('Steps of the path'),
        permissions,
        steps: z
          .array(
            z.object({ kind: z.enum(['Membership', 'Grant', 'Containment']).describe('What the step is'), ...step }),
          )
          .describe('From the account to the object'),
      }),
    )
    .describe('Paths that leave some permission after denials, the shortest first'),
  isComplete: flag.describe('True when there are no other paths'),
  criticalSteps: z
    .array(z.object({ kind: z.enum(['Membership', 'Grant']).describe('What the step is'), ...step }))
    .describe(
      'The memberships and grants that every path needs: the removal of any one of them ends the access. Absent when the graph between the two was too large to tell',
    )
    .optional(),
  denials: z
    .array(z.object({ ...step, permissions }))
    .describe('Denials that hold for the account and the object, with the permissions that they take away'),
});

const position = count.describe('Position in `nodes`, from 0');

export const accessGraphSchema = z.object({
  nodes: z
    .array(
      z.object({
        ...objectFields,
        isEnabled: flag.describe('Of accounts: whether the account can be used').optional(),
        as: z
          .enum(nodeUses)
          .describe(
            '`Holder`: it has memberships and grants. `Object`: others have grants of it alone, or it is what they reach. `Container`: the object with what it contains. Absent for the first node when several are followed',
          )
          .optional(),
        contentsId: z
          .uuid()
          .describe(
            'Of a node that stands for what the object contains of some classes, which follow its name: its id, with which its steps can be requested. It stays valid while the version is in service',
          )
          .optional(),
        layer: count.describe('Steps of the shortest way between it and the first node'),
        stepCount: count.describe(
          'All steps that lead on from it in this direction, including those that are not listed',
        ),
      }),
    )
    .describe('The first one is the object of the path'),
  steps: z
    .array(
      z.object({
        kind: z.enum(['Membership', 'Grant', 'Denial', 'Containment']).describe('What the step is'),
        id: step.id,
        from: position,
        to: position,
        permissions: permissions.describe('Of a grant: what it gives before denials. Of a denial: what it takes away'),
      }),
    )
    .describe('The steps between the listed objects'),
  isComplete: flag.describe('True when nothing leads on from the listed objects but what is listed'),
});
