// What the end of a read uses: local copies of what was known before it, and files that are landed with the end.
import fs from 'node:fs';
import path from 'node:path';
import { recordDamage } from '../../src/state/damaged-reads.ts';
import type { LandedChain } from '../../src/state/landed-chains.ts';
import type { LandedFile } from '../../src/state/reads.ts';
import { borrowChains, LandedDamage, type LocalChain, verifyChains } from '../../src/warehouse/landing/landed.ts';
import type { PipelineContext } from '../job/context.ts';
import { isOwnFault } from '../job/outage.ts';
import type { Reading } from './reading.ts';

/**
 * Use what was known before a read.
 * @throws LandedDamage when files of it are damaged; the next read is then a full one that keeps what is not damaged
 */
export async function withPrevious<Result>(
  { database, tenant, storage, keys }: PipelineContext,
  known: LandedChain,
  use: (previous: LocalChain) => Promise<Result>,
): Promise<Result> {
  using held = new DisposableStack();
  try {
    const [previous] = await borrowChains(storage, keys, [known], held);
    return await use(previous!).catch(async error => {
      // A folder does not verify files when it lends them.
      if (!isOwnFault(error)) await verifyChains([previous!]);
      throw error;
    });
  } catch (error) {
    if (error instanceof LandedDamage) await recordDamage(database, tenant, error.read);
    throw error;
  }
}

/**
 * Land a file under a name.
 * @param write writes it and returns its number of rows; with 0, nothing is landed
 */
export async function landAtEnd(
  { context, run, read, folder }: Reading,
  name: string,
  write: (file: string) => Promise<number>,
): Promise<LandedFile | undefined> {
  const { storage, keys } = context;
  const file = path.join(folder, name);
  try {
    if ((await write(file)) === 0) return undefined;
    const key = `${keys.read(run.source_id, run.run_id, read.lands)}/${name}`;
    return { name, ...(await storage.keepFile(key, file)) };
  } finally {
    fs.rmSync(file, { force: true });
  }
}
