// Cuts the rows of a list into pieces that are rendered in parallel.
import { identifier, literal } from '../duckdb.ts';
import type { InstanceCount } from '../version/layout.ts';
import { partRows, type TablePart, type VersionTables } from '../version/table-parts.ts';

/** The least number of rows in a piece of a large list. */
const pieceRows = 50_000;
const mostPieces = 16;

/**
 * Queries that together give the rows of a list in order: by application instance, then global id.
 * @param counts rows by application instance, in the order of the instances
 */
export function listPieces(tables: VersionTables, type: string, counts: readonly InstanceCount[]): string[] {
  const parts = tables.parts.get(type);
  if (!parts) return piecesOfTable(`${tables.database}.main.${identifier(type)}`, counts);
  const byInstance = new Map(parts.map(part => [part.applicationInstanceId, part]));
  const pieces: string[] = [];
  let others: string[] = [];
  const endOthers = () => {
    if (others.length > 0) pieces.push(pieceOfOthers(byInstance.get(null)!, tables.folder, others));
    others = [];
  };
  for (const { applicationInstanceId } of counts) {
    const part = byInstance.get(applicationInstanceId);
    if (part) {
      endOthers();
      pieces.push(...piecesOfPart(part, tables.folder));
    } else others.push(applicationInstanceId);
  }
  endOthers();
  return pieces;
}

/** A query of a list's rows with their positions in it, in a column `row`. */
export function numberedRows(tables: VersionTables, type: string): string {
  if (!tables.parts.has(type)) return `SELECT *, rowid AS "row" FROM ${tables.database}.main.${identifier(type)}`;
  return `SELECT "globalId", row_number() OVER (ORDER BY "objectMetadata"."ApplicationInstanceId", "globalId") - 1 AS "row"
    FROM ${identifier(type)}`;
}

/** Ranges of `rowid`: only the rows of a stored table can be selected by it without reading the rows before them. */
function piecesOfTable(table: string, counts: readonly InstanceCount[]): string[] {
  const rows = counts.reduce((sum, { count }) => sum + count, 0);
  const pieces = piecesFor(rows);
  const start = (piece: number) => Math.floor((rows * piece) / pieces);
  return Array.from(
    { length: pieces },
    (_, piece) => `FROM ${table} WHERE rowid >= ${start(piece)} AND rowid < ${start(piece + 1)}`,
  );
}

/** Ranges of global ids: these are hashes, so equal ranges hold about as many rows, and Parquet's statistics find them. */
function piecesOfPart(part: TablePart, folder: string): string[] {
  const order = part.delta === null ? '' : ' ORDER BY "globalId"';
  const pieces = piecesFor(part.rows);
  return Array.from({ length: pieces }, (_, piece) => {
    const below = piece + 1 < pieces ? ` AND "globalId" < ${idAt((piece + 1) / pieces)}` : '';
    return `FROM ${partRows([part], folder)} WHERE "globalId" >= ${idAt(piece / pieces)}${below}${order}`;
  });
}

function pieceOfOthers(part: TablePart, folder: string, instances: readonly string[]): string {
  const own = instances.map(id => `${literal(id)}::UUID`).join(', ');
  return `FROM ${partRows([part], folder)} WHERE "objectMetadata"."ApplicationInstanceId" IN (${own})`;
}

function piecesFor(rows: number): number {
  return Math.min(mostPieces, Math.max(1, Math.floor(rows / pieceRows)));
}

/** The id below which a share of all possible ids lies, as an SQL literal. */
function idAt(share: number): string {
  const first = Math.floor(share * 2 ** 32);
  return `'${first.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000'::UUID`;
}
