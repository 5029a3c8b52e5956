// Makes content for stored files, and lists the content of a folder for comparisons.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Pseudorandom bytes, the same for the same seed. */
export function content(bytes: number, seed = 1): Buffer {
  const block = Buffer.alloc(64 * 1024);
  for (let at = 0; at < block.length; at += 32) createHash('sha256').update(`${seed} ${at}`).digest().copy(block, at);
  const made = Buffer.alloc(bytes);
  for (let at = 0, turn = 0; at < bytes; at += block.length, turn += 1) {
    block.writeUInt32LE(turn, 0);
    block.copy(made, at);
  }
  return made;
}

export function factsOf(bytes: Buffer): { bytes: number; sha256: string } {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Write a file, with the folders above it, and return its path. */
export function write(folder: string, name: string, bytes: Buffer | string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

/** A folder like a version: some files, one of them larger than a part of an upload, a subfolder, and an empty folder. */
export function writeVersion(folder: string, { largeBytes = 20 * 1024 * 1024, seed = 1 } = {}): string {
  write(folder, 'warehouse.duckdb', content(largeBytes, seed));
  write(folder, 'manifest.json', `{"seed":${seed}}`);
  write(folder, 'empty', '');
  for (let i = 0; i < 12; i += 1) write(folder, `serve/part-${i}.json`, partOfVersion(i, seed));
  mkdirSync(path.join(folder, 'nothing'), { recursive: true });
  return folder;
}

/** The content of serve/part-<number>.json of such a folder. */
export function partOfVersion(number: number, seed = 1): Buffer {
  return content(1000 * number + 1, seed + number);
}

/** Path → size and sha256 of each file. */
export function filesIn(folder: string): Record<string, { bytes: number; sha256: string }> {
  const names = Object.keys(treeOf(folder)).filter(name => !name.endsWith('/'));
  return Object.fromEntries(names.map(name => [name, factsOf(readFileSync(path.join(folder, name)))]));
}

/** Path → sha256 of each file; folders end with a slash. */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const there = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, there);
    if (entry.isDirectory()) tree[`${name}/`] = '';
    else tree[name] = createHash('sha256').update(readFileSync(there)).digest('hex');
  }
  return tree;
}
