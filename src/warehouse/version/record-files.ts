// Record files: the rows of a table of the graph of access as records of one length, sorted by their first columns. A lookup of a key reads
// a few pages, which takes microseconds; a statement takes a millisecond for each table and file.
//
// A record file lies beside the Parquet file of a part, has its rows, and is taken over with it. Numbers lie with their most significant byte
// first, so records are sorted as their bytes are. In a part with the rows of several application instances, a record ends with the id of its
// instance. After the records comes the first word of each page of records, which a reader keeps, and then the number of records.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { DuckDBDataChunk, DuckDBUUIDValue, DuckDBValue } from '@duckdb/node-api';
import { identifier } from '../duckdb.ts';
import type { TablePart } from './table-parts.ts';

/** A value of a record. Ids are texts. */
type RecordValue = string | number | boolean | null;

/** Column → its type, and SQL for it where it is no column of the table. */
type RecordColumns = Readonly<Record<string, { readonly type: keyof typeof recordTypes; readonly sql?: string }>>;

interface RecordTableForm {
  /** The table that has the rows. */
  readonly of:
    | 'access_nodes'
    | 'access_memberships'
    | 'access_nesting'
    | 'access_grants'
    | 'access_containments'
    | 'access_places';
  /** In the order of the records. */
  readonly columns: RecordColumns;
}

/** How the values of a type lie in a record. */
interface RecordType {
  readonly bytes: number;
  read(buffer: Buffer, offset: number, texts: TextReader): RecordValue;
  /** @param value as DuckDB gives it */
  write(view: DataView, offset: number, value: DuckDBValue, texts: TextWriter): void;
}

/** Reads a text of the file beside a record file. */
type TextReader = (start: number, bytes: number) => string;

/** Where a text lies in that file. */
type TextWriter = (text: string) => { readonly start: number; readonly bytes: number };

/** Stands for an id that is absent. */
const noId = '0'.repeat(32);
/** Stands for a text that is absent. */
const noText = 2 ** 32 - 1;

const recordTypes = {
  UUID: {
    bytes: 16,
    read: (buffer, offset) => uuidOfDigits(buffer.toString('hex', offset, offset + 16)),
    write(view, offset, value) {
      const bits = value === null ? 0n : (value as DuckDBUUIDValue).toUint128();
      view.setBigUint64(offset, bits >> 64n);
      view.setBigUint64(offset + 8, BigInt.asUintN(64, bits));
    },
  },
  INTEGER: {
    bytes: 4,
    read: (buffer, offset) => buffer.readUInt32BE(offset),
    write: (view, offset, value) => view.setUint32(offset, value as number),
  },
  USMALLINT: {
    bytes: 2,
    read: (buffer, offset) => buffer.readUInt16BE(offset),
    write: (view, offset, value) => view.setUint16(offset, value as number),
  },
  BOOLEAN: {
    bytes: 1,
    read: (buffer, offset) => buffer.readUInt8(offset) === 1,
    write: (view, offset, value) => view.setUint8(offset, value === true ? 1 : 0),
  },
  VARCHAR: {
    bytes: 12,
    read(buffer, offset, texts) {
      const bytes = buffer.readUInt32BE(offset + 8);
      return bytes === noText ? null : texts(buffer.readDoubleBE(offset), bytes);
    },
    write(view, offset, value, texts) {
      const { start, bytes } = value === null ? { start: 0, bytes: noText } : texts(value as string);
      view.setFloat64(offset, start);
      view.setUint32(offset + 8, bytes);
    },
  },
} satisfies Record<string, RecordType>;

const uuidOfDigits = (digits: string) =>
  digits === noId ? null : digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const recordForms = {
  node_numbers: { of: 'access_nodes', columns: { id: { type: 'UUID' }, number: { type: 'INTEGER' } } },
  node_names: {
    of: 'access_nodes',
    columns: {
      number: { type: 'INTEGER' },
      objectId: { type: 'UUID', sql: 'coalesce(contents_of, id)' },
      objectType: { type: 'VARCHAR', sql: `CASE WHEN contents_of IS NULL THEN "type" ELSE 'ResourceInstance' END` },
      objectName: { type: 'VARCHAR', sql: '"name"' },
    },
  },
  memberships: {
    of: 'access_memberships',
    columns: { member: { type: 'INTEGER' }, container: { type: 'INTEGER' }, relation_id: { type: 'UUID' } },
  },
  nesting: { of: 'access_nesting', columns: { inside: { type: 'INTEGER' }, outside: { type: 'INTEGER' } } },
  grants: {
    of: 'access_grants',
    columns: {
      object: { type: 'INTEGER' },
      holder: { type: 'INTEGER' },
      permissions: { type: 'USMALLINT' },
      is_denial: { type: 'BOOLEAN' },
      assignment_id: { type: 'UUID' },
    },
  },
  containments: { of: 'access_containments', columns: { resource: { type: 'INTEGER' }, parent: { type: 'INTEGER' } } },
  places: { of: 'access_places', columns: { resource: { type: 'INTEGER' }, ancestor: { type: 'INTEGER' } } },
} as const satisfies Readonly<Record<string, RecordTableForm>>;

/** What record files have: nodes by their ids and by their numbers, and each kind of relationship. */
export type RecordTable = keyof typeof recordForms;

/** Each with the table that has its rows. */
export const recordTables = Object.entries(recordForms).map(([table, { of }]) => ({ table: table as RecordTable, of }));

interface RecordColumn {
  readonly name: string;
  readonly type: RecordType;
  readonly sql: string;
  readonly offset: number;
}

/** How the records of a file lie. */
interface RecordForm {
  readonly columns: readonly RecordColumn[];
  readonly bytes: number;
}

const instanceColumn: RecordColumns = { application_instance_id: { type: 'UUID' } };

/** @param withInstance whether the records say to which application instance they belong */
function formOf(table: RecordTable, withInstance: boolean): RecordForm {
  const own: RecordColumns = recordForms[table].columns;
  const columns: RecordColumn[] = [];
  let bytes = 0;
  for (const [name, { type: typeName, sql = identifier(name) }] of Object.entries({
    ...own,
    ...(withInstance && instanceColumn),
  })) {
    const type = recordTypes[typeName];
    columns.push({ name, type, sql, offset: bytes });
    bytes += type.bytes;
  }
  return { columns, bytes };
}

/** Whether the records of a part say to which application instance they belong. */
export const hasInstances = ({ applicationInstanceId }: TablePart) => applicationInstanceId === null;

/** The path of a record file of a part, relative as the paths of its other files. A file of another form has another name. */
export function recordFile(table: RecordTable, part: TablePart): string {
  const { columns } = formOf(table, hasInstances(part));
  const form = [pageRecords, columns.map(({ name, sql, type: { bytes } }) => [name, sql, bytes])];
  const digest = createHash('sha256').update(JSON.stringify(form)).digest('hex').slice(0, 8);
  return `${part.base.replace(/\.parquet$/, '')}.${table}.${digest}.records`;
}

/** The file with the texts of a record file, where its records have texts. */
const textsFile = (file: string) => `${file}.texts`;

/** A record file, and its texts: the files that are there. */
export const filesOfRecords = (file: string) => [file, textsFile(file)].filter(each => fs.existsSync(each));

/** Runs a query, and calls `take` with its rows, some thousand at a time. */
export type TakeChunks = (sql: string, take: (chunk: DuckDBDataChunk) => void) => Promise<void>;

/** Records that are read together. */
const pageRecords = 256;
/** Keys are compared by words. */
const wordBytes = 4;

/** Write a record file. @param rows where the rows come from, to be used after FROM */
export async function writeRecordFile(
  takeChunks: TakeChunks,
  file: string,
  rows: string,
  table: RecordTable,
  withInstance: boolean,
): Promise<void> {
  const form = formOf(table, withInstance);
  const selected = form.columns.map(({ name, sql }) => `${sql} AS ${identifier(name)}`);
  const order = form.columns.filter(({ type }) => type !== recordTypes.VARCHAR).map(({ name }) => identifier(name));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const texts = createTexts(form, file);
  const descriptor = fs.openSync(file, 'w');
  try {
    let count = 0;
    const words: number[] = [];
    await takeChunks(`SELECT ${selected.join(', ')} FROM ${rows} ORDER BY ${order.join(', ')}`, chunk => {
      const records = recordsOf(chunk, form, texts.add);
      const toNextPage = (pageRecords - (count % pageRecords)) % pageRecords;
      const rows = records.length / form.bytes;
      for (let row = toNextPage; row < rows; row += pageRecords) words.push(records.readUInt32BE(row * form.bytes));
      writeWhole(descriptor, records);
      texts.write();
      count += rows;
    });
    writeWhole(descriptor, wordsInBytes([...words, count]));
  } finally {
    fs.closeSync(descriptor);
    texts.close();
  }
}

function recordsOf(chunk: DuckDBDataChunk, { columns, bytes }: RecordForm, texts: TextWriter): Buffer {
  // Asking the chunk takes longer than writing a value.
  const rows = chunk.rowCount;
  const records = new ArrayBuffer(rows * bytes);
  const view = new DataView(records);
  for (const [index, { type, offset }] of columns.entries()) {
    const vector = chunk.getColumnVector(index);
    for (let row = 0; row < rows; row += 1) type.write(view, row * bytes + offset, vector.getItem(row), texts);
  }
  return Buffer.from(records);
}

const hasTexts = ({ columns }: RecordForm) => columns.some(({ type }) => type === recordTypes.VARCHAR);

/** The texts of a record file. A text that follows itself, such as a type, is written once. */
function createTexts(form: RecordForm, file: string) {
  const descriptor = hasTexts(form) ? fs.openSync(textsFile(file), 'w') : undefined;
  let added: Buffer[] = [];
  let end = 0;
  let last = { text: '', start: 0, bytes: 0 };
  return {
    add(text: string) {
      if (text === last.text) return last;
      const bytes = Buffer.from(text);
      last = { text, start: end, bytes: bytes.length };
      added.push(bytes);
      end += bytes.length;
      return last;
    },
    /** Write what was added since the last time. */
    write() {
      if (descriptor !== undefined) writeWhole(descriptor, Buffer.concat(added));
      added = [];
    },
    close() {
      if (descriptor !== undefined) fs.closeSync(descriptor);
    },
  };
}

function wordsInBytes(words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(words.length * wordBytes);
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word, index * wordBytes);
  return bytes;
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) start += fs.writeSync(descriptor, bytes, start);
}

/** The first words of records. */
export type KeyWords = readonly number[];

/** The records of a file that is open. */
export interface RecordFile {
  /** The records that begin with a key, as objects by column, in order. */
  find<Row>(key: KeyWords): Row[];
  /** How many records begin with a key. */
  count(key: KeyWords): number;
  close(): void;
}

/** Pages of record files, by file and place. */
export interface RecordPages {
  get(key: number): Buffer | undefined;
  set(key: number, page: Buffer): unknown;
}

/** Room for the pages of a file among the keys of {@link RecordPages}. */
const mostPages = 2 ** 32;

/**
 * Open a record file.
 * @param withInstance whether the records say to which application instance they belong
 * @param pages kept pages of this file and others @param number of this file among them
 */
export function openRecordFile(
  file: string,
  table: RecordTable,
  withInstance: boolean,
  pages: RecordPages,
  number: number,
): RecordFile {
  const form = formOf(table, withInstance);
  const { columns, bytes } = form;
  const descriptor = fs.openSync(file, 'r');
  const { records, firstWords } = readIndex(descriptor, file, bytes);
  const texts = openTexts(form, file);

  function pageOf(record: number): Buffer {
    const index = Math.floor(record / pageRecords);
    const key = number * mostPages + index;
    const kept = pages.get(key);
    if (kept) return kept;
    const page = Buffer.allocUnsafeSlow(Math.min(pageRecords, records - index * pageRecords) * bytes);
    readWhole(descriptor, page, index * pageRecords * bytes);
    pages.set(key, page);
    return page;
  }
  /** Less than 0: the record comes before the key; 0: it begins with it. */
  function orderOf(record: number, key: KeyWords): number {
    const page = pageOf(record);
    const start = (record % pageRecords) * bytes;
    for (let index = 0; index < key.length; index += 1) {
      const difference = page.readUInt32BE(start + index * wordBytes) - key[index]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }
  /** The first record that begins with a key or comes after it; `isAfter`: that comes after all that begin with it. */
  function bound(key: KeyWords, isAfter: boolean): number {
    const word = key[0]!;
    const first = Math.max(0, firstOf(firstWords.length, page => firstWords[page]! >= word) - 1) * pageRecords;
    const end = Math.min(records, firstOf(firstWords.length, page => firstWords[page]! > word) * pageRecords);
    return first + firstOf(end - first, record => orderOf(first + record, key) >= (isAfter ? 1 : 0));
  }
  function recordAt(record: number): object {
    const page = pageOf(record);
    const start = (record % pageRecords) * bytes;
    const row: Record<string, RecordValue> = {};
    for (const { name, type, offset } of columns) row[name] = type.read(page, start + offset, texts.read);
    return row;
  }
  return {
    find<Row>(key: KeyWords) {
      const rows: object[] = [];
      for (let record = bound(key, false); record < records && orderOf(record, key) === 0; record += 1)
        rows.push(recordAt(record));
      return rows as Row[];
    },
    count: key => bound(key, true) - bound(key, false),
    close() {
      fs.closeSync(descriptor);
      texts.close();
    },
  };
}

function openTexts(form: RecordForm, file: string): { readonly read: TextReader; close(): void } {
  if (!hasTexts(form)) return { read: () => '', close() {} };
  const descriptor = fs.openSync(textsFile(file), 'r');
  return {
    read(start, bytes) {
      const text = Buffer.allocUnsafe(bytes);
      readWhole(descriptor, text, start);
      return text.toString();
    },
    close: () => fs.closeSync(descriptor),
  };
}

/** The first of `count` numbers for which a condition holds, which then holds for all that follow; `count`: there is none. */
function firstOf(count: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What follows the records. */
function readIndex(descriptor: number, file: string, bytes: number) {
  const { size } = fs.fstatSync(descriptor);
  const last = Buffer.alloc(wordBytes);
  if (size >= wordBytes) readWhole(descriptor, last, size - wordBytes);
  const records = last.readUInt32BE();
  const index = Buffer.alloc(Math.ceil(records / pageRecords) * wordBytes);
  if (size !== records * bytes + index.length + wordBytes) throw new Error(`${file} is not a whole record file`);
  readWhole(descriptor, index, records * bytes);
  const firstWords = Uint32Array.from({ length: index.length / wordBytes }, (_, page) =>
    index.readUInt32BE(page * wordBytes),
  );
  return { records, firstWords };
}

function readWhole(descriptor: number, into: Buffer, position: number): void {
  for (let start = 0; start < into.length; ) {
    const read = fs.readSync(descriptor, into, start, into.length - start, position + start);
    if (read === 0) throw new Error('a record file is shorter than it was when it was opened');
    start += read;
  }
}
