// The files of the built console: what `scripts/build-console.ts` wrote, read once and kept. So a process serves the files of one build,
// even when another build replaces them.
import fs from 'node:fs';
import path from 'node:path';

export interface ConsoleFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The same content for clients that accept the encoding; absent when compressing does not pay. */
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

export interface ConsoleFiles {
  /** A file by its path from the folder, with forward slashes; undefined when there is none. */
  file(name: string): ConsoleFile | undefined;
}

/** Where the build writes, from the root of the program. */
export const consoleFolder = path.join(import.meta.dirname, '../../../.console');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** @returns a function that gives the files once they are there; until then it looks again at each call */
export function createConsoleFiles(folder: string): () => ConsoleFiles | undefined {
  let files: ConsoleFiles | undefined;
  return () => {
    files ??= readFiles(folder);
    return files;
  };
}

function readFiles(folder: string): ConsoleFiles | undefined {
  if (!fs.existsSync(path.join(folder, 'index.html'))) return undefined;
  const found = new Map<string, ConsoleFile>();
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const br = readIfThere(`${file}.br`);
    const gzip = readIfThere(`${file}.gz`);
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    found.set(name, { type, bytes: fs.readFileSync(file), ...(br && { br }), ...(gzip && { gzip }) });
  }
  return { file: name => found.get(name) };
}

function readIfThere(file: string): Buffer | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file) : undefined;
}
