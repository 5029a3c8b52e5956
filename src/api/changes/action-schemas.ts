// Bodies of changes and action jobs.
import { z } from 'zod';
import { actionOperations } from '../../connector/actions.ts';
import { type ErrorCode, errorCodes } from '../../errors.ts';
import {
  ActionJobStatus,
  ActionJobType,
  ActionResultStatus,
  DataSyncStatus,
  RiskSeverity,
} from '../../resources/types/enumerations.ts';
import { anyValue, characters, count, flag, text, texts, timestamp } from '../../resources/types/shared-types.ts';

const ActionOperation = z.enum(actionOperations);

/** The most targets of one job. */
const mostTargets = 1000;

const percent = z.int().min(0).max(100);
const time = z.iso.datetime({ offset: true });

const rolloutSchema = z
  .strictObject({
    first: z.int().min(1).max(mostTargets).describe('This many targets are changed before any other is begun'),
    stopAtFailedPercent: percent.describe(
      'The job stops when a target failed, and at least this percentage of those that have ended; 0: at the first failure. Judged after the `first` targets, and then after every 20, or as many as `first` if that is more',
    ),
    notBefore: time.describe('No target is begun before this time').meta({ examples: ['2026-12-01T22:00:00Z'] }),
    notAfter: time
      .describe('No target is begun from this time on: the job stops')
      .meta({ examples: ['2026-12-02T04:00:00Z'] }),
    perHour: z.int().min(1).max(100_000).describe('How many targets may be changed within an hour'),
  })
  .partial()
  .refine(
    ({ notBefore, notAfter }) => !notBefore || !notAfter || Date.parse(notBefore) < Date.parse(notAfter),
    'notAfter must be later than notBefore',
  )
  .describe(
    'How the job goes about its targets. The service keeps to it, whether or not the client stays. Absent: all at once',
  );

const purposeSchema = characters(1, 1000)
  .refine(purpose => !purpose.includes('\0'), 'must not hold the character NUL')
  .describe('Why the change is made. It is stored with the job');

export const accountSelectionSchema = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(mostTargets).describe('Global ids of accounts, each once'),
  purpose: purposeSchema.optional(),
  rollout: rolloutSchema.optional(),
  review: z
    .uuid()
    .describe('The review whose reviewers decided to take this away from each of the accounts. It then names the job')
    .optional(),
});

export const revertSelectionSchema = z.strictObject({
  targets: z
    .array(z.uuid())
    .min(1)
    .max(mostTargets)
    .describe('Global ids of the only targets to undo, as results name them')
    .optional(),
});

export const userGroupCreationSchema = z.strictObject({
  applicationInstanceId: z.uuid().describe('Application instance that the group is made in'),
  groupName: characters(1, 256)
    .refine(name => !name.includes('\0'), 'must not hold the character NUL')
    .describe('Name of the group, which reaches the application as it is'),
});

export const jobAcceptedSchema = z.object({
  jobId: z.uuid().describe('Id of the job'),
  self: text.describe('Path of the job, `/v1/action-jobs/<job id>`'),
});

export const actionJobSchema = z.object({
  id: z.uuid().describe('Id of the job'),
  type: ActionJobType.describe('Whether it makes a change or undoes one'),
  operation: ActionOperation.describe('What started the job').optional(),
  status: ActionJobStatus.describe(
    'How far it is. `PartiallyCompleted`: some targets failed. `Reverted` and `PartiallyReverted`: another job has taken back all or some of it',
  ),
  requestedBy: text.describe('Who asked for it: the id of a client or of a person'),
  requestedByName: text.describe('The name of the client or person, while the service knows it').optional(),
  startedAt: timestamp.describe('When the job was accepted'),
  purpose: text.describe('Why the change is made, as the client said').optional(),
  rollout: rolloutSchema.optional(),
  stopped: text.describe('Present when the service ended the job early, as its `rollout` says: why').optional(),
  waitsUntil: timestamp
    .describe(
      'Present while the job waits for its window, its budget or its source: when its window begins, when its budget is free again, or when it tries again',
    )
    .optional(),
  waitsFor: text
    .describe(
      'Present while the job waits for its window or its budget: what it waits for, and whether its window ends before that',
    )
    .optional(),
  acceptedVersion: count.describe('The version in service when the job was accepted').optional(),
  completedAt: timestamp.nullable().describe('null while the job runs'),
  about: z
    .object({
      sources: texts.describe('The sources that it changes'),
      targets: z.array(z.uuid()).describe('Global ids of its first targets; the results name all of them'),
      container: z.uuid().describe('Global id of the role or group of the first target').optional(),
      groupName: text.describe('Name of the group to create').optional(),
    })
    .describe('What it changes, for a sentence. Of an undo: what of the job that it undoes'),
  targets: z
    .object({
      total: count.describe('All targets'),
      succeeded: count.describe('Targets that show the change in the source'),
      failed: count.describe('Targets that were not changed'),
      unchanged: count
        .describe('Of the succeeded: targets that showed the change before, so that nothing was done; absent: none')
        .optional(),
    })
    .describe('Targets that neither succeeded nor failed are in progress; not final while the job is Queued'),
  dataSync: z
    .object({ status: DataSyncStatus.describe('How far the reading of the change is') })
    .describe(
      'Whether the service’s own data shows the change. `Pending`: the job has not ended. `InProgress`: the source is read again, or its new data are held back. `Failed`: that failed; the next run of the source that succeeds makes it `Completed`',
    ),
  revert: z
    .object({
      available: z.boolean().describe('Whether the job can be undone now'),
      availableUntil: timestamp.describe('Until when a job of its kind can be undone'),
    })
    .describe('Whether what it did can be taken back'),
  revertedBy: z.uuid().nullable().describe('Id of the job that undid this one'),
  reverts: z.uuid().nullable().describe('Id of the job that this one undoes'),
  approval: z
    .object({
      reason: text.describe('Why it has to be approved'),
      by: z
        .enum(['AnotherClient', 'Person'])
        .describe(
          'Who may approve it: any client or person but the one that asked; or, of a proposal, only a person who is signed in with a browser',
        ),
      until: timestamp.describe('The job is cancelled when nobody has approved it until then').optional(),
      approvedBy: text.describe('Who approved it: the id of a client or of a person').optional(),
      approvedByName: text.describe('The name of that client or person, while the service knows it').optional(),
    })
    .describe('Present when the job had to be approved; it is Queued until then')
    .optional(),
});

export const actionJobTargetSchema = z.object({
  target: z.uuid().describe('Global id of the account; of a group to create, that of its application instance'),
});

export const actionJobResultSchema = z.object({
  target: z
    .uuid()
    .describe(
      'Global id of the account that was changed, or of the created group (until then, of its application instance)',
    ),
  status: ActionResultStatus.describe('How far the change of this target is'),
  failureReason: text.describe('Why it was not changed; absent: it did not fail').optional(),
  pending: text
    .describe(
      'Of a success that is not in effect yet: what somebody has to do in the source, such as accepting an invitation. Absent: the change is in effect',
    )
    .optional(),
  undoneBy: z.uuid().describe('Id of the job that has restored what was there before; absent: none has').optional(),
});

const image = z.record(text, anyValue);

export const actionJobChangeSchema = z.object({
  target: z.uuid().describe('Global id of the account that was changed, or of the created group'),
  before: image.describe('What the source showed before the change'),
  after: image.describe('What the source showed after the change'),
  undone: flag.describe('Whether a job that undoes this one has restored it'),
});

export const actionJobEvidenceSchema = z.object({
  files: z
    .array(
      z.object({
        name: text.describe('Such as `job-1b671a64.csv`'),
        mediaType: text.describe('`text/csv` or `text/markdown`'),
        sha256: text.describe('SHA-256 of the content in UTF-8, hexadecimal'),
        content: text.describe('The whole file'),
      }),
    )
    .describe(
      'A CSV file with a row for each target: result, what the source showed before and after, a digest, and the job that has undone it. A Markdown file with who asked, who approved, why, on which version it was decided, the risks of the targets, and the digest of the CSV file',
    ),
});

const accessObject = z.object({
  objectType: text.describe('Type of the object'),
  objectId: z.uuid().describe('Global id of the object'),
  objectName: text.describe('Name of the object'),
});

const previewedViolation = z.object({
  rule: text.describe('Name of the rule'),
  title: text.describe('Title of the rule'),
  severity: RiskSeverity.describe('How bad a violation of the rule is'),
  objectType: text.describe('Type of the object that violates the rule'),
  objectId: z.uuid().describe('Global id of the object that violates the rule'),
  objectName: text.describe('Name of that object; absent when it has none').optional(),
  applicationInstanceId: z.uuid().describe('Id of the application instance of that object'),
  description: text.describe('What is wrong, in a sentence'),
  violationId: z.uuid().describe('Global id of the violation; only of one that is closed').optional(),
});

const previewedRisks = z
  .object({
    opened: z.array(previewedViolation).describe('Up to 200, the most severe first'),
    closed: z.array(previewedViolation).describe('Up to 200, the most severe first'),
    openedCount: count.describe('All violations that it opens'),
    closedCount: count.describe('All violations that it closes'),
    notEvaluated: z
      .array(
        z.object({ rules: z.array(text).describe('Names of rules'), reason: text.describe('Why it is not known') }),
      )
      .describe('Rules for which the preview does not know what the change does to their violations'),
    evaluatedCount: count.describe('Rules for which it knows that. Zero: nothing is known of risks'),
  })
  .describe(
    'Violations of the service’s own rules that the whole change opens and closes, compared with the version in service, as far as the client may see. Only what the operation is about is changed: whether the account is enabled, or the membership. Flags such as `isAdmin` are taken as they are',
  );

export const changePreviewSchema = z.object({
  operation: ActionOperation.describe('What would be done'),
  risks: previewedRisks.optional(),
  approval: text.describe('Present when a second client would have to approve the job: why').optional(),
  targets: z
    .array(
      z.object({
        target: z.uuid().describe('Global id; for a new group, that of its application instance'),
        targetName: text.describe('Name of the target; absent when it has none').optional(),
        applicationInstanceId: z.uuid().describe('Id of its application instance'),
        possible: z.boolean().describe('False when the change would be refused; `reason` says why'),
        reason: text.describe('Why it would be refused; absent: it would not').optional(),
        alreadyDone: z.boolean().describe('True when the source shows the change already').optional(),
        presentState: z
          .record(text, anyValue)
          .describe('What the source shows now of all that the change alters; `records` when it alters several records')
          .optional(),
        beforeDisabling: z
          .record(text, anyValue)
          .describe(
            'For enabling: what the account showed before this service disabled it; dropped access is restored from it',
          )
          .optional(),
        accessGained: z.array(accessObject).describe('The role or group itself; not what it leads to'),
        accessLost: z.array(accessObject).describe('The role or group itself; not what it leads to'),
        presentReach: z
          .object({
            roles: count.describe('Roles'),
            userGroups: count.describe('Groups'),
            assignedApplications: count.describe('Applications'),
            resourceInstances: count.describe('Resources'),
            impersonatableAccounts: count.describe('Other accounts that it can act as'),
          })
          .partial()
          .describe('How much the account reaches in the version in service, nesting included')
          .optional(),
        blastRadius: z
          .object({ before: count.describe('In the version in service'), after: count.describe('After the change') })
          .partial()
          .describe(
            'Other accounts that the account can act as, in the version in service and after the change, as far as the client may see. The flags `isAdmin` and `hasAPIAccess` are taken as they are. A number that is not known is left out',
          )
          .optional(),
      }),
    )
    .describe('One for each target, in the order of the request'),
});

export const capabilityListSchema = z.object({
  items: z
    .array(
      z.object({
        applicationInstanceId: z.uuid().describe('Id of the application instance that the source is'),
        sourceId: text.describe('Name of the source'),
        connector: text.describe('Type of its connector'),
        writes: z.boolean().describe('Whether the configuration allows changes of this source'),
        operations: z
          .array(
            z.object({
              operation: ActionOperation.describe('The operation'),
              supported: z.boolean().describe('Whether the connector can do it'),
              code: z
                .enum(Object.keys(errorCodes) as ErrorCode[])
                .describe('The code of a refusal')
                .optional(),
              reason: text.describe('Why it would be refused').optional(),
              effect: text.describe('What happens in the source').optional(),
              rights: text.describe('The least rights in the source that it needs').optional(),
              limits: text.describe('What an undo does not bring back, or when the source refuses').optional(),
            }),
          )
          .describe('One for each operation of the interface'),
      }),
    )
    .describe('One for each source that the client may see'),
});
