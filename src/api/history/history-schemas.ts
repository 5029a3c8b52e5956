// Bodies of changes over time.
import { z } from 'zod';
import { anyValue, text } from '../../resources/types/shared-types.ts';

const versionNumber = text.describe('Number of a version');
const pointSchema = z.object({
  version: versionNumber,
  generatedAt: z.iso.datetime().describe('When the version was made'),
});

export const changeSchema = z.object({
  change: z
    .enum(['Appeared', 'Changed', 'Vanished'])
    .describe('Whether the object is new, has other values, or is gone'),
  objectType: text.describe('Object or relationship type'),
  objectId: z.uuid().describe('Global id of the object or relationship'),
  objectName: text.describe('Its name: the last one, where it vanished'),
  applicationInstanceId: z.uuid().describe('Id of its application instance'),
  fields: z
    .array(
      z.object({
        field: text.describe('Name of the field'),
        before: anyValue.describe('Absent: the field had no value').optional(),
        after: anyValue.describe('Absent: the field has no value').optional(),
      }),
    )
    .describe(
      'What changed; of an object that vanished, what it was. Absent for an object that appeared: get it by its global id',
    )
    .optional(),
  version: text.describe('The version that first showed the last of the changes'),
  changedAt: z.iso
    .datetime()
    .describe('When that version was made; for changes of a former day, when the last version of that day was made'),
  actionJob: z
    .object({
      id: z.uuid().describe('Id of the job'),
      requestedBy: text.describe('Who asked for it: the id of a client or of a person'),
      requestedByName: text.describe('The name of the client or person, while the service knows it').optional(),
    })
    .describe(
      'The newest action job that changed the account, group or membership in its source, and whose change these versions were the first to show; of a membership also the job with whose account the source took it away or gave it back. Absent: no visible job is known to have changed it, or the account is new',
    )
    .optional(),
});

/** What the list of changes says in addition to its items. */
export const changeListAbout = {
  since: pointSchema.describe(
    'What the present version is compared with: the newest known version that `since` allows',
  ),
  until: pointSchema.describe('The version that the list shows'),
  partialVersions: z
    .array(versionNumber)
    .describe(
      'Versions that another release made than the version before: the fields that the service computes, and persons, were not compared there. Absent: none',
    )
    .optional(),
};
