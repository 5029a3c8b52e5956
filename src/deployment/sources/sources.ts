// The configured sources with their connectors.
import { connectors as shippedConnectors } from '../../../connectors/index.ts';
import type { ConfiguredSource } from '../../../pipelines/job/context.ts';
import type { TenantConfig } from '../../config/config-file.ts';
import type { Connector } from '../../connector/contract.ts';
import { resolveSource } from '../../connector/resolve.ts';
import { secretSettings } from '../../connector/secret-settings.ts';
import { OperatorError } from '../../errors.ts';
import { checkSchedule, type ScheduleEntry } from '../../jobs/schedule.ts';
import { nearestHint } from '../../nearest.ts';

/**
 * The connector and checked settings of every configured source of a tenant, by id.
 * @throws OperatorError with every problem
 */
export function resolveSources(
  tenant: TenantConfig,
  connectors: readonly Connector[] = shippedConnectors,
): Map<string, ConfiguredSource> {
  const problems: string[] = [];
  const sources = new Map<string, ConfiguredSource>();
  for (const source of tenant.sources) {
    try {
      sources.set(source.id, { config: source, ...resolveSource(connectors, source) });
      if (source.schedule !== undefined) checkSchedule(source.id, source.schedule, source.time_zone);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return sources;
}

/** The values of all secret settings of the sources. */
export function secretsOfSources(tenants: Iterable<ReadonlyMap<string, ConfiguredSource>>): string[] {
  return [...tenants].flatMap(sources =>
    [...sources.values()].flatMap(({ connector, config }) =>
      secretSettings(connector.settings, config.settings).map(({ value }) => value),
    ),
  );
}

export function schedulesOf(tenants: readonly TenantConfig[]): ScheduleEntry[] {
  return tenants.flatMap(({ name, sources }) =>
    sources.flatMap(({ id, schedule, time_zone }) =>
      schedule === undefined ? [] : [{ tenant: name, sourceId: id, pattern: schedule, timeZone: time_zone }],
    ),
  );
}

/** The named sources, or all. An unknown name is an error that suggests the nearest known name. */
export function chosenSources(tenant: TenantConfig, names: readonly string[]): string[] {
  const ids = tenant.sources.map(source => source.id);
  if (ids.length === 0) throw new OperatorError(`tenant ${tenant.name} has no sources`);
  const unknown = names.find(name => !ids.includes(name));
  if (unknown !== undefined) throw new OperatorError(`there is no source \`${unknown}\`; ${nearestHint(unknown, ids)}`);
  return names.length === 0 ? ids : [...names];
}
