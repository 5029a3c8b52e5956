// Keeps finished files: landed parts, published versions, export files. It is a folder (folder-storage.ts) or an
// S3-compatible bucket (bucket-storage.ts), with the same guarantees.
//
// Stored files are durable, complete and never changed. The manifest of a version names each file with size and SHA-256. A file that equals
// one of the version in service is stored once: in a folder and in the cache as a hard link (shared-files.ts), in a bucket as one object for
// all versions of a tenant, named by its content. A file that does not have its SHA-256 is never linked. Downloads from a bucket run in a
// thread of their own.
import type { Readable } from 'node:stream';
import { OperatorError } from '../errors.ts';

/** Size and hash of a file. `sha256` is in hexadecimal. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
}

/** Path of a file in a folder, with forward slashes → its size and hash. */
export type FolderFacts = Readonly<Record<string, FileFacts>>;

/** What is known about a folder that is stored, so that no file is read, stored or uploaded twice. */
export interface Sharing {
  /** Its files. Files that are not listed are read. */
  readonly files: FolderFacts;
  /**
   * A stored folder under the same parent key, and its files: equal files are stored once. Nobody may remove it before the new
   * folder is in use or given up.
   */
  readonly previous?: { readonly key: string; readonly files: FolderFacts } | undefined;
}

/** A local path that stays valid until it is released. Releasing it twice has no further effect. */
export interface Borrowed extends Disposable {
  readonly path: string;
  release(): void;
}

/**
 * Keys are like paths, for example tenants/acme/landed; src/warehouse/keys.ts has them all. A part of a key must not be empty or
 * begin with a dot: such names belong to the storage itself. Files inside a kept folder have no key.
 *
 * Every method that takes a key throws a StorageFault when the storage cannot be used. Where a retry can help, it is made first.
 */
export interface Storage {
  /** The path of `key` in this machine's file system; undefined for a bucket. */
  place(key: string): string | undefined;
  /**
   * Move a finished local file into the storage. When this resolves, the file is durable and complete; before that, it is not
   * visible. A file that was kept under the key is replaced.
   */
  keepFile(key: string, file: string, signal?: AbortSignal): Promise<FileFacts>;
  /**
   * The same for a folder with everything below it. It becomes visible as a whole or not at all. Folders share equal files, so
   * nobody may write into a stored file.
   * @throws StorageConflict when a folder is kept under the key already
   */
  keepFolder(key: string, folder: string, signal?: AbortSignal, sharing?: Sharing): Promise<void>;
  /**
   * Keep small files, by their keys. When this resolves, all of them are durable. Each becomes visible as a whole, in any order, so a
   * failure may leave some of them.
   */
  keepContents(contents: ReadonlyMap<string, Buffer | string>): Promise<void>;
  /**
   * A local, read-only path with the content. Borrowers share one copy, and concurrent calls share one download.
   * @param expected the size and hash that keepFile() returned
   * @throws StorageMissing, StorageCorrupt
   */
  borrowFile(key: string, expected?: FileFacts): Promise<Borrowed>;
  /** @param only the files that are needed, by their paths; default: all */
  borrowFolder(key: string, only?: readonly string[]): Promise<Borrowed>;
  /**
   * The bytes of a kept file, streamed without a local copy. A bucket verifies a whole file: when it is damaged, the stream fails
   * with StorageCorrupt before the last bytes. A range is not verified.
   * @param range inclusive; an end beyond the end of the file means the end of the file
   * @throws StorageMissing
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /**
   * Give files of a kept folder to programs outside. In a folder each gets a hard link under another key, which lasts after the kept
   * folder was removed; where the file system has no such links, it is the file itself. A bucket has one object for equal files of all
   * kept folders, which lasts as long as one of these folders has it.
   * @param files path of each file in the kept folder → the key of its link
   * @returns path of each file → its path below {@link Storage.location}
   * @throws StorageMissing
   */
  expose(key: string, files: ReadonlyMap<string, string>): Promise<Map<string, string>>;
  /** Where programs outside find the stored files: a URI without a slash at its end. */
  readonly location: string;
  /** Names of the files and folders directly below a prefix, sorted. A prefix is a key, or '' for everything. */
  list(prefix: string): Promise<string[]>;
  /** Remove a file, or a folder with everything below it; a missing one is no error. Cached copies stay until released. */
  remove(key: string): Promise<void>;
  /** Remove what crashed writers left, once unchanged for `olderThanMs` (default: a day). @returns how many items */
  sweepUnfinished(olderThanMs?: number): Promise<number>;
  /** Test the storage: write, read, list and remove a small file. @throws StorageFault that names the problem and the remedy */
  check(signal?: AbortSignal): Promise<void>;
  /** Names the storage in messages: "the folder /srv/rolecall". */
  readonly title: string;
  /** The identity of this storage (identified-storage.ts); undefined when it was never set. */
  identity(): Promise<string | undefined>;
  setIdentity(identity: string): Promise<void>;
  /** Bytes of the local copies; missing for a local storage, which makes none. */
  cachedBytes?(): number;
  /** Abort running work. */
  close(): Promise<void>;
}

/** Nothing is kept under the key. */
export class StorageMissing extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`nothing is kept under ${key}`, options);
    this.name = 'StorageMissing';
    this.key = key;
  }
}

/** The content kept under the key differs from what was written. */
export class StorageCorrupt extends Error {
  readonly key: string;
  readonly what: string;

  constructor(key: string, what: string, options?: ErrorOptions) {
    super(`${key} is damaged: ${what}`, options);
    this.name = 'StorageCorrupt';
    this.key = key;
    this.what = what;
  }
}

/** A folder is kept under the key already. A kept folder never changes. */
export class StorageConflict extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`a folder is kept under ${key} already`, options);
    this.name = 'StorageConflict';
    this.key = key;
  }
}

/** The storage cannot be used. The message says what is wrong and what to check, and contains no secret. */
export class StorageFault extends OperatorError {
  /** True when the fault may go away by itself (no response, an overloaded server). False when the operator has to correct it. */
  readonly transient: boolean;

  constructor(message: string, options: ErrorOptions & { transient: boolean }) {
    super(message, options);
    this.name = 'StorageFault';
    this.transient = options.transient;
  }
}

/** The file with the storage's identity. It lies beside the kept files, so that it is copied with them. */
export const identityFile = 'tenants/.storage';

export const dayMs = 24 * 60 * 60 * 1000;

/** @throws Error when `key` is not valid, which is a bug of the program, not a user's error */
export function checkKey(key: string): void {
  const bad = key.split('/').find(part => part === '' || part.startsWith('.') || /[\\\0]/.test(part));
  if (bad !== undefined)
    throw new Error(`${JSON.stringify(key)} is not a valid key: the part ${JSON.stringify(bad)} is not allowed`);
}
