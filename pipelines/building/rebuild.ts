// Builds the version in service again from landed files, and compares both. Nothing is published.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../src/errors.ts';
import { buildVersion } from '../../src/warehouse/building/build.ts';
import { compareDocuments, compareTables, type Difference } from '../../src/warehouse/version/compare.ts';
import { damagedFiles } from '../../src/warehouse/version/files.ts';
import type { PipelineContext } from '../job/context.ts';
import { borrowInService, buildOptions, landedData, refuseDuringBuild, type VersionInService } from './inputs.ts';

export interface RebuiltComparison {
  /** The version in service. */
  readonly version: number;
  /** A sentence about each of its files that is not as its build wrote it. */
  readonly damaged: readonly string[];
  /** Where it (first) differs from the new build (second). */
  readonly differences: readonly Difference[];
  /** Sources with data that are newer than the last accepted ones, which explain differences. */
  readonly newer: readonly string[];
}

/**
 * @returns undefined when there is no version in service, or nothing of it can be read
 * @throws OperatorError while a build runs, or when the new version is held back; Error when the build fails
 */
export async function compareRebuilt(context: PipelineContext): Promise<RebuiltComparison | undefined> {
  const { workspace } = context;
  await refuseDuringBuild(context, 'rebuild');
  using held = new DisposableStack();
  const current = await borrowInService(context, held, true);
  if (!current) return undefined;
  const { version } = current.manifest;
  const damaged = await damageOf(current);
  const data = await landedData(context, held);
  const work = workspace.place('builds', `rebuild-${randomUUID()}`);
  fs.mkdirSync(work, { mode: 0o700 });
  try {
    const { folder, findings } = await buildVersion({
      ...(await buildOptions(context, current, data)),
      folder: path.join(work, 'version'),
      version,
      isFull: true,
      // The time of the version in service, so that values that depend on the time are the same.
      generatedAt: new Date(current.manifest.generatedAt),
      acceptedSources: [],
      progress() {},
    });
    if (folder === undefined) {
      const reasons = findings.filter(({ severity }) => severity === 'stop').map(({ message }) => message);
      throw new OperatorError(`a full build holds the whole version back: ${reasons.join('; ')}`);
    }
    const differences = current.folder === undefined || damaged.length > 0 ? [] : await compare(current.folder, folder);
    return { version, damaged, differences, newer: [...data.newer] };
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }

  async function compare(previous: string, made: string): Promise<Difference[]> {
    const options = { folder: work, ...context.build };
    return [...(await compareTables(previous, made, options)), ...(await compareDocuments(previous, made))];
  }
}

async function damageOf({ folder, manifest }: VersionInService): Promise<string[]> {
  if (folder === undefined) return ['files are damaged or missing in the bucket'];
  return manifest.files ? await damagedFiles(folder, manifest.files) : [];
}

/**
 * A sentence about each file of the version in service that is not as its build wrote it. Reads all of them.
 * @throws Error when nothing of the version can be read
 */
export async function damageInService(context: PipelineContext): Promise<string[]> {
  using held = new DisposableStack();
  const current = await borrowInService(context, held, false);
  return current ? await damageOf(current) : [];
}
