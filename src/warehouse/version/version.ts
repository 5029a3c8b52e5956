// A published version, opened for reading. Lists and gets are slices of files: no database, no parsing, no rendering.
import { collections } from '../../resources/registry.ts';
import { codeOf } from '../../storage/local-files.ts';
import { StorageCorrupt } from '../../storage/storage.ts';
import { type OpenCollections, openCollections } from './documents/collection.ts';
import { checkSizes } from './files.ts';
import { openFormerCollections } from './former/former-collections.ts';
import { type FormerCollection, formerFolder } from './former/layout.ts';
import { type Collections, collectionName, collectionsFolder } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type VisibleCollection, visibleCollection, visibleInstances } from './visible-collection.ts';
import type { VisibleObjects } from './visible-documents.ts';

export interface Version {
  readonly number: number;
  readonly folder: string;
  readonly manifest: Manifest;
  /** A collection by its name, for example `roles`. */
  collection(name: string): VisibleCollection;
  /** Keep the files open until the returned function is called, even when the version is closed before that. */
  hold(): () => void;
  /** Release the files, after running reads and holders have finished. */
  close(): void;
}

/**
 * Open all of a version in advance: for a million rows, reading the ids alone would take longer than a request may take.
 * @param released called when nothing needs the files any more
 * @throws StorageCorrupt when files are damaged or missing
 */
export async function openVersion(folder: string, released: () => void = () => {}): Promise<Version> {
  const { manifest, opened } = await openFiles(folder).catch(error => {
    if (error instanceof StorageCorrupt || isShortOfFiles(error)) throw error;
    // A damaged file can make its reader fail in any way.
    throw new StorageCorrupt(folder, `it cannot be opened: ${(error as Error).message}`, { cause: error });
  });
  const readerOf = (name: string) => {
    const reader = opened.byName.get(name);
    if (!reader) throw new Error(`version ${manifest.version} has no collection ${name}`);
    return reader;
  };
  const objects: VisibleObjects = {
    has: (name, globalId, visible) => readerOf(name).has(globalId, visibleInstances(typeOf.get(name)!, visible)),
  };
  let holders = 1;
  const letGo = () => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      holders -= 1;
      if (holders > 0) return;
      opened.close();
      released();
    };
  };
  return {
    number: manifest.version,
    folder,
    manifest,
    collection: name => visibleCollection(readerOf(name), typeOf.get(name)!, objects),
    hold() {
      holders += 1;
      return letGo();
    },
    close: letGo(),
  };
}

/** Collection → the type of its objects. */
const typeOf = new Map(collections.map(served => [collectionName(served), served.resource.type]));

async function openFiles(folder: string) {
  const manifest = readManifest(folder);
  if (manifest.files) checkSizes(folder, manifest.files);
  return { manifest, opened: await openKnown(folder, manifest) };
}

/** Whether the process or the machine cannot open more files at the moment. */
const isShortOfFiles = (error: unknown): boolean => ['EMFILE', 'ENFILE', 'ENOMEM'].includes(codeOf(error) ?? '');

/** Open the collections that this release knows. */
function openKnown(folder: string, manifest: Manifest): Promise<OpenCollections> {
  const known = new Set(collections.map(collectionName));
  const layouts = Object.entries(manifest.collections).filter(([name]) => known.has(name));
  if (layouts.some(([, layout]) => 'parts' in layout)) {
    const former = Object.fromEntries(layouts) as Record<string, FormerCollection>;
    return openFormerCollections(formerFolder(folder), former);
  }
  return openCollections(collectionsFolder(folder), Object.fromEntries(layouts) as Collections);
}
