// Builds a version from the landed files of an organisation of any size.
import path from 'node:path';
import { buildVersion } from '../../../src/warehouse/building/build.ts';
import type { BuildOutcome } from '../../../src/warehouse/building/build-options.ts';
import { checkRisks } from '../../../src/warehouse/building/risks/risk-options.ts';
import type { LocalChain } from '../../../src/warehouse/landing/landed.ts';
import { benchConfig } from '../service/bench-config.ts';
import { enrichmentInstances, type LandedType } from './enrichment-data.ts';

export const memoryBytes = 3 * 1024 ** 3;
export const threads = 2;

/** Build a version of the tenant `main` into `<folder>/version`. */
export function buildEnriched(
  folder: string,
  landed: readonly LandedType[],
  progress: (step: string) => void,
): Promise<BuildOutcome> {
  const config = benchConfig(folder, [{ id: 'bench', connector: 'simulated', settings: {} }]);
  const now = new Date();
  return buildVersion({
    tenant: 'main',
    folder: path.join(folder, 'version'),
    version: 1,
    chains: landed.map(type => chainOf(type, now)),
    sources: new Map(enrichmentInstances.map(instance => [instance, { sourceId: instance, connector: 'bench' }])),
    current: undefined,
    holdBack: { gonePercent: 100, rejectedPercent: 100 },
    newer: new Set(enrichmentInstances),
    acceptedSources: [],
    lastGood: async () => new Map(),
    accessTakenSince: async () => ({ access: [], groups: [] }),
    risks: checkRisks(config.tenants[0]!.risks, []),
    persons: config.tenants[0]!.persons,
    serviceInstance: enrichmentInstances[0],
    acceptances: [],
    heldBackSince: new Map(),
    keepChangesMs: 0,
    threads,
    memoryBytes,
    progress,
    restart(error) {
      throw error;
    },
  });
}

function chainOf({ type, instance, file }: LandedType, now: Date): LocalChain {
  const read = {
    ...{
      run_id: instance,
      type,
      status: 'Complete' as const,
      cursor: null,
      parts: 1,
      rows: 1e9,
      duplicates: 0,
      rejected: 0,
    },
    ...{
      kept: 0,
      since: null,
      base_position: null,
      changes_only: false,
      laid_over: null,
      digest: null,
      unchanged: null,
      filled: {},
      gaps: [],
    },
  };
  const run = {
    runId: instance,
    position: 1,
    duplicates: false,
    targeted: false,
    read,
    endedAt: now,
    files: undefined,
    paths: [file],
    ...{ removed: [], removedPaths: [], unconfirmed: [], unconfirmedPaths: [] },
  };
  return { sourceId: instance, type, runs: [run as unknown as LocalChain['runs'][number]] };
}
