// A version is the same whether its build used a database that was just opened, or one that served builds of other tenants before.
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildVersion } from '../../../src/warehouse/building/build.ts';
import type { BuildOptions } from '../../../src/warehouse/building/build-options.ts';
import type { LocalChain } from '../../../src/warehouse/landing/landed.ts';
import { readManifest } from '../../../src/warehouse/version/manifest.ts';
import { buildOptions } from '../../support/islands/build-options.ts';
import { differences } from '../../support/islands/compare.ts';
import { landingOfTests } from '../../support/islands/landed.ts';
import { openOrganisations } from '../../support/islands/organisations.ts';
import { openWorld } from '../../support/islands/world.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, testSeed } from '../../support/random.ts';

const { folder, landing } = landingOfTests('standing');
const rounds = isLong ? 60 : 2;
const memoryBytes = 2 ** 29;
/** As a deployment has it: with few rows, everything is computed. */
const fewestUnchangedRows = 20_000;

it('builds of changing organisations', { timeout: 600_000 }, async () => {
  const random = createRandom(testSeed());
  const previous = new Map<string, string>();
  const tenants = ['one', 'two'].map((tenant, index) => {
    const world = openOrganisations(random.below(1_000_000) + index, 1, openWorld);
    return { tenant, world, chains: new Map<string, readonly LocalChain[]>() };
  });
  let now = Date.parse('2026-11-01T00:00:00Z');
  for (let round = 1; round <= rounds; round++) {
    const { tenant, world, chains } = random.of(tenants);
    now += random.of([60_000, 86_400_000]);
    const changed = chains.size === 0 ? world.sources() : world.change().sources;
    for (const source of changed)
      chains.set(source.sourceId, await landing().land({ ...source, at: new Date(now) }, chains.get(source.sourceId)));
    const before = previous.get(tenant);
    const make = async (name: string, options: Partial<BuildOptions>) => {
      const made = path.join(folder, `${round}-${name}`);
      const outcome = await buildVersion(
        buildOptions(made, world.sources(), [...chains.values()].flat(), {
          ...{ tenant, version: round, generatedAt: new Date(now), fewestUnchangedRows },
          persons: { alias_domains: tenant === 'one' ? {} : { 'example.com': ['example.org'] }, plus_addressing: [] },
          ...(before !== undefined && { previous: before, current: readManifest(before) }),
          ...options,
        }),
      );
      return outcome.folder!;
    };
    const reused = await make('reused', { memoryBytes });
    // With other settings, the database is opened anew.
    const alone = await make('alone', { memoryBytes: memoryBytes + round });
    expect(await differences(reused, alone), `round ${round}, ${tenant}`).toEqual([]);
    previous.set(tenant, reused);
    // So that the next round uses a database that several builds have used.
    if (round < rounds) for (const name of ['again', 'once more']) await make(name, { memoryBytes });
  }
});
