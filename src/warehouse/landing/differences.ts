// Compares what a read brought with what was known before it, object by object, and writes what differs. Objects that are equal keep the
// form in which they were landed first, so builds see only what was added, changed or removed, however the connector reads.
import type { Within } from '../../connector/contract.ts';
import type { Resource } from '../../resources/define.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import type { LocalChain, LocalRun } from './landed.ts';
import { countKnown, landedColumns, landedRows } from './landed-rows.ts';
import { rejectedIds, removedIds } from './record-ids.ts';

/** What becomes of the known objects that a read did not bring. */
export type Absence =
  /** A full read that saw all objects: they are gone. */
  | { readonly kind: 'gone' }
  /** A full read that may have missed any object: they stay. */
  | { readonly kind: 'kept' }
  /** A full read that missed only the objects of rejected records (files with their ids) and of some containers: these stay. */
  | { readonly kind: 'missed'; readonly rejected: readonly string[]; readonly containers: readonly Within[] }
  /** A read of changes: they stay, unless the source has deleted them (files with their ids). `rejected` has files of rejected records. */
  | { readonly kind: 'unchanged'; readonly removed: readonly string[]; readonly rejected: readonly string[] };

export interface LandedComparison {
  readonly duckdb: DuckDB;
  readonly resource: Resource;
  /** What was known before the read. */
  readonly previous: LocalChain;
  /** What the read landed so far. */
  readonly landed: Pick<LocalRun, 'paths' | 'duplicates'>;
  readonly absence: Absence;
}

export interface DifferenceCounts {
  /** Objects that the read brought and that are new or have changed. */
  readonly changed: number;
  /** Objects that the read brought in the form that was known before. */
  readonly unchanged: number;
  /** Known objects that are gone. */
  readonly removed: number;
  /** Known objects that stay although the read did not bring them, and those of them whose records it rejected. */
  readonly absent: number;
  readonly rejected: number;
}

/** The differences of one read. Each `write…` writes a Parquet file and returns its number of rows. */
export interface Differences extends AsyncDisposable {
  readonly counts: DifferenceCounts;
  /** The objects that are new or have changed. */
  writeChanged(file: string): Promise<number>;
  /** All objects that exist after the read: those that are equal with the time of their first read, and those that stay. */
  writeAll(file: string): Promise<number>;
  /** The objects that stay although the read did not bring them. */
  writeAbsent(file: string): Promise<number>;
  /** The objects of some runs that neither changed nor are gone: the read replaces these runs. */
  writeCarried(runs: readonly LocalRun[], file: string): Promise<number>;
  /** The ids of what is gone, and of what some runs removed. The read replaces these runs. */
  writeRemoved(runs: readonly LocalRun[], file: string): Promise<number>;
  /** The ids of the objects that stay although the read did not bring them, with their data dates. */
  writeUnconfirmed(file: string): Promise<number>;
}

/**
 * Compare by id and by a hash of all fields. Reads the columns of known objects once, and holds their ids and hashes. Of a read of changes,
 * only the objects that it names are compared.
 */
export async function compareLanded(comparison: LandedComparison): Promise<Differences> {
  const { duckdb, resource, previous, landed, absence } = comparison;
  const run = { ...previous.runs[0]!, ...landed, removedPaths: [] };
  const brought = landedRows(resource, [{ ...previous, runs: [run] }]);
  const known = landedRows(resource, [previous]);
  const hash = landedHash(resource);
  const total = absence.kind === 'unchanged' ? await countKnown(duckdb, previous) : undefined;
  await duckdb.run(`CREATE OR REPLACE TEMP TABLE differences AS
    SELECT coalesce(brought.id, known.id) AS id, brought.id IS NOT NULL AS is_brought, known.id IS NOT NULL AS is_known,
      coalesce(brought.hash = known.hash, false) AS is_equal, known.made_at, known.data_date,
      coalesce(known.stays, false) AS stays, coalesce(known.is_rejected, false) AS is_rejected
    FROM (SELECT "id" AS id, ${hash} AS hash FROM (${brought})) AS brought
    FULL JOIN (${knownObjects(comparison, known, hash)}) AS known ON known.id = brought.id`);
  const [counts] = await duckdb.rows<Record<keyof DifferenceCounts, bigint>>(
    `SELECT count(*) FILTER (is_brought AND NOT is_equal) AS changed, count(*) FILTER (is_equal) AS unchanged,
       count(*) FILTER (${isRemoved}) AS removed,
       ${total === undefined ? `count(*) FILTER (${isAbsent})` : `${total} - count(*) FILTER (is_known AND NOT (${isAbsent}))`} AS absent,
       count(*) FILTER (${isAbsent} AND is_rejected) AS rejected
     FROM differences`,
  );
  const columns = Object.keys(landedColumns(resource)).map(identifier).join(', ');
  const write = async (query: string, file: string) => {
    const [row] = await duckdb.rows<{ Count: bigint }>(
      `COPY (${query}) TO ${literal(file)} (FORMAT parquet, COMPRESSION snappy)`,
    );
    return Number(row!.Count);
  };
  const ofIds = (condition: string) =>
    `SEMI JOIN (SELECT id AS "id" FROM differences WHERE ${condition}) AS own USING ("id")`;
  const absent = `SELECT ${columns} FROM (${known}) AS landed
    ANTI JOIN (SELECT id AS "id" FROM differences WHERE is_brought OR (${isRemoved})) AS other USING ("id")`;
  return {
    counts: numbers(counts!),
    writeChanged: file =>
      write(`SELECT ${columns} FROM (${brought}) AS landed ${ofIds('is_brought AND NOT is_equal')}`, file),
    writeAll: file => write(`${withFirstTimes(columns, brought)} UNION ALL BY NAME ${absent}`, file),
    writeAbsent: file => write(absent, file),
    writeCarried: (runs, file) => {
      const carried = landedRows(resource, [{ ...previous, runs }]);
      const superseded = `SELECT id AS "id" FROM differences WHERE (is_brought AND NOT is_equal) OR (${isRemoved})`;
      return write(
        `SELECT ${columns} FROM (${carried}) AS landed ANTI JOIN (${superseded}) AS other USING ("id")`,
        file,
      );
    },
    writeRemoved: (runs, file) => {
      const earlier = runs.flatMap(({ removedPaths }) => removedPaths);
      const others =
        earlier.length === 0 ? '' : `UNION SELECT "id" FROM read_parquet([${earlier.map(literal).join(', ')}])`;
      return write(`SELECT id AS "id" FROM differences WHERE ${isRemoved} ${others}`, file);
    },
    writeUnconfirmed: file => write(`SELECT id, data_date FROM differences WHERE ${isAbsent} ORDER BY id`, file),
    async [Symbol.asyncDispose]() {
      await duckdb.run('DROP TABLE differences');
    },
  };
}

const isRemoved = 'is_known AND NOT is_brought AND NOT stays';
const isAbsent = 'is_known AND NOT is_brought AND stays';

/** A query for what is known: `id`, `hash`, `made_at` (the time of the first read in this form), `data_date`, `stays`, `is_rejected`. */
function knownObjects({ resource, previous, landed, absence }: LandedComparison, known: string, hash: string): string {
  const query = (rows: string, stays: string, rejected: string) =>
    `SELECT "id" AS id, ${hash} AS hash, "objectMetadata"."GeneratedTime" AS made_at, data_date, ${stays} AS stays,
       ${rejected} AS is_rejected FROM (${rows}) AS known`;
  if (absence.kind !== 'unchanged') return query(known, staysAfter(resource, absence), 'false');
  const { removed, rejected } = absence;
  const gone = removed.length > 0 ? `SELECT id FROM ${removedIds(removed)} WHERE id IS NOT NULL` : undefined;
  const named = [
    'SELECT NULL::VARCHAR AS "id" WHERE false',
    ...(landed.paths.length > 0 ? [ids(landed.paths)] : []),
    ...(gone === undefined ? [] : [gone]),
    ...(rejected.length > 0 ? [idsOfRejected(rejected)] : []),
  ];
  const stays = gone === undefined ? 'true' : `known."id" NOT IN (${gone})`;
  return query(landedRows(resource, [previous], named.join(' UNION ALL ')), stays, isRejected(rejected));
}

function staysAfter(resource: Resource, absence: Exclude<Absence, { kind: 'unchanged' }>): string {
  if (absence.kind !== 'missed') return String(absence.kind === 'kept');
  return [isRejected(absence.rejected), ...absence.containers.flatMap(within => liesIn(resource, within))].join(' OR ');
}

function isRejected(files: readonly string[]): string {
  return files.length === 0 ? 'false' : `known."id" IN (${idsOfRejected(files)})`;
}

const idsOfRejected = (files: readonly string[]) =>
  `SELECT id FROM ${rejectedIds(files)} WHERE NOT harmless AND id IS NOT NULL`;

function liesIn(resource: Resource, { field, is = [], startsWith = [] }: Within): string[] {
  if (!(field in landedColumns(resource)))
    throw new Error(`a gap names the field ${field}, which ${resource.type} does not have`);
  const column = `known.${identifier(field)}::VARCHAR`;
  return [
    ...(is.length > 0 ? [`coalesce(${column} IN (${is.map(literal).join(', ')}), false)`] : []),
    ...startsWith.map(text => `coalesce(starts_with(${column}, ${literal(text)}), false)`),
  ];
}

/** SQL for a hash of everything that a source says of an object. */
function landedHash(resource: Resource): string {
  const hashed = Object.entries(landedColumns(resource)).map(([name, type]) => {
    const column = identifier(name);
    if (name === 'objectMetadata') return `${column}."ApplicationInstanceId"`;
    // DuckDB hashes an empty list like an absent one.
    return type.endsWith('[]') ? `${column}, ${column} IS NULL` : column;
  });
  return `hash(${hashed.join(', ')})`;
}

/** The rows that a read brought. Those that are equal to what was known have the time of their first read. */
function withFirstTimes(columns: string, brought: string): string {
  const members = ['ApplicationInstanceId', 'GeneratedTime', 'Profile', 'ObjectOrRelationshipType'].map(name => {
    const member = `landed."objectMetadata".${identifier(name)}`;
    return `${literal(name)}: ${name === 'GeneratedTime' ? `coalesce(equal.made_at, ${member})` : member}`;
  });
  return `SELECT ${columns} FROM (
    SELECT landed.* REPLACE ({${members.join(', ')}} AS "objectMetadata")
    FROM (${brought}) AS landed
    LEFT JOIN (SELECT id, made_at FROM differences WHERE is_equal) AS equal ON equal.id = landed."id")`;
}

function numbers(counts: Record<keyof DifferenceCounts, bigint>): DifferenceCounts {
  const { changed, unchanged, removed, absent, rejected } = counts;
  return {
    ...{ changed: Number(changed), unchanged: Number(unchanged), removed: Number(removed) },
    ...{ absent: Number(absent), rejected: Number(rejected) },
  };
}

const ids = (files: readonly string[]) => `SELECT "id" FROM read_parquet([${files.map(literal).join(', ')}])`;

/** How many rows the files of runs have. Reads only the ends of the files. */
export async function countLandedRows(duckdb: DuckDB, runs: LocalChain['runs']): Promise<number> {
  const files = runs.flatMap(({ paths, removedPaths }) => [...paths, ...removedPaths]);
  if (files.length === 0) return 0;
  const counts = files.map(file => `SELECT count(*) AS count FROM read_parquet(${literal(file)})`);
  const [row] = await duckdb.rows<{ count: bigint }>(
    `SELECT sum(count)::BIGINT AS count FROM (${counts.join(' UNION ALL ')})`,
  );
  return Number(row!.count);
}
