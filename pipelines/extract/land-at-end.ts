// What a read lands when it ends, besides what it brought: objects that were known before, and what it removes.
import fs from 'node:fs';
import path from 'node:path';
import { recordDamage } from '../../src/state/damaged-reads.ts';
import type { LandedChain } from '../../src/state/landed-chains.ts';
import type { EndPart } from '../../src/state/reads.ts';
import { borrowChains, LandedDamage, type LocalChain, verifyChains } from '../../src/warehouse/landing/landed.ts';
import type { PipelineContext } from '../job/context.ts';
import { isOwnFault } from '../job/outage.ts';
import type { Reading } from './reading.ts';

/**
 * Use what was known before a read.
 * @throws LandedDamage when files of it are damaged; the next read is then a full one that keeps what is not damaged
 */
export async function withFormer<Result>(
  { database, tenant, storage, keys }: PipelineContext,
  known: readonly LandedChain[],
  use: (former: readonly LocalChain[]) => Promise<Result>,
): Promise<Result> {
  using held = new DisposableStack();
  try {
    const former = await borrowChains(storage, keys, known, held);
    return await use(former).catch(async error => {
      // A folder does not verify files when it lends them.
      if (!isOwnFault(error)) await verifyChains(former);
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
  part: number,
  write: (file: string) => number | Promise<number>,
): Promise<{ readonly rows: number; readonly part: EndPart | undefined }> {
  const { storage, keys } = context;
  const file = path.join(folder, name);
  try {
    const rows = await write(file);
    if (rows === 0) return { rows, part: undefined };
    const key = `${keys.read(run.source_id, run.run_id, read.lands)}/${name}`;
    return { rows, part: { part, file: { name, ...(await storage.keepFile(key, file)) } } };
  } finally {
    fs.rmSync(file, { force: true });
  }
}
