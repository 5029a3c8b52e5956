// rolecall.yaml: the whole configuration of a deployment, checked before anything starts.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isMap, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { OperatorError } from './errors.ts';
import { knownKeys } from './known-keys.ts';
import { nearest } from './nearest.ts';

const slug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,62}$/,
    'must be 1 to 63 lowercase letters, digits, "-" or "_", beginning with a letter or digit',
  );
const duration = z
  .string()
  .regex(/^\d+(s|m|h|d)$/, 'must be a number and a unit, for example 30s, 15m, 1h or 7d')
  .transform(text => Number.parseInt(text, 10) * { s: 1, m: 60, h: 3600, d: 86_400 }[text.at(-1) as 's']! * 1000);
const address = z.string().regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query');

const Source = z.strictObject({
  id: slug.describe('Name of the source; its application instance id follows from it, so it stays'),
  connector: z.string().describe('Which connector reads it; `rolecall sources connectors` lists them'),
  schedule: z
    .string()
    .optional()
    .describe('When to read it, as a cron line; without one it is read by `rolecall sync` only'),
  time_zone: z.string().default('UTC').describe('Time zone of the schedule'),
  application_instance_id: z.uuid().optional().describe('Set it to take an instance over from another deployment'),
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
});

export const Settings = z.strictObject({
  tenant: slug.default('main').describe('Name of the tenant whose identities these are'),
  environment: slug
    .default('prod')
    .describe('Deployment name, put in place of `{environment}` in addresses and scopes'),
  base_url: address.optional().describe('Base address of the API; default: where the service listens'),
  auth_url: address.optional().describe('Address of the token endpoint’s host; default: the base address'),
  listen: z
    .strictObject({
      host: z.string().default('127.0.0.1').describe('Address to listen on'),
      port: z.int().min(0).max(65_535).default(8080).describe('Port to listen on; 0 takes a free one'),
      trusted_proxies: z
        .array(z.string())
        .default([])
        .describe('Addresses or networks of reverse proxies whose X-Forwarded-For is believed'),
    })
    .prefault({})
    .describe('Where the service listens'),
  data_dir: z.string().default('.rolecall').describe('Data directory, relative to this file'),
  database_url: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe('PostgreSQL that holds the state; without it an embedded one in the data directory does')
    .meta({ secret: true }),
  rate_limit: z
    .strictObject({
      per_minute: z.int().min(1).default(6000).describe('Requests that a tenant may make a minute, in the long run'),
      burst: z.int().min(1).default(1000).describe('Requests that a tenant may make at once'),
    })
    .prefault({})
    .describe('Rate limit per tenant'),
  hold_back: z
    .strictObject({
      gone_percent: z
        .number()
        .min(0)
        .max(100)
        .default(30)
        .describe('Hold a version back when more than this part of an instance’s objects of one type is gone'),
      rejected_percent: z
        .number()
        .min(0)
        .max(100)
        .default(30)
        .describe('Hold a version back when more than this part of a read was rejected'),
    })
    .prefault({})
    .describe('When a new version looks broken and the last good one goes on serving'),
  versions: z
    .strictObject({
      keep: duration
        .refine(ms => ms >= 3_600_000, 'must be at least 1h, because page tokens live that long')
        .prefault('1h')
        .describe('How long a replaced version stays readable, for walks that began with it; at least 1h'),
    })
    .prefault({})
    .describe('Former versions'),
  build: z
    .strictObject({
      memory_mb: z
        .int()
        .min(256)
        .optional()
        .describe('Memory that a build may use; default: a quarter of the machine’s'),
      threads: z.int().min(1).optional().describe('Threads that a build may use; default: one per core'),
    })
    .prefault({})
    .describe('What a build may use'),
  query: z
    .strictObject({
      time: duration
        .prefault('30s')
        .describe('How long a query may take until its page, or the first byte of a stream'),
      stream_time: duration.prefault('10m').describe('How long a stream may take from its first byte to its last'),
      memory_mb: z.int().min(128).optional().describe('Memory of one query; default: a quarter of the machine’s'),
      disk_mb: z.int().min(1).default(1024).describe('What one query may spill to disk'),
      result_mb: z.int().min(1).default(4096).describe('What one query may answer'),
      processes: z.int().min(1).optional().describe('Queries at work at once; default: one per core, at least two'),
    })
    .prefault({})
    .describe('What a query may use'),
  export: z
    .strictObject({
      time: duration.prefault('10m').describe('How long an export may take'),
      memory_mb: z.int().min(128).optional().describe('Memory of one export; default: a quarter of the machine’s'),
      processes: z.int().min(1).optional().describe('Exports at work at once; default: one per core, at least two'),
    })
    .prefault({})
    .describe('What an export may use'),
  trusted_issuers: z.array(TrustedIssuer).default([]).describe('Outside issuers whose tokens are accepted too'),
  metrics: z.boolean().default(false).describe('Serve Prometheus metrics at /metrics, without authentication'),
  log_level: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('What is logged'),
  sources: z.array(Source).default([]).describe('What is read'),
});

export type SourceSettings = z.output<typeof Source> & { readonly application_instance_id: string };

export interface Config extends Omit<z.output<typeof Settings>, 'sources' | 'base_url' | 'auth_url'> {
  /** The file that it was read from. */
  readonly file: string;
  /** Its folder: relative paths start here. */
  readonly folder: string;
  /** Absolute. */
  readonly data_dir: string;
  /** With `{environment}` filled in; undefined until the port is known. */
  readonly base_url: string | undefined;
  readonly auth_url: string | undefined;
  readonly sources: readonly SourceSettings[];
}

export interface Overrides {
  readonly dataDir?: string | undefined;
  readonly port?: number | undefined;
}

/**
 * Read and check a configuration file.
 * @throws OperatorError with every problem, each with line and column and what would be right
 */
export function loadConfig(file: string, overrides: Overrides = {}, environment = process.env): Config {
  const absolute = path.resolve(file);
  let text: string;
  try {
    text = fs.readFileSync(absolute, 'utf8');
  } catch (cause) {
    throw new OperatorError(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  return parseConfig(text, absolute, overrides, environment);
}

export function parseConfig(text: string, file: string, overrides: Overrides, environment: NodeJS.ProcessEnv): Config {
  const name = path.basename(file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const place = (offset: number | undefined) => {
    const { line, col } = lines.linePos(offset ?? 0);
    return `${name}:${line}:${col}`;
  };
  const problems = document.errors.map(error => `${place(error.pos[0])}: ${error.message.split('\n')[0]}`);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string')
        node.value = fillIn(node.value, environment, place(node.range?.[0]), problems);
    },
  });
  const parsed = Settings.safeParse(document.toJS({ maxAliasCount: 100 }) ?? {});
  if (parsed.error) {
    for (const issue of parsed.error.issues) {
      problems.push(...describe(issue, keys => place(offsetAt(document.contents, issue.path, keys))));
    }
  }
  if (problems.length > 0 || !parsed.data) throw new OperatorError(problems.join('\n'));
  return complete(parsed.data, file, overrides, name);
}

function complete(settings: z.output<typeof Settings>, file: string, overrides: Overrides, name: string): Config {
  const folder = path.dirname(file);
  const substitute = (url: string | undefined) =>
    url?.replaceAll('{environment}', settings.environment).replace(/\/+$/, '');
  const ids = settings.sources.map(source => source.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new OperatorError(`${name}: sources: id ${twice} is used twice`);
  return {
    ...settings,
    file,
    folder,
    data_dir: path.resolve(folder, overrides.dataDir ? path.resolve(overrides.dataDir) : settings.data_dir),
    listen: { ...settings.listen, ...(overrides.port !== undefined && { port: overrides.port }) },
    base_url: substitute(settings.base_url),
    auth_url: substitute(settings.auth_url),
    sources: settings.sources.map(source => ({
      ...source,
      application_instance_id:
        source.application_instance_id?.toLowerCase() ?? instanceIdOf(settings.tenant, source.id),
    })),
  };
}

/** The application instance id of a source: UUIDv5 (RFC 9562) over tenant and source id, so it is the same everywhere. */
export function instanceIdOf(tenant: string, sourceId: string): string {
  const namespace = Buffer.from('0b9c6d2f4f5e5a7c8d1e2f3a4b5c6d7e', 'hex');
  const digest = createHash('sha1').update(namespace).update(`${tenant}/${sourceId}`).digest().subarray(0, 16);
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `${NAME}` takes a value from the environment. */
function fillIn(value: string, environment: NodeJS.ProcessEnv, place: string, problems: string[]): string {
  return value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_whole, name: string) => {
    const found = environment[name];
    if (found === undefined) problems.push(`${place}: the environment has no variable ${name}`);
    return found ?? '';
  });
}

function describe(issue: z.core.$ZodIssue, place: (key?: string) => string): string[] {
  const where = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [`${place()}: ${where || 'the file'}: ${issue.message}`];
  return issue.keys.map(key => {
    const known = knownKeys(Settings, issue.path);
    const near = nearest(key, known);
    const hint = near ? `did you mean \`${near}\`?` : `known here: ${known.join(', ')}`;
    return `${place(key)}: unknown key \`${key}\`${where ? ` in ${where}` : ''}; ${hint}`;
  });
}

/** Where a value, or one of its keys, stands in the file. */
function offsetAt(root: Node | null, at: readonly PropertyKey[], key?: string): number | undefined {
  let node: unknown = root;
  for (const step of at) {
    const next: unknown = (node as { get?: (key: unknown, keepScalar: boolean) => unknown })?.get?.(step, true);
    if (next === undefined) break;
    node = next;
  }
  if (key !== undefined && isMap(node)) {
    const pair = node.items.find(item => String(item.key) === key);
    return (pair?.key as Node | undefined)?.range?.[0];
  }
  return (node as Node | null)?.range?.[0];
}
