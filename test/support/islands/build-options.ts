// The options of a build without a service: of landed files, with the rules as they are by default.
import path from 'node:path';
import type { BuildOptions } from '../../../src/warehouse/building/build-options.ts';
import { checkRisks } from '../../../src/warehouse/building/risks/risk-options.ts';
import type { LocalChain } from '../../../src/warehouse/landing/landed.ts';
import type { LandedSource } from './landed.ts';

const day = 86_400_000;
const pairs = [{ name: 'payments', first: ['payers'], second: ['approvers'] }];

/** @param folder where the version is made @param options what differs from the first version that a deployment makes */
export function buildOptions(
  folder: string,
  sources: readonly Pick<LandedSource, 'sourceId' | 'applicationInstanceId'>[],
  chains: readonly LocalChain[],
  options: Partial<BuildOptions> = {},
): BuildOptions {
  return {
    tenant: 'main',
    folder: path.resolve(folder),
    version: 1,
    chains,
    sources: new Map(
      sources.map(({ sourceId, applicationInstanceId }) => [applicationInstanceId, { sourceId, connector: 'test' }]),
    ),
    current: undefined,
    newer: new Set(chains.map(({ sourceId }) => sourceId)),
    fewestUnchangedRows: 1,
    threads: 1,
    memoryBytes: 2 ** 30,
    keepChangesMs: 30 * day,
    holdBack: { gonePercent: 100, rejectedPercent: 100 },
    acceptedSources: [],
    acceptances: [],
    heldBackSince: new Map(),
    lastGood: async () => new Map(),
    accessTakenSince: async () => ({ access: [], groups: [] }),
    persons: { alias_domains: {}, plus_addressing: [] },
    risks: checkRisks({ keep: 25 * day, rules: {}, pairs, exclusions: [] }, []),
    serviceInstance: '00000000-0000-5000-8000-000000000000',
    progress() {},
    restart(error) {
      throw error;
    },
    ...options,
  };
}
