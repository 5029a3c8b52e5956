// Digests of what runs landed.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { hasFiles, type LocalChain } from './landed.ts';

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}

/** The first runs of a chain that landed something: how many, and the digest of what they landed. */
export interface LandedDigest {
  readonly runs: number;
  readonly digest: string;
}

/** What the first runs of a chain landed. @param count of the runs that landed something; by default all */
export function landedOf({ runs }: LocalChain, count?: number): LandedDigest {
  const landed = runs
    .filter(hasFiles)
    .slice(0, count)
    .map(({ runId, duplicates, paths, removedPaths }) => [
      ...[runId, duplicates],
      ...[...paths, ...removedPaths].map(file => path.basename(file)),
    ]);
  return { runs: landed.length, digest: digestOf(landed) };
}
