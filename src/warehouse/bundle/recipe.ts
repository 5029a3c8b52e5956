// What a version can be made from away from its deployment: landed files, and the settings that a build takes.
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { PersonSettings } from '../../config/person-settings.ts';
import type { RiskSettings } from '../../config/risk-settings.ts';
import { OperatorError } from '../../errors.ts';
import type { LandedChain } from '../../state/landed-chains.ts';
import { fileFacts } from '../../storage/local-files.ts';
import type { FolderFacts } from '../../storage/storage.ts';
import { buildVersion } from '../building/build.ts';
import type { BuildOptions } from '../building/build-options.ts';
import type { BuildSource } from '../building/build-source.ts';
import type { Acceptance } from '../building/risks/find-risks.ts';
import { checkRisks } from '../building/risks/risk-options.ts';
import type { LocalChain } from '../landing/landed.ts';
import { warehouseFile } from '../version/layout.ts';
import { type Manifest, readManifest } from '../version/manifest.ts';
import { tableDigests } from './table-digests.ts';

/** JSON. */
export interface Recipe {
  readonly tenant: string;
  readonly version: number;
  /** ISO 8601. Ages and the times in documents count from it. */
  readonly generatedAt: string;
  readonly serviceInstance: string;
  /** By application instance id. */
  readonly sources: Readonly<Record<string, BuildSource>>;
  /** The names of their files are numbers in the folder of the files. */
  readonly chains: readonly LandedChain[];
  readonly risks: RiskSettings;
  readonly persons: PersonSettings;
  readonly acceptances: readonly Acceptance[];
  readonly keepChangesMs: number;
}

/** What is read before a build begins. The rest comes from a file of support as it was written. */
const Shape = z.object({
  tenant: z.string(),
  version: z.int().min(1),
  generatedAt: z.iso.datetime(),
  serviceInstance: z.uuid(),
  sources: z.record(z.uuid(), z.object({ sourceId: z.string(), connector: z.string() })),
  chains: z.array(
    z.object({
      sourceId: z.string(),
      type: z.string(),
      runs: z.array(z.object({ endedAt: z.iso.datetime(), ...landedFiles() })).min(1),
    }),
  ),
});

function landedFiles() {
  const files = z.array(
    z.object({ name: z.string().regex(/^\d{6}\.parquet$/), bytes: z.number(), sha256: z.string() }),
  );
  return { files, removed: files, unconfirmed: files };
}

/** @throws OperatorError when the text is no recipe */
export function parseRecipe(text: string): Recipe {
  try {
    const recipe = JSON.parse(text) as Recipe;
    Shape.parse(recipe);
    return recipe;
  } catch (cause) {
    throw new OperatorError('the bundle says in a form that this release does not know what its version is made from', {
      cause,
    });
  }
}

export interface Cooking extends Pick<BuildOptions, 'threads' | 'memoryBytes'> {
  /** The folder with the landed files. */
  readonly files: string;
  /** The folder to build in; it does not exist yet. */
  readonly folder: string;
}

/** What came of a recipe. Two builds of a recipe by the same release make the same. */
export interface RecipeResult {
  /** The files of the version but for the DuckDB file. */
  readonly files: FolderFacts;
  /** The tables of the DuckDB file: table-digests.ts. */
  readonly tables: Readonly<Record<string, string>>;
  readonly counts: Manifest['counts'];
}

/**
 * Make the version of a recipe.
 * @throws OperatorError when a landed file is damaged, or when the build would be held back
 */
export async function buildRecipe(recipe: Recipe, { files, folder, ...limits }: Cooking): Promise<RecipeResult> {
  const { acceptances, chains, generatedAt, risks, sources, ...facts } = recipe;
  const known = Object.entries(sources).map(([instance, { sourceId }]) => ({
    id: sourceId,
    application_instance_id: instance,
  }));
  const outcome = await buildVersion({
    ...{ ...facts, ...limits, folder, generatedAt: new Date(generatedAt), isFull: true },
    sources: new Map(Object.entries(sources)),
    chains: await localChains(chains, files),
    risks: checkRisks(risks, known),
    acceptances: acceptances.map(each => ({ ...each, until: new Date(each.until) })),
    current: undefined,
    holdBack: { gonePercent: 100, rejectedPercent: 100 },
    ...{ newer: new Set<string>(), acceptedSources: [], heldBackSince: new Map<string, Date>() },
    lastGood: async () => new Map(),
    accessTakenSince: async () => ({ access: [], groups: [] }),
    progress() {},
    restart() {},
  });
  if (outcome.folder !== undefined) {
    const { files: all, counts } = readManifest(outcome.folder);
    const { [path.basename(warehouseFile(''))]: _, ...others } = all ?? {};
    return { files: others, counts, tables: await tableDigests(outcome.folder, { ...limits, spillFolder: files }) };
  }
  const reasons = outcome.findings.filter(({ severity }) => severity === 'stop').map(({ message }) => message);
  throw new OperatorError(`the build holds the version back: ${reasons.join('; ')}`);
}

/** @throws OperatorError when a file is not as the recipe says */
async function localChains(chains: readonly LandedChain[], folder: string): Promise<LocalChain[]> {
  const local: LocalChain[] = [];
  for (const { runs, ...chain } of chains) {
    const localRuns: LocalChain['runs'][number][] = [];
    for (const run of runs) {
      const pathsOf = async (files: LandedChain['runs'][number]['removed']) => {
        for (const { name, sha256 } of files)
          if (!fs.existsSync(path.join(folder, name)) || (await fileFacts(path.join(folder, name))).sha256 !== sha256)
            throw new OperatorError(`the bundle is damaged: landed/${name} is missing or has another content`);
        return files.map(({ name }) => path.join(folder, name));
      };
      localRuns.push({
        ...run,
        endedAt: new Date(run.endedAt),
        paths: await pathsOf(run.files ?? []),
        removedPaths: await pathsOf(run.removed),
        unconfirmedPaths: await pathsOf(run.unconfirmed),
      });
    }
    local.push({ ...chain, runs: localRuns });
  }
  return local;
}
