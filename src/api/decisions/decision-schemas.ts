// Bodies of the access decisions, as the Authorization API 1.0 of OpenID AuthZEN has them. A client may send members that are not named here.
import { z } from 'zod';
import { anyValue, count, flag, text } from '../../resources/types/shared-types.ts';

/** Evaluations of one request. */
const mostEvaluations = 100;
/** Results on a page of a search. */
export const decisionPageLimits = { default: 20, minimum: 1, maximum: 50 } as const;

const name = z.string().min(1).max(1000);
const properties = z
  .looseObject({ applicationInstanceId: z.uuid().describe('Where the `id` is looked up').optional() })
  .describe('`applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count')
  .optional();
const type = name.describe(
  'Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance`',
);
const id = name.describe(
  'Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it',
);

const Entity = z.looseObject({ type, id, properties });
const EntityType = z.looseObject({ type, id: z.string().describe('Does not count').optional(), properties });
const Action = z.looseObject({
  name: name.describe(
    '`create`, `read`, `update`, `delete`, `execute`, `share`, `privileged`; `member` of a group, role or permission set; anything else is the source’s own name of a permission (`fineGrainedSpecifiers`)',
  ),
});
const context = z.looseObject({}).describe('Does not count').optional();

const subject = Entity.describe('Who would do it');
const action = Action.describe('What would be done');
const resource = Entity.describe('With what it would be done');
export const accessEvaluationSchema = z.looseObject({ subject, action, resource, context });

/** An evaluation of several is checked by itself, so that a wrong one does not end the others. */
const Evaluation = z.looseObject({
  subject: anyValue.describe('As `subject` of one evaluation'),
  action: anyValue.describe('As `action` of one evaluation'),
  resource: anyValue.describe('As `resource` of one evaluation'),
  context: anyValue.describe('Does not count'),
});

export const accessEvaluationsSchema = z.looseObject({
  subject: Entity.describe('Who would do it, where an evaluation names nobody').optional(),
  action: Action.describe('What would be done, where an evaluation does not say it').optional(),
  resource: Entity.describe('With what it would be done, where an evaluation does not say it').optional(),
  context,
  evaluations: z
    .array(Evaluation.partial())
    .max(mostEvaluations)
    .describe('Requests; members that one lacks are those beside `evaluations`. Absent or empty: one request')
    .optional(),
  options: z
    .looseObject({
      evaluations_semantic: z
        .enum(['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'])
        .describe('After which decision the answer ends: the last one, the first denial, the first permission')
        .optional(),
    })
    .describe('How several evaluations are answered')
    .optional(),
});

const page = z
  .looseObject({
    token: z.string().max(4096).describe('`next_token` of the page before').optional(),
    next_token: z.string().max(4096).describe('The same, as drafts of the specification call it').optional(),
    limit: z
      .int()
      .min(decisionPageLimits.minimum)
      .max(decisionPageLimits.maximum)
      .describe('Candidates of a page')
      .optional(),
  })
  .describe('Which page of the results; left out: the first')
  .optional();

const sought = 'Only the `type` counts: objects of this type are found';
export const subjectSearchSchema = z.looseObject({
  ...{ subject: EntityType.describe(sought), action, resource, context, page },
});
export const resourceSearchSchema = z.looseObject({
  ...{ subject, action, resource: EntityType.describe(sought), context, page },
});
export const actionSearchSchema = z.looseObject({ subject, resource, context, page });

/** Why a decision is `false`. Neither a code nor its meaning changes. */
export const decisionReasons = {
  NOT_GRANTED: 'The data hold no grant of this action',
  DENIED: 'A denial takes away what a grant gives',
  CONDITIONAL: 'Only grants with conditions give it, and it is not known whether they hold',
  PERMISSION_NOT_STATED: 'The source says that there is access, but not which',
  SUBJECT_DISABLED: 'The account is disabled; of a person, every account that has the access',
  SUBJECT_NOT_FOUND: 'There is no such subject, or the client may not see it',
  SUBJECT_AMBIGUOUS: 'Several objects have the id; send the global id, or `properties.applicationInstanceId`',
  SUBJECT_TYPE_UNKNOWN: 'The type is none that can have access',
  RESOURCE_NOT_FOUND: 'There is no such resource, or the client may not see it',
  RESOURCE_AMBIGUOUS: 'Several objects have the id; send the global id, or `properties.applicationInstanceId`',
  RESOURCE_TYPE_UNKNOWN: 'The type is none that access can be given to',
  TOO_LARGE: 'The graph between the two is too large to decide',
  BAD_REQUEST: 'The evaluation is not valid; `error` says why',
} as const;
export type DecisionReason = keyof typeof decisionReasons;

const End = z.object({
  type: text.describe('Type of the object, as `type` of entities'),
  id: text.describe('Global id of the object'),
  name: text.describe('Its name; absent when it was not read').optional(),
});

export const accessDecisionSchema = z.object({
  decision: flag.describe('Whether the data show the access. False whenever it is not known'),
  context: z
    .object({
      version: count.describe('The version of the data; absent when nothing was looked up').optional(),
      generatedAt: text.describe('When that version was made').optional(),
      reason: z
        .object({
          code: z.enum(Object.keys(decisionReasons) as [DecisionReason]).describe(
            Object.entries(decisionReasons)
              .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
              .join('; '),
          ),
          message: text.describe('The same for people'),
        })
        .describe('Present when the decision is false')
        .optional(),
      error: z
        .object({
          status: count.describe('The HTTP status that the evaluation would have alone'),
          message: text.describe('For people'),
        })
        .describe('Present when the evaluation is not valid: why')
        .optional(),
      evidence: z
        .object({
          account: End.describe('Of a person: the account that has the access').optional(),
          path: z
            .array(
              z.object({
                kind: text.describe('`Membership`, `Grant` or `Containment`'),
                id: text.describe('Global id of the relationship; containments have none').optional(),
                from: End.describe('Where the step begins'),
                to: End.describe('Where it leads'),
              }),
            )
            .describe('The steps from the account to the resource'),
        })
        .describe('Present when the decision is true: the shortest path that gives it, where it is known')
        .optional(),
    })
    .describe('On what the decision is based'),
});

export const accessDecisionsSchema = z.object({
  evaluations: z
    .array(accessDecisionSchema)
    .describe('In the order of the request; fewer, when the semantic ends it early')
    .optional(),
  decision: accessDecisionSchema.shape.decision.describe('Of a request without `evaluations`').optional(),
  context: accessDecisionSchema.shape.context.optional(),
});

const pageOfResults = z
  .object({ next_token: text.describe('Empty: there are no more') })
  .describe('Where the results continue');
const Found = z.object({
  type: text.describe('Type of the object, as `type` of entities'),
  id: z.uuid().describe('Global id'),
  properties: z
    .object({ name: text.describe('Its name; absent when it has none').optional() })
    .describe('More about it'),
});

export const entitySearchResultSchema = z.object({
  results: z.array(Found).describe('A page may be shorter than asked for, or empty, and still have a next one'),
  page: pageOfResults,
  context: z.object({ version: count.describe('The version of the data') }).describe('On what the results are based'),
});

export const actionSearchResultSchema = z.object({
  results: z
    .array(z.object({ name: text.describe('Name of the action') }))
    .describe('The actions that the subject may do'),
  page: pageOfResults,
  context: accessDecisionSchema.shape.context,
});
