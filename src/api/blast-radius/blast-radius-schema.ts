// The response body of the blast radius.
import { z } from 'zod';
import { AccountType } from '../../resources/types/enumerations.ts';
import { count, text } from '../../resources/types/shared-types.ts';
import { type StepReasonName, stepReasons } from '../../resources/types/step-reasons.ts';

const chainObject = z.object({
  objectId: text.describe('Global id; of an application instance, its id'),
  objectType: z
    .enum(['Account', 'UserGroup', 'Role', 'PermissionSet', 'ObjectDirectory', 'ApplicationInstance', 'Key'])
    .describe('Type of the object'),
  objectName: text.describe('Username of an account, name of anything else').optional(),
  applicationInstanceId: z
    .uuid()
    .describe('The application instance that the object is in; absent when it is in none')
    .optional(),
});

const step = chainObject.extend({
  reason: z.enum(Object.keys(stepReasons) as [StepReasonName]).describe(
    `How the step leads here from what comes before: ${Object.entries(stepReasons)
      .map(([reason, { words, meaning }]) => `\`${reason}\` (${words}): ${meaning}`)
      .join('; ')}`,
  ),
  evidenceId: z.uuid().describe('Global id of the access assignment or of the managed-via relationship').optional(),
  evidence: text
    .describe('The hash identifier, the specifier of the entitlement, or the flags of the account')
    .optional(),
});

export const blastRadiusSchema = z.object({
  id: z.uuid().describe('Global id of the account'),
  count: count
    .describe(
      'Other accounts that it can act as. Absent when this is not known: its source brings no access assignments, a denial takes some away, or counting would take too long',
    )
    .optional(),
  counts: z
    .array(
      z.object({
        applicationInstanceId: z.uuid().describe('The application instance of the accounts'),
        type: AccountType.describe('Type of the accounts'),
        count: count.describe('How many accounts of this instance and type'),
      }),
    )
    .describe('The accounts that were found, by application instance and type, the largest first'),
  chains: z
    .array(z.array(step))
    .describe(
      'Up to 100 examples. Each begins at the account, and its last step is an account that it can act as. They are spread over instances and types, administrators and short chains first',
    ),
});
