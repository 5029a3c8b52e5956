// An opened collection: its files, its inventory, and the objects of its files one by one.
import type { ConnectorContext, Rejection } from '../../src/connector/contract.ts';
import { type FileSet, openFileSet, refuseImport } from '../../src/connector/files/file-set.ts';
import { expectOneVersion, objectsOfFile } from './collection.ts';
import { type Inventory, identifierAt, isRemains, takeInventory } from './inventory.ts';
import type { Kind } from './kinds.ts';
import type { SharphoundSettings } from './settings.ts';

export interface SharphoundClient {
  readonly files: FileSet;
  readonly inventory: Inventory;
}

export async function openCollection(
  { path, file_megabytes }: SharphoundSettings,
  { baseFolder, signal }: ConnectorContext,
): Promise<SharphoundClient> {
  const options = { setting: 'path', baseFolder, endings: ['.json'], fileMegabytes: file_megabytes, signal };
  const files = await openFileSet(path, options);
  try {
    const inventory = await takeInventory(files.files);
    expectOneVersion(inventory.files);
    return { files, inventory };
  } catch (error) {
    await files.close();
    throw error;
  }
}

export interface DirectoryObject {
  readonly id: string;
  readonly kind: Kind;
  /** File and number, for messages. */
  readonly place: string;
  readonly value: unknown;
  /** An object can occur several times; one of them describes it. What each of them says of others counts. */
  readonly isDescription: boolean;
}

/** The objects of some kinds, and what cannot be one. */
export async function* directoryObjectsOf(
  { inventory }: SharphoundClient,
  kinds?: ReadonlySet<Kind>,
): AsyncGenerator<DirectoryObject | { readonly rejection: Rejection }> {
  let first = 0;
  for (const { file, kind, objects } of inventory.files) {
    let number = first;
    first += objects;
    if (kinds && !kinds.has(kind)) continue;
    for await (const { place, value } of objectsOfFile(file)) {
      const at = number++;
      const id = identifierAt(value, 'ObjectIdentifier');
      if (id === undefined) yield { rejection: { place, reasons: ['has no ObjectIdentifier'] } };
      else if (!isRemains(value)) {
        const known = inventory.objects.get(id);
        if (!known) refuseImport(place, 'was changed while it was read', 'sync again when the collection is complete');
        yield { id, kind: known.kind, place, value, isDescription: known.place === at };
      }
    }
  }
}

/** Whether somebody who holds or is given something is an account or a group; undefined: neither. */
export function entityTypeOf({ objects, references }: Inventory, id: string): 'Account' | 'UserGroup' | undefined {
  const kind = objects.get(id)?.kind;
  if (kind === 'users' || kind === 'computers') return 'Account';
  if (kind === 'groups') return 'UserGroup';
  const reference = references.get(id);
  if (kind !== undefined || reference === undefined) return undefined;
  return reference === 'user' || reference === 'computer' ? 'Account' : 'UserGroup';
}
