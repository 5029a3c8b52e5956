// Where finished files are kept: landed parts, published versions, export files. A folder (folder-storage.ts) or an
// S3-compatible bucket (bucket-storage.ts); both keep the same promises.
import type { Readable } from 'node:stream';
import { OperatorError } from '../errors.ts';

/** What a file has to be. `sha256` is in hexadecimal. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
}

/** A local path that stays until it is released; releasing twice is releasing once. */
export interface Borrowed extends Disposable {
  readonly path: string;
  release(): void;
}

/**
 * Keys are like paths: tenants/acme/versions/00000012, tenants/acme/exports/<id>/export.csv. A part of a key is not empty
 * and does not begin with a dot: names that do are the storage's own. What lies inside a kept folder has no key.
 *
 * Every method that takes a key throws a StorageFault when the storage cannot be used and waiting does not help, or did not.
 */
export interface Storage {
  /** The path of `key` where what is kept lies on this machine's file system; undefined where it does not. */
  place(key: string): string | undefined;
  /**
   * Take a finished local file over; the local one is gone afterwards. When this resolves, the file is durable and whole;
   * before, nobody sees it. What was kept under the key is replaced.
   */
  keepFile(key: string, file: string, signal?: AbortSignal): Promise<FileFacts>;
  /**
   * The same for a folder with everything below it: visible as a whole or not at all.
   * @throws StorageConflict when a folder is kept under the key already
   */
  keepFolder(key: string, folder: string, signal?: AbortSignal): Promise<void>;
  /**
   * A local path with the content; nobody may write there. Many borrowers share one copy, and concurrent borrows one download.
   * @param expected what the file has to be, as keepFile() said
   * @throws StorageMissing, StorageCorrupt
   */
  borrowFile(key: string, expected?: FileFacts): Promise<Borrowed>;
  borrowFolder(key: string): Promise<Borrowed>;
  /**
   * Bytes of a kept file, for sending on without a local copy. Of a whole file that is damaged the last bytes do not come,
   * but a StorageCorrupt; a range is not compared with anything.
   * @param range inclusive; an end behind the file's is the file's
   * @throws StorageMissing
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Names directly below a prefix, files and folders, sorted. A prefix is a key, or '' for everything. */
  list(prefix: string): Promise<string[]>;
  /** Remove a file, or a folder with everything below; nothing there is no error. What is borrowed stays until released. */
  remove(key: string): Promise<void>;
  /** Remove what a writer that died left behind, once it has not grown for `olderThanMs` (a day). @returns how many things */
  sweepUnfinished(olderThanMs?: number): Promise<number>;
  /** Does it answer? Writes, reads, lists and removes a small thing. @throws StorageFault saying what is wrong and what would be right */
  check(signal?: AbortSignal): Promise<void>;
  /** Which one it is, for messages: "the folder /srv/rolecall". */
  readonly title: string;
  /** What tells this storage from others (identifiedStorage.ts); undefined when nobody has set it. */
  mark(): Promise<string | undefined>;
  setMark(mark: string): Promise<void>;
  /** What local copies of kept things take; a storage that is local has none. */
  cachedBytes?(): number;
  /** Ends what is under way. */
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

/** What is kept under the key is not what was put there. */
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

/** A folder is kept under the key already, and a kept folder never changes. */
export class StorageConflict extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`a folder is kept under ${key} already`, options);
    this.name = 'StorageConflict';
    this.key = key;
  }
}

/** The storage cannot be used. The message says what is wrong and what to check, and holds no secret. */
export class StorageFault extends OperatorError {
  /** True when it may go away by itself: no answer, an overloaded server. False when somebody has to correct something. */
  readonly passing: boolean;

  constructor(message: string, options: ErrorOptions & { passing: boolean }) {
    super(message, options);
    this.name = 'StorageFault';
    this.passing = options.passing;
  }
}

/** Where a storage carries its mark: beside everything that is kept, so that whoever copies that copies the mark. */
export const identityFile = 'tenants/.storage';

export const dayMs = 24 * 60 * 60 * 1000;

/** @throws Error when `key` is none: a fault of the program, not of a user */
export function checkKey(key: string): void {
  const bad = key.split('/').find(part => part === '' || part.startsWith('.') || /[\\\0]/.test(part));
  if (bad !== undefined) throw new Error(`${JSON.stringify(key)} is no key: ${JSON.stringify(bad)} is no part of one`);
}
