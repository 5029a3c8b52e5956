// The tenants that this deployment serves. Each request works with the tenant of its caller.
import type { ChangeGuards } from '../actions/guards.ts';
import type { ActionSource } from '../actions/source-client.ts';
import type { SourceSettings } from '../config/config-file.ts';
import type { ReceiverSettings, TransmitterSettings } from '../config/signal-settings.ts';
import { ServiceError } from '../errors.ts';
import type { RiskOptions } from '../warehouse/building/risks/risk-options.ts';
import type { VersionCatalogue, VersionDamage } from '../warehouse/version/catalogue.ts';
import type { Version } from '../warehouse/version/version.ts';

export interface ServedSource extends ActionSource {
  readonly config: SourceSettings;
}

export interface ServedTenant {
  readonly catalogue: VersionCatalogue;
  /** Start an export that was accepted. */
  startExport(exportId: string): Promise<void>;
  /** Start or continue an action job that was accepted, cancelled or approved. */
  startAction(jobId: string): Promise<void>;
  /** Request a run of a source, or join the open one. @returns its id */
  requestSync(sourceId: string, inFull: boolean): Promise<string>;
  /** Start a run that was requested. */
  startRun(runId: string): Promise<void>;
  /** Look at signals that were stored. */
  startSignals(): Promise<void>;
  /** Start a build that was requested. */
  startBuild(buildId: string): Promise<void>;
  /** The application instance of the service itself. */
  readonly serviceInstance: string;
  /** The configured sources, by id. */
  readonly sources: ReadonlyMap<string, ServedSource>;
  /** What the configuration does not allow action jobs. */
  readonly guards: ChangeGuards;
  /** A source with a schedule is stale when its last complete read is longer ago. */
  readonly staleAfterMs: number;
  /** Whether the configuration names a way to tell reviewers that they are asked. */
  readonly tellsReviewers: boolean;
  /** Who sends security events to this tenant, and who gets them. */
  readonly signals: {
    readonly transmitters: readonly TransmitterSettings[];
    readonly receivers: readonly ReceiverSettings[];
  };
  /** The rules by which risks are found, as the configuration has them. */
  readonly risks: RiskOptions;
  /** Folder of the configuration file; relative paths in the settings of sources start here. */
  readonly baseFolder: string;
}

export type ServedTenants = ReadonlyMap<string, ServedTenant>;

export interface ServedVersion {
  readonly tenant: string;
  /** Undefined until the first one, and when none can be opened. */
  readonly version: Version | undefined;
  readonly damage: VersionDamage | undefined;
}

/** The version that each tenant is served from. */
export function servedVersions(tenants: ServedTenants): ServedVersion[] {
  return [...tenants].map(([tenant, { catalogue }]) => {
    return { tenant, version: catalogue.current(), damage: catalogue.damage() };
  });
}

/** @throws ServiceError FORBIDDEN for a tenant that this deployment does not serve */
export function servedTenant(tenants: ServedTenants, tenant: string): ServedTenant {
  const served = tenants.get(tenant);
  if (!served) {
    throw new ServiceError('FORBIDDEN', 'the credential is for a tenant that this deployment does not serve');
  }
  return served;
}
