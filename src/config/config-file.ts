// Reads rolecall.yaml, the whole configuration of a deployment, and checks it before anything starts.
import fs from 'node:fs';
import path from 'node:path';
import { v5 as uuidv5 } from 'uuid';
import { isMap, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { OperatorError } from '../errors.ts';
import { knownKeys } from '../known-keys.ts';
import { nearestHint } from '../nearest.ts';
import { checkDelivery } from './check-delivery.ts';
import { checkSignals } from './check-signals.ts';
import { Settings, type Source } from './settings.ts';
import { completeSignIn } from './sign-in-settings.ts';

export type SourceSettings = z.output<typeof Source> & { readonly application_instance_id: string };

type Given = z.output<typeof Settings>;

/** The settings of one tenant. */
export interface TenantConfig extends Pick<Given, OfTenant> {
  readonly name: string;
  readonly sources: readonly SourceSettings[];
}

type OfTenant = 'rate_limit' | 'hold_back' | 'versions' | 'history' | 'changes' | 'risks' | 'persons';

type TenantSettings = 'tenant' | 'tenants' | 'sources' | OfTenant;

export interface Config extends Omit<Given, TenantSettings | 'base_url' | 'auth_url'> {
  /** The file from which it was read. */
  readonly file: string;
  /** The folder of that file. Relative paths start here. */
  readonly folder: string;
  /** An absolute path. */
  readonly data_dir: string;
  /** `{environment}` is replaced; undefined until the port is known. */
  readonly base_url: string | undefined;
  readonly auth_url: string | undefined;
  /** Both addresses as they were written, with `{environment}` in them; undefined where the file has none. */
  readonly address_templates: { readonly base_url: string | undefined; readonly auth_url: string | undefined };
  /** At least one. */
  readonly tenants: readonly TenantConfig[];
}

export interface Overrides {
  readonly dataDir?: string | undefined;
  readonly port?: number | undefined;
}

/**
 * Read and check a configuration file.
 * @throws OperatorError with every problem, each with line, column and remedy
 */
export function loadConfig(file: string, overrides: Overrides = {}, environment = process.env): Config {
  const absolute = path.resolve(file);
  let text: string;
  try {
    text = fs.readFileSync(absolute, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const remedy =
      code === 'ENOENT'
        ? 'there is no such file, and this command needs the configuration of the service: --config names it. A file with the line `sources: []` is enough for a start; `rolecall up` writes one with examples, and starts the service'
        : `cannot be read (${code})`;
    throw new OperatorError(`${file}: ${remedy}`, { cause });
  }
  return parseConfig(text, absolute, overrides, environment);
}

export function parseConfig(
  text: string,
  file: string,
  overrides: Overrides,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
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

function complete(settings: Given, file: string, overrides: Overrides, name: string): Config {
  const folder = path.dirname(file);
  const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '');
  const substitute = (url: string | undefined) => withoutSlash(url?.replaceAll('{environment}', settings.environment));
  const { tenant, tenants, sources, rate_limit, hold_back, versions, history, changes, risks, persons, ...deployment } =
    settings;
  if (tenants && (tenant !== undefined || sources.length > 0)) {
    throw new OperatorError(`${name}: tenants: has sources for each tenant, so \`tenant\` and \`sources\` go there`);
  }
  const given = Object.entries(tenants ?? { [tenant ?? 'main']: { sources } });
  if (settings.queue_url !== undefined && settings.database_url === undefined) {
    throw new OperatorError(`${name}: queue_url: is for several processes, which need a database_url too`);
  }
  if (given.length === 0) throw new OperatorError(`${name}: tenants: names no tenant`);
  const completed = given.map(([tenantName, own]) => ({
    name: tenantName,
    rate_limit: own.rate_limit ?? rate_limit,
    hold_back: own.hold_back ?? hold_back,
    versions: own.versions ?? versions,
    history: own.history ?? history,
    changes: own.changes ?? changes,
    risks: own.risks ?? risks,
    persons: own.persons ?? persons,
    sources: own.sources.map(source => ({
      ...source,
      application_instance_id: source.application_instance_id?.toLowerCase() ?? instanceIdOf(tenantName, source.id),
    })),
  }));
  for (const { sources: own, name: tenantName } of completed) {
    const twice = repeated(own.map(source => source.id));
    if (twice)
      throw new OperatorError(`${name}: ${tenants ? `tenants.${tenantName}.` : ''}sources: id ${twice} is used twice`);
  }
  const twice = repeated(
    completed.flatMap(own => [
      serviceInstanceOf(own.name),
      ...own.sources.map(source => source.application_instance_id),
    ]),
  );
  if (twice) throw new OperatorError(`${name}: application_instance_id ${twice} is used twice`);
  checkIssuers(
    settings,
    given.map(([tenantName]) => tenantName),
    name,
  );
  const sourceIds = new Map(completed.map(({ name, sources }) => [name, sources.map(({ id }) => id)]));
  checkDelivery(settings, sourceIds, name);
  checkSignals(settings.signals, sourceIds, name);
  return {
    ...deployment,
    sign_in: completeSignIn(settings.sign_in, sourceIds, { folder, file: name }),
    file,
    folder,
    data_dir: path.resolve(folder, overrides.dataDir ? path.resolve(overrides.dataDir) : settings.data_dir),
    storage: {
      ...settings.storage,
      ...(settings.storage.folder !== undefined && { folder: path.resolve(folder, settings.storage.folder) }),
    },
    listen: { ...settings.listen, ...(overrides.port !== undefined && { port: overrides.port }) },
    base_url: substitute(settings.base_url),
    auth_url: substitute(settings.auth_url),
    address_templates: { base_url: withoutSlash(settings.base_url), auth_url: withoutSlash(settings.auth_url) },
    tenants: completed,
  };
}

/** @throws OperatorError unless each outside issuer has known tenants of this deployment for which it may issue tokens */
function checkIssuers({ trusted_issuers }: Given, tenants: readonly string[], name: string): void {
  for (const [index, { issuer, tenants: named }] of trusted_issuers.entries()) {
    const where = `${name}: trusted_issuers.${index}.tenants`;
    if (!named && tenants.length > 1) {
      throw new OperatorError(
        `${where}: is missing; there are several tenants, so say for which of them ${issuer} may issue tokens: ${tenants.join(', ')}`,
      );
    }
    const unknown = named?.find(tenant => !tenants.includes(tenant));
    if (unknown !== undefined) {
      throw new OperatorError(`${where}: there is no tenant \`${unknown}\`; ${nearestHint(unknown, tenants)}`);
    }
  }
}

function repeated(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** The named tenant, or the only one. @throws OperatorError that lists the tenants */
export function chosenTenant({ tenants }: Config, name: string | undefined): TenantConfig {
  const names = tenants.map(tenant => tenant.name);
  if (name === undefined && names.length > 1) {
    throw new OperatorError(`there are several tenants; say which one with --tenant: ${names.join(', ')}`);
  }
  const found = tenants.find(tenant => tenant.name === (name ?? names[0]));
  if (!found) throw new OperatorError(`there is no tenant \`${name}\`; ${nearestHint(name!, names)}`);
  return found;
}

/** The application instance id of a source: UUIDv5 (RFC 9562) over tenant and source id, so it is the same in every deployment. */
export function instanceIdOf(tenant: string, sourceId: string): string {
  return uuidv5(`${tenant}/${sourceId}`, instanceNamespace);
}

/**
 * The application instance of the service itself, to which its own rules belong: UUIDv5 over the tenant. Names of sources follow a
 * slash, so no source has the same by default.
 */
export function serviceInstanceOf(tenant: string): string {
  return uuidv5(tenant, instanceNamespace);
}

const instanceNamespace = '0b9c6d2f-4f5e-5a7c-8d1e-2f3a4b5c6d7e';

/** Replace `${NAME}` by the value of an environment variable. */
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
    return `${place(key)}: unknown key \`${key}\`${where ? ` in ${where}` : ''}; ${nearestHint(key, known)}`;
  });
}

/** The position of a value, or of one of its keys, in the file. */
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
