// The settings of what the service sends by itself: notifications, and through which servers.
import { z } from 'zod';
import { duration, slug } from './forms.ts';

/** What a notification can be about. */
export const noticeEvents = [
  'source-failed',
  'source-incomplete',
  'source-stale',
  'source-held-back',
  'version-held-back',
  'build-failed',
  'critical-risk',
  'job-failed',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

export const Webhook = z.strictObject({
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

export const Email = z.strictObject({
  to: z.array(z.email()).min(1).describe('Addresses of the recipients'),
});

const Subscription = z
  .strictObject({
    name: slug.describe('Name of the subscription. When it changes, open notifications are not sent any more'),
    events: z
      .array(z.enum(noticeEvents))
      .min(1)
      .default([...noticeEvents])
      .describe('What it is about; default: everything'),
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

export const Smtp = z.strictObject({
  host: z.string().min(1).describe('Name or address of the mail server'),
  port: z.int().min(1).max(65_535).default(587).describe('Port of the mail server'),
  tls: z
    .enum(['starttls', 'always', 'never'])
    .default('starttls')
    .describe('`starttls`: the connection must become encrypted; `always`: it is so from the start (port 465)'),
  user: z.string().min(1).optional().describe('Name for signing in; default: no signing in'),
  password: z.string().min(1).optional().describe('Password for signing in').meta({ secret: true }),
  from: z.email().describe('Address of the sender'),
});

export type WebhookSettings = z.output<typeof Webhook>;
export type EmailSettings = z.output<typeof Email>;
export type SmtpSettings = z.output<typeof Smtp>;
export type Subscription = z.output<typeof Subscription>;
