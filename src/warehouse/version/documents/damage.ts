// Looks for damage in the documents of a version.
import fs from 'node:fs';
import path from 'node:path';
import { openDocuments } from './documents-file.ts';
import { DamagedDocuments } from './format.ts';
import { decodeOrder } from './order.ts';

/** Compare every block with its checksum. @param folder with the files of the collections. @returns what is wrong, for each file */
export async function findDamage(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    try {
      if (name.endsWith('.docs')) await readAll(path.join(folder, name), name);
      if (name.endsWith('.order')) decodeOrder(name, await fs.promises.readFile(path.join(folder, name)));
    } catch (error) {
      if (!(error instanceof DamagedDocuments)) throw error;
      found.push(error.message);
    }
  }
  return found;
}

/** @throws DamagedDocuments for the first damaged block */
async function readAll(file: string, name: string): Promise<void> {
  const documents = await openDocuments(file, name);
  try {
    for (let block = 0; block < documents.index.offsets.length; block += 1) {
      const blocks = { first: block, last: block };
      await documents.readPacked(blocks, Buffer.allocUnsafe(documents.packedBytes(blocks)));
    }
  } finally {
    documents.close();
  }
}
