// Bodies of reviews.
import { z } from 'zod';
import { EmploymentStatus, RiskSeverity } from '../../resources/types/enumerations.ts';
import { characters, count, email, text, timestamp } from '../../resources/types/shared-types.ts';
import { reviewDecisions, reviewedOperations, reviewReasons, reviewStatuses } from '../../state/reviews/reviews.ts';

/** The most accounts of a review: those that it takes away fit into one job. */
const mostLines = 1000;

const accountIds = z.array(z.uuid()).min(1).max(mostLines).describe('Global ids of accounts, each once');
const operation = z
  .enum(reviewedOperations)
  .describe('What is done with an account that does not keep what is reviewed');
const withoutNul = (value: string) => !value.includes('\0');

export const reviewerSearchSchema = z.strictObject({ ids: accountIds });

const reason = z
  .enum(reviewReasons)
  .describe(
    'Why this person is asked. `Substitute`: as the review says, because nobody else is known. `Unknown`: nobody is known',
  );

export const accountReviewerListSchema = z.object({
  items: z
    .array(
      z.object({
        accountId: z.uuid().describe('Global id of the account'),
        account: text.describe('Alias of the account'),
        sourceId: text.describe('The source of the account; absent when it is no longer configured').optional(),
        reviewer: text.describe('Name of the person to ask, where it is known').optional(),
        address: text.describe('E-mail address of that person, where it is known').optional(),
        reason,
      }),
    )
    .describe('One for each account that the client may see, by alias'),
  tellsReviewers: z
    .boolean()
    .describe(
      'Whether a review would be sent: a mail server, or a subscription to `review-requested`, is configured. Otherwise somebody has to pass the links on',
    ),
});

export const reviewLinkListSchema = z.object({
  items: z
    .array(
      z.object({
        address: text.describe('Of the reviewer'),
        undecided: count.describe('Lines of the reviewer that are not decided yet'),
        url: text.describe('The page on which the reviewer decides, without an account'),
        expiresAt: timestamp.describe('Until when the link works'),
      }),
    )
    .describe('One for each reviewer who has undecided lines'),
});

export const assignedReviewListSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.uuid().describe('Id of the review'),
        title: text.describe('What the review is about'),
        due: timestamp.describe('Until when it can be decided'),
        lines: count.describe('Accounts about which the person is asked'),
        undecided: count.describe('Of these, accounts that are not decided yet'),
        url: text.describe('The page on which the person decides'),
      }),
    )
    .describe('Reviews that ask the person of the session and are not closed'),
});

export const reviewCreationSchema = z.strictObject({
  title: characters(1, 200)
    .refine(value => withoutNul(value) && !/[\r\n]/.test(value), 'must be one line without the character NUL')
    .describe('What the review is about, for those who decide'),
  ids: accountIds,
  operation,
  containerId: z
    .uuid()
    .describe(
      'Global id of the role or group that an account keeps or loses; only for `RemoveRole` and `RemoveGroupMember`',
    )
    .optional(),
  due: text.describe(
    'Until when reviewers may decide: a date (its whole day in UTC) or an ISO 8601 time, within a year',
  ),
  substitute: email.describe('Who is asked about accounts for which nobody is known').optional(),
});

export const reviewSchema = z.object({
  id: z.uuid().describe('Id of the review'),
  title: text.describe('What the review is about'),
  operation,
  container: z
    .object({ id: z.uuid().describe('Global id of the role or group'), name: text.describe('Its name') })
    .describe('The role or group that an account keeps or loses; absent for `DisableAccount`')
    .optional(),
  status: z
    .enum(reviewStatuses)
    .describe('`Decided`: every line is. `Overdue`: it is due, and lines are undecided. `Closed`: it was ended'),
  requestedBy: text.describe('Who asked for it: the id of a client or of a person'),
  requestedByName: text.describe('The name of the client or person, while the service knows it').optional(),
  version: count.describe('The version that the lines are from'),
  createdAt: timestamp.describe('When it began'),
  due: timestamp.describe('Until when reviewers may decide'),
  closedAt: timestamp.describe('When it was ended; absent: it was not').optional(),
  counts: z
    .object({
      lines: count.describe('All accounts of the review'),
      keep: count.describe('Lines that were decided as `Keep`'),
      takeAway: count.describe('Lines that were decided as `TakeAway`'),
      undecided: count.describe('Lines without a decision'),
      unasked: count.describe('Lines for which nobody is known who can be asked'),
      proposed: count.describe('Lines of `takeAway` that a job takes away'),
    })
    .describe('How far it is'),
});

const reviewerSchema = z.object({
  name: text.describe('Name of the person; absent when it is not known').optional(),
  address: text.describe('E-mail address to which the link is sent'),
  lines: count.describe('Accounts about which the person is asked'),
  undecided: count.describe('Of these, accounts that are not decided yet'),
  told: z
    .enum(['Waiting', 'Delivered', 'Abandoned', 'Nobody', 'Unknown'])
    .describe(
      'Whether the link was sent. `Waiting`: it is being sent. `Nobody`: neither a mail server nor a subscription to `review-requested` is configured; `rolecall reviews link` prints the link. `Unknown`: it is not recorded, or was longer than 90 days ago',
    ),
  toldError: text.describe('Why the last attempt to send failed').optional(),
});

const lineSchema = z.object({
  accountId: z.uuid().describe('Global id of the account'),
  account: text.describe('Alias of the account, as all facts of the line as it was when the review began'),
  sourceId: text.describe('The source of the account'),
  person: text.describe('Name of the person who holds it; absent when nobody is known').optional(),
  lastUsed: timestamp.describe('When it was last used; absent when that is not known').optional(),
  worstRisk: z
    .enum([...RiskSeverity.options, 'None'])
    .describe('Severity of its worst open risk; absent when that is not known')
    .optional(),
  employmentStatus: EmploymentStatus.describe(
    'Employment of the person who holds it, from the system of record; absent when that is not known',
  ).optional(),
  reviewer: text.describe('Name of who is asked, or would be if an address were known').optional(),
  address: text.describe('Address of who is asked; absent: nobody is asked').optional(),
  reason,
  decision: z.enum(reviewDecisions).describe('Absent: undecided').optional(),
  comment: text.describe('What the reviewer wrote; absent: nothing').optional(),
  decidedAt: timestamp.describe('When it was decided; absent while it is undecided').optional(),
  jobId: z.uuid().describe('The newest job that takes it away').optional(),
});

export const reviewDetailsSchema = reviewSchema.extend({
  reviewers: z.array(reviewerSchema).describe('Who is asked'),
  lines: z.array(lineSchema).describe('One for each account'),
});
