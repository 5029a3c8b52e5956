// What an import reads: a file, the files of a folder, or those of an archive (ZIP). Nothing outside of it is ever opened, and
// nothing is unpacked to the disk.
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { SourceError } from '../contract.ts';
import { ArchiveFault, archiveEntries, entryContent, type ReadBytes } from './zip-archive.ts';

export interface ImportFile {
  /** For messages: the name in the folder or archive. */
  readonly name: string;
  /** From its beginning, each time. @throws SourceError that names the file */
  read(): AsyncIterable<Buffer>;
}

export interface FileSet {
  /** In the order of their names. */
  readonly files: readonly ImportFile[];
  close(): Promise<void>;
}

export interface FileSetOptions {
  /** Of the setting, for messages. */
  readonly setting: string;
  /** A relative path starts here. */
  readonly baseFolder: string;
  /** Ending of names, such as `.json`, in lower case: files with other names are left out. */
  readonly endings: readonly string[];
  /** The most megabytes that one file has when it is unpacked. */
  readonly fileMegabytes: number;
  readonly signal: AbortSignal;
}

const mostFiles = 10_000;
const megabyte = 1024 * 1024;
const chunkBytes = 256 * 1024;

/** @throws SourceError when there is nothing to read, with the remedy */
export async function openFileSet(path: string, options: FileSetOptions): Promise<FileSet> {
  const { setting, baseFolder, endings } = options;
  const root = await realpath(isAbsolute(path) ? path : join(baseFolder, path)).catch(error =>
    refuseImport(
      setting,
      `${path} ${unreadableFile(error)}`,
      'name a file or folder that exists and that the service may read',
    ),
  );
  const facts = await stat(root);
  if (facts.isDirectory()) return { files: await filesOfFolder(root, options), close: async () => {} };
  if (!facts.isFile()) return refuseImport(setting, `${path} is no regular file`, 'name a file or a folder');
  if (await isArchive(root)) return openArchive(root, facts.size, options);
  const name = basename(root);
  if (!endings.some(ending => name.toLowerCase().endsWith(ending)))
    refuseImport(
      setting,
      `${path} ends with none of ${endings.join(', ')}`,
      'name a file of this kind, a folder or a ZIP archive',
    );
  return { files: [fileOnDisk(root, name, options)], close: async () => {} };
}

async function filesOfFolder(root: string, options: FileSetOptions): Promise<ImportFile[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(error =>
    refuseImport(options.setting, `${root} ${unreadableFile(error)}`, 'let the service read the folder'),
  );
  const names = entries.filter(entry => entry.isFile()).map(entry => entry.name);
  const wanted = wantedNames(names, options);
  if (wanted.length === 0)
    refuseImport(
      options.setting,
      `${root} holds no file that ends with ${options.endings.join(' or ')}`,
      'put the files there',
    );
  return wanted.map(name => fileOnDisk(join(root, name), name, options));
}

function wantedNames(names: readonly string[], { endings, setting }: FileSetOptions): string[] {
  const wanted = names.filter(
    name => !basename(name).startsWith('.') && endings.some(ending => name.toLowerCase().endsWith(ending)),
  );
  if (wanted.length > mostFiles)
    refuseImport(
      setting,
      `there are ${wanted.length} files, and the limit is ${mostFiles}`,
      'name a folder with fewer files',
    );
  return wanted.toSorted((one, other) => (one < other ? -1 : 1));
}

function fileOnDisk(path: string, name: string, { signal, fileMegabytes }: FileSetOptions): ImportFile {
  return {
    name,
    async *read() {
      let length = 0;
      try {
        for await (const chunk of createReadStream(path, {
          highWaterMark: chunkBytes,
          signal,
        }) as AsyncIterable<Buffer>) {
          length += chunk.length;
          if (length > fileMegabytes * megabyte) refuseImport(name, tooLarge(fileMegabytes), 'set more file_megabytes');
          yield chunk;
        }
      } catch (error) {
        if (signal.aborted || error instanceof SourceError) throw error;
        refuseImport(name, unreadableFile(error as Error), 'let the service read the file');
      }
    },
  };
}

const tooLarge = (megabytes: number) => `has more than ${megabytes} megabytes`;

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path).catch(error =>
    refuseImport(path, unreadableFile(error), 'let the service read the file'),
  );
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return (bytesRead === 4 && buffer.readUInt32BE(0) === 0x504b0304) || path.toLowerCase().endsWith('.zip');
  } finally {
    await file.close();
  }
}

async function openArchive(path: string, size: number, options: FileSetOptions): Promise<FileSet> {
  const { setting, fileMegabytes, signal } = options;
  const file = await open(path);
  const remedy = 'make or copy the archive again, or unpack it and name the folder';
  const read = readerOf(file, signal);
  try {
    const entries = await archiveEntries(read, size, mostFiles);
    const byName = new Map(entries.map(entry => [entry.name, entry]));
    const names = wantedNames([...byName.keys()], options);
    if (names.length === 0)
      refuseImport(
        path,
        `holds no file that ends with ${options.endings.join(' or ')}`,
        `set ${setting} to another archive`,
      );
    const files = names.map(name => ({
      name,
      async *read() {
        try {
          yield* entryContent(read, byName.get(name)!, fileMegabytes * megabyte);
        } catch (error) {
          if (!(error instanceof ArchiveFault)) throw error;
          refuseImport(
            `${basename(path)}: ${name}`,
            error.message,
            `${remedy}; if it is right, set more file_megabytes`,
          );
        }
      },
    }));
    return { files, close: () => file.close() };
  } catch (error) {
    await file.close();
    if (!(error instanceof ArchiveFault)) throw error;
    return refuseImport(path, error.message, remedy);
  }
}

const readerOf =
  (file: FileHandle, signal: AbortSignal): ReadBytes =>
  async (at, length) => {
    signal.throwIfAborted();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };

/** @throws SourceError, always */
export function refuseImport(place: string, message: string, fix: string): never {
  throw new SourceError([{ severity: 'error', place, message, fix }]);
}

function unreadableFile(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read: permission denied';
  return `cannot be read: ${code ?? error.message}`;
}
