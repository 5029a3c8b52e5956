// What this process knows of damaged files of versions. The files of a version never change, so whatever differs from the manifest is
// damage. Documents have checksums, which every read compares; the engine's files have none.
import { StorageCorrupt } from '../../storage/storage.ts';
import { damagedFiles } from './files.ts';
import { readManifest } from './manifest.ts';

interface Comparison {
  readonly at: number;
  readonly sentences: Promise<readonly string[]>;
}

/** Files that were as their build wrote them are compared again only after this time. */
const sureForMs = 60_000;

/** Folder of a version → the last comparison of its files. */
const comparisons = new Map<string, Comparison>();
/** Folder of a version → a sentence about each damaged file. */
const damages = new Map<string, readonly string[]>();

/** A sentence about each file of a version that differs from the manifest. Reads all of them. @throws StorageCorrupt */
export function compareFiles(folder: string): Promise<readonly string[]> {
  const last = comparisons.get(folder);
  if (last && (damages.has(folder) || Date.now() - last.at < sureForMs)) return last.sentences;
  const sentences = (async () => damagedFiles(folder, readManifest(folder).files ?? {}))();
  comparisons.set(folder, { at: Date.now(), sentences });
  sentences.then(
    all => all.length > 0 && damages.set(folder, all),
    () => comparisons.delete(folder),
  );
  return sentences;
}

/** What was found by {@link compareFiles} before; empty when nothing was. */
export function knownDamage(folder: string): readonly string[] {
  return damages.get(folder) ?? [];
}

/** Forget a version that was removed. */
export function forgetDamage(folder: string): void {
  comparisons.delete(folder);
  damages.delete(folder);
}

/** @returns StorageCorrupt when a failure of the engine is explained by damaged files of the version; otherwise the failure */
export async function causeOfFailure(folder: string, failure: unknown): Promise<unknown> {
  const sentences = await compareFiles(folder).catch(() => []);
  return sentences.length === 0 ? failure : new StorageCorrupt(folder, sentences.join('; '), { cause: failure });
}
