// What this process knows of damaged files of versions. The files of a version never change, so whatever differs from the manifest is
// damage. Documents have checksums, which every read compares; the engine's files have none.
import { StorageCorrupt } from '../../storage/storage.ts';
import { damagedFiles } from './files.ts';
import { readManifest } from './manifest.ts';

interface Comparison {
  readonly at: number;
  readonly sentences: Promise<readonly string[]>;
}

/** Files are compared again only after this time. */
const validForMs = 60_000;

/** Folder of a version → the last comparison of its files. */
const comparisons = new Map<string, Comparison>();
/** Folder of a version → a sentence about each damaged file, from the last comparison that has ended. */
const damages = new Map<string, readonly string[]>();

/** A sentence about each file of a version that differs from the manifest. Reads all of them. @throws StorageCorrupt */
export function compareFiles(folder: string): Promise<readonly string[]> {
  const last = comparisons.get(folder);
  if (last && Date.now() - last.at < validForMs) return last.sentences;
  const sentences = (async () => damagedFiles(folder, readManifest(folder).files ?? {}))();
  comparisons.set(folder, { at: Date.now(), sentences });
  sentences.then(
    all => (all.length > 0 ? damages.set(folder, all) : damages.delete(folder)),
    () => comparisons.delete(folder),
  );
  return sentences;
}

/** What {@link compareFiles} found last; empty when nothing. After some time the files are compared again: a person may have repaired them. */
export function knownDamage(folder: string): readonly string[] {
  const sentences = damages.get(folder);
  if (sentences) compareFiles(folder).catch(() => {});
  return sentences ?? [];
}

/** Forget what is known of a version: it was removed, or repaired. */
export function forgetDamage(folder: string): void {
  comparisons.delete(folder);
  damages.delete(folder);
}

/** @returns StorageCorrupt when a failure of the engine is explained by damaged files of the version; otherwise the failure */
export async function causeOfFailure(folder: string, failure: unknown): Promise<unknown> {
  const sentences = await compareFiles(folder).catch(() => []);
  return sentences.length === 0 ? failure : new StorageCorrupt(folder, sentences.join('; '), { cause: failure });
}
