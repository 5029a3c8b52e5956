// The schema of rolecall.yaml: every setting with its type, its default and its description.
import { z } from 'zod';
import { Notifications, Reports, Smtp } from './delivery-settings.ts';
import { History, Versions } from './history-settings.ts';
import { BuildLimits, ExportLimits, QueryLimits } from './limit-settings.ts';
import { Persons } from './person-settings.ts';
import { Risks } from './risk-settings.ts';
import { address, bucketAccess, duration, slug, timeLimit } from './setting-types.ts';
import { SignIn } from './sign-in-settings.ts';
import { Signals } from './signal-settings.ts';

export const Source = z.strictObject({
  id: slug.describe('Name of the source. Do not change it: the application instance id is derived from it'),
  connector: z.string().describe('Which connector reads it; `rolecall sources connectors` lists them'),
  schedule: z
    .string()
    .optional()
    .describe('When to read it, as a cron line; without one, only `rolecall sync` reads it'),
  time_zone: z.string().default('UTC').describe('Time zone of the schedule'),
  full_read_every: duration
    .prefault('7d')
    .describe(
      'How often it is read in full when its connector can read only what changed; `rolecall sync --full` does it at once',
    ),
  application_instance_id: z
    .uuid()
    .optional()
    .describe('Set it to keep the id that the source has in another deployment'),
  writes: z
    .boolean()
    .default(false)
    .describe(
      'Whether action jobs may change something in the source, with the connection that reads it; docs/reference/connectors.md says what each connector can change',
    ),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('What the connector needs; see docs/reference/connectors.md'),
});

const TrustedIssuer = z.strictObject({
  issuer: address.describe('The `iss` of its tokens'),
  jwks_url: address.describe('Where its public keys are'),
  audience: z.string().describe('The `aud` that its tokens must have'),
  tenant_claim: z.string().default('tenant').describe('The claim that names the tenant'),
  scope_claim: z.string().default('scope').describe('The claim that holds the scopes'),
  tenants: z
    .array(slug)
    .min(1)
    .optional()
    .describe('The tenants for which it may issue tokens; required when there are several tenants'),
  token_time: duration
    .prefault('1d')
    .describe('How long a token is valid after it was issued, even if its `exp` is later'),
});

const Storage = z
  .strictObject({
    folder: z.string().optional().describe('A folder, shared by all processes; default: the data directory'),
    bucket: z.string().optional().describe('An S3-compatible bucket'),
    ...bucketAccess,
    cache_mb: z
      .int()
      .min(64)
      .default(20_480)
      .describe('Space on disk for a process’s local copies of the bucket’s files'),
  })
  .refine(({ folder, bucket }) => !(folder && bucket), 'has both a folder and a bucket; only one of them can be used');

const RateLimit = z.strictObject({
  per_minute: z.int().min(1).default(6000).describe('Requests that a tenant may make a minute, in the long run'),
  burst: z.int().min(1).default(1000).describe('Requests that a tenant may make at once'),
});

const HoldBack = z.strictObject({
  gone_percent: z
    .number()
    .min(0)
    .max(100)
    .default(30)
    .describe('Hold a source back when more than this percentage of its objects of one type is gone'),
  rejected_percent: z
    .number()
    .min(0)
    .max(100)
    .default(30)
    .describe('Hold a source back when more than this percentage of the records of a read was rejected'),
});

const ForbiddenTargets = z.strictObject({
  name: slug.describe('Name of the guard, which refusals show'),
  where: z
    .string()
    .min(1)
    .describe('SQL condition over the table `accounts` of the model: accounts for which it holds are never changed'),
});

const Changes = z.strictObject({
  approval_above: z
    .int()
    .min(0)
    .optional()
    .describe(
      'A job with more targets waits until a second client has approved it, also an undo; default: none has to be approved',
    ),
  approval_time: duration
    .prefault('14d')
    .describe(
      'How long a job waits for its approval, also a proposal. It is cancelled when nobody has approved it until then',
    ),
  per_hour: z
    .int()
    .min(1)
    .optional()
    .describe('Targets of one source that jobs may have in an hour, undos not counted; default: no limit'),
  forbidden: z
    .array(ForbiddenTargets)
    .default([])
    .describe('Accounts that no job may change, for example of administrators'),
});

const Tenant = z.strictObject({
  rate_limit: RateLimit.optional().describe('Replaces the setting of the deployment'),
  hold_back: HoldBack.optional().describe('Replaces the setting of the deployment'),
  versions: Versions.optional().describe('Replaces the setting of the deployment'),
  history: History.optional().describe('Replaces the setting of the deployment'),
  changes: Changes.optional().describe('Replaces the setting of the deployment'),
  risks: Risks.optional().describe('Replaces the setting of the deployment'),
  persons: Persons.optional().describe('Replaces the setting of the deployment'),
  sources: z.array(Source).default([]).describe('What is read'),
});

export const Settings = z.strictObject({
  tenant: slug.optional().describe('Name of the tenant that owns the sources; default: main'),
  environment: slug
    .default('prod')
    .describe('Name of the deployment; replaces `{environment}` in addresses and scopes'),
  base_url: address.optional().describe('Base address of the API; default: where the service listens'),
  auth_url: address.optional().describe('Address of the token endpoint’s host; default: the base address'),
  listen: z
    .strictObject({
      host: z.string().default('127.0.0.1').describe('Address to listen on'),
      port: z.int().min(0).max(65_535).default(8080).describe('Port to listen on; 0 takes a free one'),
      processes: z
        .int()
        .min(1)
        .max(64)
        .optional()
        .describe(
          'Processes of one `rolecall serve`, which share the port; default: one for each core, as long as each has 2 GiB of memory',
        ),
      trusted_proxies: z
        .array(z.string())
        .default([])
        .describe('Addresses or networks of reverse proxies whose X-Forwarded-For is trusted'),
    })
    .prefault({})
    .describe('Where the service listens'),
  clients: z
    .strictObject({
      headers_time: timeLimit.prefault('15s').describe('How long the headers of a request may take to arrive'),
      request_time: timeLimit.prefault('60s').describe('How long a request may take to arrive, its body included'),
      answer_time: timeLimit
        .prefault('60s')
        .describe(
          'How long bytes of an answer may wait until the client receives them; there is no limit for the whole answer',
        ),
      waiting_mb: z
        .int()
        .min(128)
        .default(256)
        .describe('Memory of one process for answers that clients have not received yet'),
    })
    .prefault({})
    .describe('Limits on the time and memory that a client may use'),
  data_dir: z.string().default('.rolecall').describe('Data directory, relative to this file'),
  database_url: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe('PostgreSQL server for the state; default: an embedded PostgreSQL in the data directory')
    .meta({ secret: true }),
  database_connections: z
    .int()
    .min(2)
    .max(1000)
    .default(10)
    .describe('Connections that one process opens to `database_url` at most'),
  queue_url: z
    .string()
    .regex(/^(rediss?|postgres(ql)?):\/\//, 'must begin with redis://, rediss:// or postgres://')
    .optional()
    .describe('Redis or PostgreSQL server for the queues; default: queues in the process')
    .meta({ secret: true }),
  queue_prefix: slug.default('rolecall').describe('Prefix of the queues’ names, for deployments that share a Redis'),
  storage: Storage.prefault({}).describe('Where landed files, versions and exports are kept'),
  workers: z
    .strictObject({
      extract: z.int().min(1).default(2).describe('Sources that one process reads at once'),
      build: z.int().min(1).default(1).describe('Versions that one process builds at once'),
      per_connector: z
        .record(z.string(), z.int().min(1))
        .default({})
        .describe('Connector → how many of its sources the whole deployment reads at once'),
      lease: duration
        .refine(ms => ms >= 2000 && ms <= 60_000, 'must be from 2s to 60s')
        .prefault('15s')
        .describe('How long a lease is valid without renewal; after that, another process takes over the job'),
      jitter: duration.prefault('0s').describe('Longest delay of scheduled runs; each source has a delay of its own'),
      listen: z
        .strictObject({
          host: z.string().default('127.0.0.1').describe('Address to listen on'),
          port: z.int().min(0).max(65_535).describe('Port to listen on'),
        })
        .optional()
        .describe('Where `rolecall work` answers /healthz, /readyz and /metrics; without it, nowhere'),
    })
    .prefault({})
    .describe('Background jobs'),
  rate_limit: RateLimit.prefault({}).describe('Rate limit per tenant'),
  hold_back: HoldBack.prefault({}).describe(
    'When the new data of a source are held back, so that its last good data are shown',
  ),
  versions: Versions.prefault({}).describe('Former versions'),
  history: History.prefault({}).describe('The history of changes between versions'),
  open_tables: z
    .boolean()
    .default(false)
    .describe(
      'Publish each version as tables of Iceberg and Delta, which other engines read in the folder or bucket of the storage; docs/open-tables.md',
    ),
  changes: Changes.prefault({}).describe('Guards of action jobs'),
  risks: Risks.prefault({}).describe('The service’s own risk rules'),
  persons: Persons.prefault({}).describe('Which e-mail addresses reach the same person'),
  build: BuildLimits.prefault({}).describe('What a build may use'),
  query: QueryLimits.prefault({}).describe('What a query may use'),
  export: ExportLimits.prefault({}).describe('What an export may use'),
  trusted_issuers: z.array(TrustedIssuer).default([]).describe('Outside issuers whose tokens are accepted too'),
  sign_in: SignIn.prefault({}).describe('How people sign in with a browser'),
  notifications: Notifications.prefault({}).describe('Who is told what goes wrong'),
  reports: Reports.default([]).describe('Saved queries and exports that are made and delivered by a schedule'),
  signals: Signals.prefault({}).describe('Shared signals: security events that are received and sent'),
  smtp: Smtp.optional().describe('The mail server through which e-mail is sent'),
  metrics: z.boolean().default(false).describe('Serve Prometheus metrics at /metrics, without authentication'),
  telemetry: z
    .strictObject({
      traces: address.describe(
        'Address at which a collector receives traces as OTLP over HTTP, for example http://127.0.0.1:4318/v1/traces',
      ),
      service_name: z.string().min(1).default('rolecall').describe('Name of the service in its traces'),
    })
    .optional()
    .describe('OpenTelemetry traces; without it, none'),
  log_level: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('What is logged'),
  log_format: z
    .enum(['readable', 'json'])
    .optional()
    .describe('Form of the log; default: readable on a terminal, otherwise one object of JSON per line'),
  connectors: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Connectors of your own: folders, as paths that begin with ./, ../ or /, and names of npm packages that are installed beside this file. Their code runs in the service',
    ),
  sources: z.array(Source).default([]).describe('What is read'),
  tenants: z
    .record(slug, Tenant)
    .optional()
    .describe('Several tenants by name, each with its own sources; replaces `tenant` and `sources`'),
});
