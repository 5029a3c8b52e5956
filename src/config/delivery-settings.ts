// The settings of what the service sends by itself: notifications, and through which servers.
import { z } from 'zod';
import { bucketAccess, duration, slug } from './setting-types.ts';

/** What a notification can be about. */
const noticeEvents = [
  'source-failed',
  'source-incomplete',
  'source-stale',
  'source-held-back',
  'version-held-back',
  'build-failed',
  'critical-risk',
  'job-failed',
  'review-overdue',
  'review-requested',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** Each notice of this event has a link with which its holder decides as the reviewer, so nobody gets it without asking for it. */
const onlyWhenNamed: NoticeEvent = 'review-requested';

const Webhook = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/\S+$/, 'must be an http or https address')
    .describe('Address to which requests are sent'),
  secret: z
    .string()
    .min(16, 'must have at least 16 characters')
    .describe('Signs the requests (HMAC with SHA-256). `whsec_` and Base64, or any text')
    .meta({ secret: true }),
});

const Email = z.strictObject({
  to: z.array(z.email()).min(1).describe('Addresses of the recipients'),
});

const Subscription = z
  .strictObject({
    name: slug.describe('Name of the subscription. When it changes, open notifications are not sent any more'),
    events: z
      .array(z.enum(noticeEvents))
      .min(1)
      .default(noticeEvents.filter(event => event !== onlyWhenNamed))
      .describe(
        'What it is about; default: everything but `review-requested`, whose notices hold the links of reviewers',
      ),
    sources: z
      .array(slug)
      .min(1)
      .optional()
      .describe('Only notifications about these sources; default: all, and those that are about no source'),
    tenants: z.array(slug).min(1).optional().describe('Only notifications of these tenants; default: all'),
    webhook: Webhook.optional().describe('Send a signed request'),
    email: Email.optional().describe('Send an e-mail, through `smtp`'),
  })
  .refine(({ webhook, email }) => (webhook === undefined) !== (email === undefined), 'must have a webhook or an email');

export const Notifications = z.strictObject({
  stale_after: duration
    .prefault('1d')
    .describe('A source with a schedule is stale when its last complete read is longer ago'),
  subscriptions: z.array(Subscription).default([]).describe('Who is told, how, and about what'),
});

const ReportBucket = z.strictObject({
  bucket: z.string().min(1).describe('An S3-compatible bucket'),
  ...bucketAccess,
});

const Report = z
  .strictObject({
    name: slug.describe('Name of the report, and of its folder'),
    tenant: slug.optional().describe('Tenant whose data it shows; required when there are several'),
    schedule: z.string().describe('When to make it, as a cron line'),
    time_zone: z.string().default('UTC').describe('Time zone of the schedule'),
    query: z.string().min(1).optional().describe('Name of the saved query to run'),
    parameters: z.record(z.string(), z.json()).default({}).describe('Values of the query’s placeholders'),
    export: z.string().min(1).optional().describe('Context to export; docs/reference/exports.md lists them'),
    only_when_changed: z
      .boolean()
      .default(false)
      .describe('Deliver it only when it differs from the last one delivered. Give a query an ORDER BY then'),
    folder: z.string().optional().describe('Write it into a folder below this one'),
    bucket: ReportBucket.optional().describe('Write it into a bucket'),
    webhook: Webhook.optional().describe('Send it as a signed request'),
    email: Email.optional().describe('Send it as an attachment, through `smtp`'),
  })
  .refine(report => (report.query === undefined) !== (report.export === undefined), 'must have a query or an export')
  .refine(
    ({ folder, bucket, webhook, email }) =>
      [folder, bucket, webhook, email].filter(each => each !== undefined).length === 1,
    'must have one destination: a folder, a bucket, a webhook or an email',
  );

export const Reports = z.array(Report);

export const Smtp = z.strictObject({
  host: z.string().min(1).describe('Name or address of the mail server'),
  port: z.int().min(1).max(65_535).default(587).describe('Port of the mail server'),
  tls: z
    .enum(['starttls', 'always', 'never'])
    .default('starttls')
    .describe('`starttls`: the connection must become encrypted; `always`: it is encrypted from the start (port 465)'),
  user: z.string().min(1).optional().describe('Name for signing in; default: no signing in'),
  password: z.string().min(1).optional().describe('Password for signing in').meta({ secret: true }),
  from: z.email().describe('Address of the sender'),
});

export type ReportSettings = z.output<typeof Report>;
export type WebhookSettings = z.output<typeof Webhook>;
export type EmailSettings = z.output<typeof Email>;
export type SmtpSettings = z.output<typeof Smtp>;
export type Subscription = z.output<typeof Subscription>;
