// Uses the files of the version in service.
import { readableVersions } from '../../src/state/versions.ts';
import { StorageMissing } from '../../src/storage/storage.ts';
import type { PipelineContext } from '../job/context.ts';

/**
 * @param use gets a local copy of the version, a folder where DuckDB may spill, and the number of the version
 * @returns undefined before the first version
 */
export async function withVersionInService<Result>(
  { database, tenant, storage, keys, workspace }: PipelineContext,
  use: (folder: string, spillFolder: string, version: number) => Promise<Result>,
): Promise<Result | undefined> {
  for (let again = true; ; again = false) {
    const [current] = await readableVersions(database, tenant);
    if (!current) return undefined;
    try {
      const local = await storage.borrowFolder(keys.version(current.folder));
      try {
        return await use(local.path, workspace.place('signals', '.'), current.version);
      } finally {
        local.release();
      }
    } catch (error) {
      // It was removed meanwhile, so there is a newer one.
      if (!(error instanceof StorageMissing) || !again) throw error;
    }
  }
}
