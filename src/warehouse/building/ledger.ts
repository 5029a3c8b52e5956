// The tables of a version other than those of the resources: its sources, the nesting, and the ledger with the gaps that the build
// found.

import type { Finding } from '../../state/findings.ts';
import { type LandedChain, wholeRead } from '../../state/landed-chains.ts';
import type { FoundGaps } from '../../state/versions.ts';
import { type DuckDB, literal } from '../duckdb.ts';
import { dataDateOf } from '../landing/data-date.ts';
import { auxiliaryTables } from '../version/inventory.ts';
import type { TablePart } from '../version/table-parts.ts';
import type { BuildSource } from './build-source.ts';
import { assumedFields, assumedGaps, gapsOf } from './ledger-gaps.ts';
import { stepTables } from './parts/stage-auxiliary.ts';
import {
  type AuxiliaryOptions,
  type AuxiliaryTable,
  auxiliaryColumns,
  writeAuxiliary,
} from './parts/write-auxiliary.ts';

interface LedgerInputs {
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** The reads that the version reports on. */
  readonly chains: readonly LandedChain[];
  readonly heldBack: ReadonlyMap<string, readonly Finding[]>;
  readonly writing: AuxiliaryOptions;
  /** The tables whose rows are those of the version in service. */
  readonly same: ReadonlySet<string>;
}

/**
 * Write the auxiliary tables into the version that is being built: its sources, the nesting, and the ledger with the gaps that the
 * build found. With the ledger, queries can check how complete the data are.
 * @param duckdb with the staged tables
 * @returns the parts of the tables
 */
export async function createAuxiliaryTables(
  duckdb: DuckDB,
  { sources, chains, heldBack, writing, same }: LedgerInputs,
): Promise<TablePart[]> {
  const names = Object.keys(auxiliaryTables) as AuxiliaryTable[];
  await duckdb.run(names.map(name => `CREATE TABLE warehouse.main.${name} (${auxiliaryColumns(name)})`).join(';'));
  const parts: TablePart[] = [];
  for (const name of stepTables) {
    // The ledger and the checks read gaps from the DuckDB file.
    const partRows = name === 'found_gaps' ? Number.POSITIVE_INFINITY : writing.partRows;
    const { previous, instances } = writing.unchanged;
    const unchanged = { previous, instances: same.has(name) ? new Set(sources.keys()) : instances };
    parts.push(...(await writeAuxiliary(duckdb, name, `staged.${name}`, { ...writing, partRows, unchanged })));
  }
  await writeLedger(duckdb, { sources, chains, heldBack });
  return parts;
}

/** Write what the version says of its sources and their reads. What it said before is replaced. @param duckdb with the table `found_gaps` */
export async function writeLedger(
  duckdb: DuckDB,
  { sources, chains, heldBack }: Omit<LedgerInputs, 'writing' | 'same'>,
): Promise<void> {
  const instances: Row[] = [];
  const reads: Row[] = [];
  for (const [applicationInstanceId, { sourceId, connector }] of sources) {
    instances.push([applicationInstanceId, sourceId, connector]);
    const why = heldBack.get(sourceId)?.map(({ message }) => message);
    for (const chain of chains.filter(candidate => candidate.sourceId === sourceId)) {
      const { endedAt } = chain.runs.at(-1)!;
      const read = wholeRead(chain);
      reads.push([
        applicationInstanceId,
        sourceId,
        chain.type,
        read.status,
        read.rows,
        read.duplicates,
        read.rejected,
        JSON.stringify([...gapsOf(chain), ...assumedGaps(chain)]),
        endedAt.toISOString(),
        dataDateOf(chain) ?? null,
        read.kept,
        why?.join('; ') ?? null,
        assumedFields(chain),
      ]);
    }
  }
  await duckdb.run('DELETE FROM warehouse.main.application_instances; DELETE FROM warehouse.main.source_completeness');
  await insert(duckdb, 'application_instances', instances);
  await insert(duckdb, 'source_completeness', reads);
  await duckdb.run(`UPDATE source_completeness AS read SET
      status = CASE WHEN found.is_partial AND read.status = 'Complete' THEN 'Partial' ELSE read.status END,
      gaps = to_json(list_concat(from_json(read.gaps, '["JSON"]'), found.gaps))
    FROM (
      SELECT application_instance_id, type, bool_or(is_partial) AS is_partial, list(gap ORDER BY gap::VARCHAR) AS gaps
      FROM found_gaps GROUP BY ALL
    ) AS found
    WHERE found.application_instance_id = read.application_instance_id AND found.type = read.type`);
}

/** The gaps that the build found in the newest read of each source and type; an empty list where it found none. */
export async function foundGaps(
  duckdb: DuckDB,
  sources: ReadonlyMap<string, BuildSource>,
  chains: readonly LandedChain[],
): Promise<FoundGaps[]> {
  const rows = await duckdb.rows<{ instance: string; type: string; gap: string }>(
    'SELECT application_instance_id::VARCHAR AS instance, type, gap::VARCHAR AS gap FROM found_gaps ORDER BY ALL',
  );
  return chains.map(chain => {
    const { sourceId, type, runs } = chain;
    const own = rows.filter(row => row.type === type && sources.get(row.instance)?.sourceId === sourceId);
    const gaps = [...own.map(({ gap }) => JSON.parse(gap)), ...assumedGaps(chain)];
    return { run_id: runs.at(-1)!.runId, type, gaps };
  });
}

type Row = readonly (string | number | null | readonly string[])[];

async function insert(duckdb: DuckDB, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(row =>
    row.map(value =>
      Array.isArray(value)
        ? `[${value.map(literal).join(', ')}]`
        : typeof value === 'string'
          ? literal(value)
          : String(value),
    ),
  );
  await duckdb.run(`INSERT INTO ${table} VALUES ${values.map(row => `(${row.join(', ')})`).join(', ')}`);
}
