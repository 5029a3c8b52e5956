// Somebody fills every field of every resource: connectors, the model, or a step of the build.
import { expect, it } from 'vitest';
import { isLandable } from '../../src/resources/define.ts';
import { resources } from '../../src/resources/registry.ts';
import { modelFields } from '../../src/warehouse/building/model.ts';
import { findRisks, type RiskStep } from '../../src/warehouse/building/risks/find-risks.ts';
import { fieldsFound } from '../../src/warehouse/building/rows/filled-rows.ts';
import { runSteps } from '../../src/warehouse/building/run-steps.ts';
import { openEnrichment } from '../support/enrichment/enriched.ts';

/** The step `risks` without rules, violations and sources. */
const nothing: RiskStep = {
  options: { keepMs: 0, rules: [], pairs: [], exclusions: [] },
  acceptances: [],
  serviceInstance: '00000000-0000-5000-8000-000000000000',
  previous: undefined,
  generatedAt: new Date(),
  sources: new Map(),
  reported: [],
  heldBack: new Map(),
  unchanged: new Set<string>(),
  working: undefined,
  chains: [],
  isTime: false,
};

it('every field is filled', async () => {
  await using enrichment = await openEnrichment();
  await enrichment.run({}, async duckdb => {
    await runSteps(duckdb, { memoryBytes: 2 ** 30, working: undefined, progress() {} });
    await findRisks(duckdb, nothing);
  });
  const found = await fieldsFound(enrichment.duckdb);
  const unfilled = resources.flatMap(resource => {
    const ofSteps = (found.get(resource.type) ?? []).flatMap(({ fields }) => fields);
    const filled = new Set([
      ...ofSteps,
      ...['globalId', 'serviceObjectMetadata'],
      ...(resource.madeBy === 'connectors' ? modelFields(resource) : []),
    ]);
    return Object.keys(resource.fields)
      .filter(name => !filled.has(name) && !(resource.madeBy === 'connectors' && isLandable(name)))
      .map(name => `${resource.type}.${name}`);
  });
  expect(unfilled).toEqual([]);
});
