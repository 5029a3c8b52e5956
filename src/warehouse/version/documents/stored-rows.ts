// Where the rows of a list lie: in which file, and in which row of it.
import fs from 'node:fs';
import path from 'node:path';
import { documentsFileName, type InstanceDocuments, orderFileName } from '../layout.ts';
import { type DocumentsFile, openDocuments } from './documents-file.ts';
import { findId, lastStart } from './ids.ts';
import { runsOf } from './merge.ts';
import { decodeOrder } from './order.ts';
import type { Piece } from './page.ts';

export interface StoredRows {
  /** The document with this id, and the ordinal of its application instance in the layout of the collection. */
  find(id: Buffer): Found | undefined;
  /** The rows `start` to `end` of the list. */
  pieces(start: number, end: number): Piece[];
  /** A row of the files of an instance. */
  pieceAt(ordinal: number, row: number, isDelta: boolean): Piece;
  /** The ordinal of the application instance of a row of the list. */
  ordinalAt(row: number): number;
  /** Release the files. No read may be running, or begin later. */
  close(): void;
}

interface Found {
  readonly file: DocumentsFile;
  readonly row: number;
  readonly isDelta: boolean;
  readonly ordinal: number;
}

/** Rows that are sorted by application instance, and then by id. */
export async function openByInstance(folder: string, instances: readonly InstanceDocuments[]): Promise<StoredRows> {
  const files = await openAll(
    folder,
    instances.flatMap(({ base, delta }) => (delta === undefined ? [base] : [base, delta])),
  );
  const starts = Uint32Array.from(instances, ({ start }) => start);
  const parts = instances.map(({ base, delta, ...instance }, ordinal) => {
    return { ...instance, ordinal, base: files.get(base)!, delta: delta === undefined ? undefined : files.get(delta)! };
  });
  /** A base has the rows of several instances when they are small. */
  const bases = [...Map.groupBy(parts, ({ base }) => base)].map(([base, inside]) => {
    return { base, inside, firstRows: Uint32Array.from(inside, ({ firstRow }) => firstRow) };
  });
  return {
    find(id) {
      for (const { base, inside, firstRows } of bases) {
        const { delta, ordinal } = inside[0]!;
        const changed = delta && findId(delta.index.ids, id);
        if (changed?.isFound) return { file: delta!, row: changed.place, isDelta: true, ordinal };
        const row = rowOf(base, id);
        if (row === undefined) continue;
        if (delta && isAmong(delta.index.merge.gone, row)) return undefined;
        return { file: base, row, isDelta: false, ordinal: inside[lastStart(firstRows, row)]!.ordinal };
      }
      return undefined;
    },
    pieces(start, end) {
      const pieces: Piece[] = [];
      for (let ordinal = lastStart(starts, start), row = start; row < end; ordinal += 1) {
        const { base, delta, start: first, count, firstRow } = parts[ordinal]!;
        const until = Math.min(end, first + count);
        const [from, to] = [row - first, until - first];
        const runs = delta
          ? runsOf(delta.index.merge, from, to)
          : [{ isDelta: false, start: firstRow + from, end: firstRow + to }];
        for (const run of runs) addPiece(pieces, { ...run, file: run.isDelta ? delta! : base });
        row = until;
      }
      return pieces;
    },
    pieceAt(ordinal, row, isDelta) {
      const { base, delta } = parts[ordinal]!;
      return { file: isDelta ? delta! : base, start: row, end: row + 1 };
    },
    ordinalAt: row => lastStart(starts, row),
    close() {
      for (const file of files.values()) file.close();
    },
  };
}

/** Rows that one file has in the order of the list. */
export async function openOwnOrder(folder: string, name: string, rows: number): Promise<StoredRows> {
  if (rows === 0) return openByInstance(folder, []);
  const file = await openDocuments(path.join(folder, documentsFileName(name)), name);
  const { owners } = file.index;
  return {
    find(id) {
      const row = rowOf(file, id);
      return row === undefined ? undefined : { file, row, isDelta: false, ordinal: owners[row]! };
    },
    pieces: (start, end) => [{ file, start, end }],
    pieceAt: (_ordinal, row) => ({ file, start: row, end: row + 1 }),
    ordinalAt: row => owners[row]!,
    close: file.close,
  };
}

/** Rows of another list in an order of their own. The other list has to stay open. */
export async function openView(folder: string, name: string, rows: number, shown: StoredRows): Promise<StoredRows> {
  if (rows === 0) return openByInstance(folder, []);
  const file = orderFileName(name);
  const order = decodeOrder(file, await fs.promises.readFile(path.join(folder, file)));
  return {
    find: id => (findId(order.ids, id).isFound ? shown.find(id) : undefined),
    pieces(start, end) {
      const pieces: Piece[] = [];
      for (let row = start; row < end; row += 1) {
        const place = order.rows[row]!;
        addPiece(pieces, shown.pieceAt(order.ordinals[row]!, place >>> 1, place % 2 === 1));
      }
      return pieces;
    },
    pieceAt: shown.pieceAt,
    ordinalAt: row => order.ordinals[row]!,
    close() {},
  };
}

/** Open each file once. All are closed when one cannot be opened. */
async function openAll(folder: string, names: readonly string[]): Promise<Map<string, DocumentsFile>> {
  const files = new Map<string, DocumentsFile>();
  try {
    for (const name of new Set(names)) files.set(name, await openDocuments(path.join(folder, name), name));
  } catch (error) {
    for (const file of files.values()) file.close();
    throw error;
  }
  return files;
}

function rowOf({ index: { ids, rowsOfIds } }: DocumentsFile, id: Buffer): number | undefined {
  const { place, isFound } = findId(ids, id);
  if (!isFound) return undefined;
  return rowsOfIds.length > 0 ? rowsOfIds[place] : place;
}

/** Add a piece, or extend the last one when it continues there. */
function addPiece(pieces: Piece[], { file, start, end }: Piece): void {
  const last = pieces.at(-1);
  if (last?.file === file && last.end === start) pieces[pieces.length - 1] = { file, start: last.start, end };
  else pieces.push({ file, start, end });
}

function isAmong(ascending: Uint32Array, row: number): boolean {
  return ascending.length > 0 && ascending[lastStart(ascending, row)] === row;
}
