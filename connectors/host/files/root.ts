// The only access to the file system. Every path is resolved below the root like after chroot(2): absolute links and `..` stay
// inside, so a link in a mounted image never leads to files of the machine that reads it.
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import type { Trouble } from '../findings.ts';
import { maxFolderEntries, maxSymbolicLinks } from '../limits.ts';

/** Real path of the folder that is the machine's `/`, without a trailing slash (so '' for the running machine). */
export type Root = string & { readonly root: unique symbol };

export type Resolved = { readonly path: string; readonly kind: 'file' | 'folder' | 'other' } | Trouble | undefined;
/** Who may change a file or folder. */
export interface FilePermissions {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}
export type FileReading<Content> = { readonly content: Content; readonly path: string } | Trouble | undefined;

/** @param realPath Absolute path with every link resolved. */
export function rootAt(realPath: string): Root {
  return (realPath === '/' ? '' : realPath) as Root;
}

export function isTrouble(reading: object | undefined): reading is Trouble {
  return reading !== undefined && 'reason' in reading;
}

const absent = new Set(['ENOENT', 'ENOTDIR']);

function troubleOf(error: unknown, subject: string): Trouble | undefined {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (absent.has(code)) return undefined;
  if (code === 'ENAMETOOLONG') {
    const message = 'The path is too long (ENAMETOOLONG)';
    return { reason: 'failed', subject: brief(subject), message, ...(isTooLong(subject) && { nothingThere: true }) };
  }
  // Programs of the machine see the path up to the NUL, and so another file.
  if (code === 'ERR_INVALID_ARG_VALUE') return { reason: 'failed', subject, message: 'The path holds a NUL character' };
  if (code === 'EACCES' || code === 'EPERM') {
    return { reason: 'forbidden', subject, message: `Permission denied (${code})` };
  }
  return { reason: 'failed', subject, message: code ? `Reading failed (${code})` : String(error) };
}

/** Whether the machine itself refuses the path (Linux: NAME_MAX and PATH_MAX). Below a root folder, paths are longer than there. */
function isTooLong(path: string): boolean {
  const bytes = Buffer.from(path);
  return bytes.length >= 4096 || path.split('/').some(name => Buffer.byteLength(name) > 255);
}

const brief = (path: string) => (path.length > 200 ? `${path.slice(0, 199)}…` : path);

/** Who may change the file or folder at a resolved path; undefined when it does not exist any more. */
export async function permissionsOf(root: Root, resolvedPath: string): Promise<FilePermissions | undefined> {
  try {
    const { uid, gid, mode } = await lstat(`${root}${resolvedPath}`);
    return { uid, gid, mode };
  } catch {
    return undefined;
  }
}

/** Device and inode of the file at a resolved path; undefined when it does not exist any more. */
export async function fileIdentity(root: Root, resolvedPath: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await lstat(`${root}${resolvedPath}`, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** The real path of a path of the machine, below its root and with links followed; undefined when it does not exist. */
export async function resolve(root: Root, path: string): Promise<Resolved> {
  let inside: string[] = [];
  let pending = path.split('/');
  let links = 0;
  let kind: 'file' | 'folder' | 'other' = 'folder';
  while (pending.length > 0) {
    const [name, ...rest] = pending as [string, ...string[]];
    pending = rest;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      inside.pop();
      kind = 'folder';
      continue;
    }
    const candidate = [...inside, name];
    const real = `${root}/${candidate.join('/')}`;
    try {
      const found = await lstat(real);
      if (!found.isSymbolicLink()) {
        inside = candidate;
        kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
        continue;
      }
      if (++links > maxSymbolicLinks) {
        const message = 'Symbolic links lead in a circle (ELOOP)';
        return { reason: 'failed', subject: path, message, nothingThere: true };
      }
      const target = await readlink(real);
      if (target.startsWith('/')) inside = [];
      pending = [...target.split('/'), ...pending];
    } catch (error) {
      return troubleOf(error, path);
    }
  }
  return { path: `/${inside.join('/')}`, kind };
}

/**
 * Open a regular file below the root. Devices, FIFOs and sockets are refused without being touched.
 * @returns the handle, which the caller closes; undefined when there is no such file.
 */
export async function openFile(root: Root, path: string): Promise<FileReading<FileHandle>> {
  const found = await resolve(root, path);
  if (!found || isTrouble(found)) return found;
  if (found.kind !== 'file') return notRegular(path);
  const real = `${root}${found.path}`;
  let handle: FileHandle;
  try {
    // O_NONBLOCK: the read must not hang when the file was replaced by a FIFO since the check above.
    handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    return troubleOf(error, path);
  }
  const problem = await changedUnderneath(handle, root, real, path);
  if (!problem) return { content: handle, path: found.path };
  await handle.close();
  return problem;
}

/** A parent folder may have become a link between the check and the opening. The kernel knows which file was really opened. */
async function changedUnderneath(handle: FileHandle, root: Root, real: string, path: string) {
  if (!(await handle.stat()).isFile()) return notRegular(path);
  if (root === '') return undefined;
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => real);
  if (opened === real) return undefined;
  return { reason: 'failed', subject: path, message: 'The path changed while it was being opened' } as const;
}

function notRegular(subject: string): Trouble {
  const message = 'Not a regular file (a folder, device, FIFO or socket)';
  return { reason: 'failed', subject, message, nothingThere: true };
}

/** Read a whole regular file of at most `maxBytes`; undefined when there is no such file. */
export async function readFile(root: Root, path: string, maxBytes: number): Promise<FileReading<Buffer>> {
  const file = await openFile(root, path);
  if (!file || isTrouble(file)) return file;
  const handle = file.content;
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(256 * 1024, maxBytes + 1 - size)));
      if (bytesRead === 0) return { content: Buffer.concat(chunks, size), path: file.path };
      chunks.push(buffer.subarray(0, bytesRead));
      size += bytesRead;
      if (size > maxBytes) {
        return { reason: 'failed', subject: path, message: `Larger than the limit of ${maxBytes} bytes` };
      }
    }
  } catch (error) {
    return troubleOf(error, path) ?? { reason: 'failed', subject: path, message: 'The file vanished while being read' };
  } finally {
    await handle.close();
  }
}

/** Names in a folder below the root, sorted by code point; undefined when nothing has the path. */
export async function listFolder(root: Root, path: string): Promise<FileReading<string[]>> {
  const found = await resolve(root, path);
  if (!found || isTrouble(found)) return found;
  if (found.kind !== 'folder') {
    return { reason: 'failed', subject: path, message: 'Not a folder', nothingThere: true };
  }
  try {
    const names = await readdir(`${root}${found.path}`);
    if (names.length > maxFolderEntries) {
      return { reason: 'failed', subject: path, message: `More than ${maxFolderEntries} entries` };
    }
    return { content: names.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)), path: found.path };
  } catch (error) {
    return troubleOf(error, path);
  }
}
