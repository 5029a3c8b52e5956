// Reads which tables are published, and their newest metadata. It needs only what engines without a catalogue read, too.
import { text } from 'node:stream/consumers';
import { type Storage, StorageMissing } from '../../storage/storage.ts';
import type { TenantKeys } from '../keys.ts';
import { openTables } from './open-tables.ts';

/** Names of the published tables, in the order of the documentation; none before a version is published. */
export async function publishedTables(storage: Storage, keys: TenantKeys): Promise<string[]> {
  const there = new Set(await storage.list(keys.openTables));
  return openTables.map(({ name }) => name).filter(name => there.has(name));
}

export interface TableMetadata {
  /** Where it lies, as a URI. */
  readonly location: string;
  /** JSON. */
  readonly text: string;
}

/** @param table any name @returns undefined when there is no such table */
export async function readTableMetadata(
  storage: Storage,
  keys: TenantKeys,
  table: string,
): Promise<TableMetadata | undefined> {
  if (!openTables.some(({ name }) => name === table)) return undefined;
  const folder = `${keys.openTables}/${table}/metadata`;
  try {
    const number = Number(await text(await storage.read(`${folder}/version-hint.text`)));
    const key = `${folder}/${metadataFileName(number)}`;
    return { location: `${storage.location}/${key}`, text: await text(await storage.read(key)) };
  } catch (error) {
    if (error instanceof StorageMissing) return undefined;
    throw error;
  }
}

export const metadataFileName = (number: number) => `v${number}.metadata.json`;
