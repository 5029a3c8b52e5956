// Cuts the rows of a list into pieces that are rendered in parallel. Each piece is what comes after FROM, with its rows in list order.
import { identifier } from '../../duckdb.ts';
import { partRows, type TablePart, type VersionTables } from '../../version/table-parts.ts';

/** Rows of a piece: several pieces are compressed in parallel. */
const pieceRows = 50_000;
const mostPieces = 16;

const inOrder = 'ORDER BY "objectMetadata"."ApplicationInstanceId", "globalId"';

/** The rows of an application instance that has a part of its own, sorted by global id. */
export function piecesOfPart(part: TablePart, folder: string): string[] {
  const order = part.delta === null ? '' : ' ORDER BY "globalId"';
  const pieces = Math.min(mostPieces, Math.max(1, Math.floor(part.rows / pieceRows)));
  // Ranges of global ids: these are hashes, so equal ranges hold about as many rows, and Parquet's statistics find them.
  return Array.from({ length: pieces }, (_, piece) => {
    const below = piece + 1 < pieces ? ` AND "globalId" < ${idAt((piece + 1) / pieces)}` : '';
    return `${partRows([part], folder)} WHERE "globalId" >= ${idAt(piece / pieces)}${below}${order}`;
  });
}

/**
 * The rows of all application instances that have no part of their own, sorted by instance and global id.
 * @param rows how many there are
 */
export function piecesOfOthers(tables: VersionTables, type: string, rows: number): string[] {
  const parts = tables.parts.get(type);
  if (!parts) return piecesOfTable(`${tables.database}.main.${identifier(type)}`, rows);
  const others = parts.find(({ applicationInstanceId }) => applicationInstanceId === null);
  if (!others) return [];
  return [`${partRows([others], tables.folder)}${others.delta === null ? '' : ` ${inOrder}`}`];
}

/** Ranges of `rowid`: only the rows of a stored table can be selected by it without reading the rows before them. */
function piecesOfTable(table: string, rows: number): string[] {
  return Array.from({ length: Math.ceil(rows / pieceRows) }, (_, piece) => {
    const from = piece * pieceRows;
    return `${table} WHERE rowid >= ${from} AND rowid < ${Math.min(rows, from + pieceRows)}`;
  });
}

/** The id below which a share of all possible ids lies, as an SQL literal. */
function idAt(share: number): string {
  const first = Math.floor(share * 2 ** 32);
  return `'${first.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000'::UUID`;
}
