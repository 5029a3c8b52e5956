// The rows of landed files: one for each object, from the newest read that has it.
import { landableFields, type Resource } from '../../resources/define.ts';
import { objectsOf } from '../../state/landed-chains.ts';
import { columnTypes } from '../columns.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { confirmingRun, dataDateOf } from './data-date.ts';
import { hasFiles, type LocalChain, type LocalRun } from './landed.ts';

/**
 * A query for the rows of some chains of one type: the landed fields, `objectMetadata` with the origin of each row, `data_date`
 * (data-date.ts), and `is_unconfirmed` for an object that the read of the newest data date did not see.
 * @param of a query of the ids of the wanted rows in a column `id`; by default all
 */
export function landedRows(resource: Resource, chains: readonly LocalChain[], of?: string): string {
  const columns = { ...landedColumns(resource), data_date: 'DATE', is_unconfirmed: 'BOOLEAN' };
  const typed = Object.entries(columns).map(([name, type]) => `NULL::${type} AS ${identifier(name)}`);
  // The empty typed row set gives every column its name and type, also where older landed files lack the column.
  return [`SELECT ${typed.join(', ')} WHERE false`, ...chains.flatMap(chain => datedRows(chain, of))].join(
    ' UNION ALL BY NAME ',
  );
}

function datedRows(chain: LocalChain, of: string | undefined): string[] {
  const confirming = confirmingRun(chain);
  // Of reads of former releases that were not complete, only the time of each row is known.
  const newest = confirming ? `${literal(dataDateOf(chain)!)}::DATE` : '"objectMetadata"."GeneratedTime"::DATE';
  const { unconfirmedPaths = [] } = confirming ?? {};
  if (unconfirmedPaths.length === 0)
    return rowsOfChain(chain, of).map(
      rows => `SELECT *, ${newest} AS data_date, false AS is_unconfirmed FROM (${rows})`,
    );
  return rowsOfChain(chain, of).map(
    rows => `SELECT landed.*, coalesce(unconfirmed.data_date, ${newest}) AS data_date, unconfirmed.id IS NOT NULL AS is_unconfirmed
      FROM (${rows}) AS landed
      LEFT JOIN ${parquet(unconfirmedPaths)} AS unconfirmed ON unconfirmed.id = landed."id"`,
  );
}

/** A query for the ids of the same rows of one chain. @param of as above */
export function landedIds(chain: LocalChain, of?: string): string {
  const parts = rowsOfChain(chain, of).map(rows => `SELECT "id" FROM (${rows})`);
  return ['SELECT NULL::VARCHAR AS "id" WHERE false', ...parts].join(' UNION ALL ');
}

/**
 * The first run holds most of the rows; the runs that are laid over it hold few. So the rows of the first run are not compared with each
 * other, only with the ids that later runs brought or removed.
 */
function rowsOfChain({ runs }: LocalChain, of?: string): string[] {
  const [first, ...later] = runs.filter(hasFiles);
  if (!first) return [];
  const replaced = [...later.flatMap(({ paths }) => paths), ...later.flatMap(({ removedPaths }) => removedPaths)];
  const rest =
    replaced.length === 0 ? '' : `ANTI JOIN (SELECT "id" FROM ${parquet(replaced)}) AS replaced USING ("id")`;
  return [...rowsOfRun(first, of).map(rows => `SELECT * FROM (${rows}) AS landed ${rest}`), ...rowsOfLater(later, of)];
}

function rowsOfRun({ paths, duplicates }: LocalRun, of: string | undefined): string[] {
  if (paths.length === 0) return [];
  if (!duplicates) return [`SELECT * FROM ${parquet(paths)} ${isWanted(of)}`];
  return [
    `SELECT * EXCLUDE (filename, file_row_number) FROM ${numbered(paths)} ${isWanted(of)} ${firstOfEachId('filename')}`,
  ];
}

/** The condition is at each file, so that DuckDB looks for the ids before it reads any other column. */
const isWanted = (of: string | undefined) => (of === undefined ? '' : `SEMI JOIN (${of}) AS wanted USING ("id")`);

function rowsOfLater(runs: readonly LocalRun[], of: string | undefined): string[] {
  // What a run removes is in earlier runs, so the first one removes nothing here.
  if (runs.length <= 1) return runs.flatMap(run => rowsOfRun(run, of));
  const paths = runs.flatMap(run => run.paths);
  if (paths.length === 0) return [];
  const removed = runs.flatMap(({ removedPaths }) => removedPaths);
  const kept =
    removed.length === 0
      ? ''
      : `ANTI JOIN (SELECT "id", ${positionOf(runs, 'removedPaths')} AS position FROM ${numbered(removed)}) AS removed
           ON removed."id" = landed."id" AND removed.position > landed.position`;
  const landed = `SELECT *, ${positionOf(runs, 'paths')} AS position FROM ${numbered(paths)} ${isWanted(of)}`;
  return [
    `SELECT * EXCLUDE (position, filename, file_row_number) FROM (${landed}) AS landed ${kept}
     ${firstOfEachId('position DESC, filename')}`,
  ];
}

/** The place in the chain of the run that a file belongs to. */
function positionOf(runs: readonly LocalRun[], of: 'paths' | 'removedPaths'): string {
  const whens = runs.flatMap((run, index) =>
    run[of].length === 0 ? [] : [`WHEN filename IN (${run[of].map(literal).join(', ')}) THEN ${index}`],
  );
  return `CASE ${whens.join(' ')} END`;
}

const firstOfEachId = (order: string) =>
  `QUALIFY row_number() OVER (PARTITION BY "id" ORDER BY ${order}, file_row_number) = 1`;

/** How many objects a chain holds. Only reads of former releases do not say it. */
export async function countKnown(duckdb: DuckDB, chain: LocalChain): Promise<number> {
  const said = objectsOf(chain);
  if (said !== undefined) return said;
  const [row] = await duckdb.rows<{ count: bigint }>(`SELECT count(*) AS count FROM (${landedIds(chain)})`);
  return Number(row!.count);
}

const parquet = (files: readonly string[]) => `read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`;

const numbered = (files: readonly string[]) =>
  `read_parquet([${files.map(literal).join(', ')}], union_by_name = true, filename = true, file_row_number = true)`;

/** Column → DuckDB type of landed rows. */
export function landedColumns(resource: Resource): Record<string, string> {
  return columnTypes({ ...landableFields(resource), objectMetadata: resource.fields.objectMetadata! });
}
