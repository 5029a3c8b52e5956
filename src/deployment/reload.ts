// Takes up a changed configuration file in a running service: its sources and schedules, and the limits of its tenants. Everything
// is checked first; when something is wrong, nothing changes.
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ConfiguredSource } from '../../pipelines/job/context.ts';
import { canonicalJson } from '../canonical-json.ts';
import { type Config, loadConfig, type SourceSettings, type TenantConfig } from '../config/config-file.ts';
import type { Connector } from '../connector/contract.ts';
import { digestOfSettings } from '../connector/settings-digest.ts';
import { maskInLog } from '../observability/log.ts';
import { checkSettings } from './settings/check-settings.ts';
import { availableConnectors } from './sources/available-connectors.ts';
import { resolveSources, secretsOfSources } from './sources/sources.ts';
import { registerTenant, type Tenant } from './tenant.ts';

interface ChangedSource {
  readonly tenant: string;
  readonly id: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** What changed, as the file names it: `schedule`, `settings`. */
  readonly what: readonly string[];
}

/** What a changed file means for a running service. */
export interface Reloaded {
  readonly sources: readonly ChangedSource[];
  /** Settings of tenants that are in force now, for example `hold_back`. */
  readonly taken: readonly string[];
  /** Settings that changed and take effect at the next start. */
  readonly waiting: readonly string[];
  /** Digest of the configuration that the service runs with now. */
  readonly digest: string;
}

/** Read the file again, as the process that runs with `config` would. @throws OperatorError with every problem of the file */
export function readAgain(config: Config): Config {
  const next = loadConfig(config.file, { dataDir: config.data_dir, port: config.listen.port });
  checkSettings(next);
  return next;
}

/** Settings of a tenant that a running service takes up. */
const tenantSettings = ['hold_back', 'versions', 'history', 'changes', 'risks', 'persons'] as const;

/** The settings that a running service does not take up. Settings that may differ between the processes of a deployment are left out. */
function lasting(config: Config): Record<string, unknown> {
  const { tenants, file, folder, data_dir, base_url, auth_url, listen, workers, connectors, ...rest } = config;
  const { listen: _probes, ...work } = workers;
  return {
    ...rest,
    workers: work,
    tenants: tenants.map(({ name }) => name),
    rate_limit: tenants.map(own => own.rate_limit),
  };
}

/** Compare a configuration with the one that is running. */
function compareConfigs(running: Config, next: Config): Omit<Reloaded, 'digest'> {
  const before = lasting(running);
  const after = lasting(next);
  const waiting = Object.keys(after).filter(key => !isSame(before[key], after[key]));
  const sources: ChangedSource[] = [];
  const taken = new Set<string>();
  for (const tenant of next.tenants) {
    const former = running.tenants.find(({ name }) => name === tenant.name);
    if (!former) continue;
    sources.push(...changedSources(former, tenant));
    for (const key of tenantSettings) if (!isSame(former[key], tenant[key])) taken.add(key);
  }
  return { sources, taken: [...taken], waiting };
}

function changedSources(former: TenantConfig, { name: tenant, sources }: TenantConfig): ChangedSource[] {
  const known = new Map(former.sources.map(source => [source.id, source]));
  const found = sources.flatMap((source): ChangedSource[] => {
    const before = known.get(source.id);
    if (!before) return [{ tenant, id: source.id, change: 'added', what: [] }];
    const what = (Object.keys({ ...before, ...source }) as (keyof SourceSettings)[]).filter(
      key => !isSame(before[key], source[key]),
    );
    return what.length > 0 ? [{ tenant, id: source.id, change: 'changed', what }] : [];
  });
  const left = new Set(sources.map(({ id }) => id));
  const removed = former.sources.filter(({ id }) => !left.has(id));
  return [...found, ...removed.map(({ id }): ChangedSource => ({ tenant, id, change: 'removed', what: [] }))];
}

/** Connectors and checked settings of a configuration, by tenant and source. @throws OperatorError with every problem */
export function resolveTenants(
  { tenants }: Config,
  connectors: readonly Connector[],
): Map<string, Map<string, ConfiguredSource>> {
  return new Map(tenants.map(tenant => [tenant.name, resolveSources(tenant, connectors)]));
}

/**
 * Identifies what a process runs with: sources, schedules and tenants, without secrets and without what differs between the
 * processes of a deployment, such as ports.
 */
function digestOfConfig(
  { tenants }: Config,
  sources: ReadonlyMap<string, ReadonlyMap<string, ConfiguredSource>>,
): string {
  const told = tenants.map(({ sources: own, ...tenant }) => [
    tenant,
    own.map(({ settings, ...source }) => {
      const { connector } = sources.get(tenant.name)!.get(source.id)!;
      return [source, digestOfSettings(connector, settings)];
    }),
  ]);
  return createHash('sha256').update(canonicalJson(told)).digest('hex').slice(0, 12);
}

export interface Reloading {
  /** @throws OperatorError when the file is wrong, or a source would change its identity; then nothing changes */
  reload(): Promise<Reloaded>;
  /** What a reload would change now, and the digest of what is in force. @throws OperatorError when the file is wrong */
  pending(): Reloaded;
  digest(): string;
}

/**
 * @param config the configuration that the process was started with
 * @param given connectors instead of those that are shipped and configured
 */
export function createReloading(
  config: Config,
  tenants: ReadonlyMap<string, Tenant>,
  log: Logger,
  given: readonly Connector[] | undefined,
): Reloading {
  /** The configuration of the start, with the changes that reloads have taken up since. */
  const inForce = () => ({ ...config, tenants: [...tenants.values()].map(tenant => tenant.config) });
  const digest = () =>
    digestOfConfig(inForce(), new Map([...tenants.values()].map(({ name, sources }) => [name, sources])));
  return {
    async reload() {
      const next = readAgain(config);
      const sources = resolveTenants(next, given ?? (await availableConnectors(next)));
      const changes = compareConfigs(inForce(), next);
      const known = next.tenants.flatMap(taken => {
        const tenant = tenants.get(taken.name);
        return tenant ? [{ tenant, taken }] : [];
      });
      for (const { tenant, taken } of known) await registerTenant(tenant.context.database, taken);
      maskInLog(log, secretsOfSources(sources.values()));
      for (const { tenant, taken } of known) tenant.takeUp(taken, sources.get(taken.name)!);
      const reloaded = { ...changes, digest: digest() };
      log.info(reloaded, 'took up the configuration file');
      return reloaded;
    },
    digest,
    pending: () => ({ ...compareConfigs(inForce(), readAgain(config)), digest: digest() }),
  };
}

const isSame = (left: unknown, right: unknown) => canonicalJson(left ?? null) === canonicalJson(right ?? null);
