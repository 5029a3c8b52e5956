// Finds the rows of a large part that differ from the version in service, from columns that are few: the rows of objects that were landed
// since, and those with another value in a field that a step fills. All others need not be made to be known as equal.
import type { Resource } from '../../../resources/define.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { type DuckDB, identifier, literal } from '../../duckdb.ts';
import { hasFiles, type LocalChain, type LocalRun } from '../../landing/landed.ts';
import { landedOf } from '../../landing/landed-digest.ts';
import { landedIds } from '../../landing/landed-rows.ts';
import type { InstanceState, IslandStates } from '../../version/islands.ts';
import { partRows, type TablePart, type VersionTables } from '../../version/table-parts.ts';
import type { BuildSource } from '../build-source.ts';
import { instanceColumn, isOneOf } from '../previous/rows.ts';
import { type StepFields, stepFields } from './filled-rows.ts';
import { hashKind } from './row-hash.ts';

/** When more than this share of the rows of a part differ, a new base is written instead of a delta. */
export const mostOfBase = 1 / 8;

export interface ComparedInputs {
  readonly previous: VersionTables;
  /** What the manifest of the version in service says of its instances. */
  readonly states: IslandStates;
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** What the computed instances are made from. */
  readonly chains: readonly LocalChain[];
  /** Application instance → digest of where its authentication keys lead. */
  readonly federations: ReadonlyMap<string, string>;
  /** The runs that landed or removed every row of a chain that differs from the version in service; undefined: it is not known. */
  newerRuns(chain: LocalChain): readonly LocalRun[] | undefined;
  /** Violations that stay in the files of the version in service. */
  readonly staying: readonly StayingViolations[];
  /** The objects of which some of these steps may have filled a field with another value; undefined: all. */
  filledAnew(type: string, steps: readonly string[]): ReadonlySet<string> | undefined;
}

/** An instance whose violations are a part of the version in service. Those that are not decided on anew stay in its files. */
export interface StayingViolations {
  readonly instance: string;
  /** How many violations the part has, and how many of them are decided on anew. */
  readonly rows: number;
  readonly decided: number;
}

/** A part of the version in service of which few rows differ. */
export interface DifferingPart {
  readonly resource: Resource;
  readonly instance: string;
  /** What its rows are made from; undefined: the service adds them. */
  readonly chain: LocalChain | undefined;
  /** How many rows it has now, and how many of them differ or are gone. */
  readonly rows: number;
  readonly differing: number;
}

/**
 * The rows that differ: `type`, `instance`, `globalId`, the local `id`, whether the version in service has the row (`is_known`) and whether
 * it is gone (`is_gone`).
 */
export const differingRows = 'differing.main.rows';

/** Find the parts of which few rows differ, and fill {@link differingRows} with these rows. Every step has run. */
export async function findDifferingParts(duckdb: DuckDB, inputs: ComparedInputs): Promise<DifferingPart[]> {
  await duckdb.run(`ATTACH ':memory:' AS differing;
    CREATE TABLE ${differingRows} (type VARCHAR, instance UUID, "globalId" UUID, id VARCHAR, is_known BOOLEAN, is_gone BOOLEAN)`);
  const [version] = await duckdb.rows<{ engine: string }>('SELECT version() AS engine');
  const steps = await stepFields(duckdb);
  const parts: DifferingPart[] = [];
  for (const chain of inputs.chains) {
    const resource = resourceOf(chain.type)!;
    const candidate = steps.has(chain.type) && !resource.idIsGlobal && candidateOf(inputs, chain);
    if (!candidate || candidate.part.hashKind !== hashKind(resource, version!.engine)) continue;
    const part = await compareRows(duckdb, inputs, candidate, steps.get(chain.type)!);
    if (part) parts.push({ resource, chain, ...part });
  }
  for (const each of inputs.staying) parts.push(await violationsPart(duckdb, each));
  return parts;
}

/** The part with the violations of an instance, of which few are decided on anew. */
async function violationsPart(duckdb: DuckDB, { instance, rows, decided }: StayingViolations): Promise<DifferingPart> {
  const added = 'violations.added."RiskViolation"';
  const own = `${literal(instance)}::UUID`;
  await duckdb.run(`INSERT INTO ${differingRows}
    SELECT 'RiskViolation', instance, violation, key, true, true FROM violations.previous
    WHERE instance = ${own} AND violation NOT IN (SELECT "globalId" FROM ${added})`);
  const [counted] = await duckdb.rows<{ added: number }>(
    `SELECT count(*)::DOUBLE AS added FROM ${added} WHERE ${instanceColumn('RiskViolation')} = ${own}`,
  );
  const now = counted!.added;
  return {
    ...{ resource: resourceOf('RiskViolation')!, instance, chain: undefined },
    ...{ rows: rows - decided + now, differing: Math.max(decided, now) },
  };
}

interface Candidate {
  readonly chain: LocalChain;
  readonly instance: string;
  readonly part: TablePart;
  /** What was landed since. */
  readonly newer: readonly LocalRun[];
}

/** A chain of which it is known which runs may differ from the part of the version in service; undefined when there is no such part. */
function candidateOf(
  { previous, states, sources, federations, newerRuns }: ComparedInputs,
  chain: LocalChain,
): Candidate | undefined {
  const [instance] = [...sources].find(([, { sourceId }]) => sourceId === chain.sourceId) ?? [];
  const part = previous.parts.get(chain.type)?.find(({ applicationInstanceId: id }) => id !== null && id === instance);
  const state = states.instances.find(({ applicationInstanceId: id }) => id === instance);
  if (instance === undefined || !part || !state || state.federation !== federations.get(instance)) return undefined;
  const newer = newerRuns(chain) ?? furtherRuns(state, chain);
  return newer && { chain, instance, part, newer };
}

/** The runs after those that the version in service was made from; undefined when these are not the first ones. */
function furtherRuns({ landed }: InstanceState, chain: LocalChain): readonly LocalRun[] | undefined {
  const before = landed?.[chain.type];
  const isContinued = before && before.runs > 0 && landedOf(chain, before.runs).digest === before.digest;
  return isContinued ? chain.runs.filter(hasFiles).slice(before.runs) : undefined;
}

async function compareRows(
  duckdb: DuckDB,
  { previous, filledAnew }: ComparedInputs,
  { chain, instance, part, newer }: Candidate,
  { fields, joins, steps }: StepFields,
): Promise<Pick<DifferingPart, 'instance' | 'rows' | 'differing'> | undefined> {
  const files = newer.flatMap(({ paths, removedPaths }) => [...paths, ...removedPaths]);
  const landed =
    files.length === 0
      ? 'SELECT NULL::VARCHAR AS "id" WHERE false'
      : `SELECT DISTINCT "id" FROM read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`;
  const was = partRows([part], previous.folder);
  const own = `type = ${literal(chain.type)} AND instance = ${literal(instance)}::UUID`;
  const columns = Object.keys(fields);
  const differs = columns.map(name => `was.${identifier(name)} IS DISTINCT FROM ${fields[name]!}`);
  const names = ['globalId', 'id', ...columns].map(identifier).join(', ');
  const filled = filledAnew(chain.type, steps);
  const compared = filled ? isOneOf('"globalId"', filled) : 'true';
  await duckdb.run(`INSERT INTO ${differingRows}
    WITH landed AS MATERIALIZED (
      SELECT "id", global_id(${literal(instance)}::UUID, ${literal(chain.type)}, "id") AS "globalId" FROM (${landed})
    )
    SELECT ${literal(chain.type)}, ${literal(instance)}, * FROM (
      SELECT landed."globalId", landed."id", known."globalId" IS NOT NULL AS is_known, present."id" IS NULL AS is_gone
      FROM landed LEFT JOIN (SELECT "globalId" FROM ${was} SEMI JOIN landed USING ("globalId")) AS known USING ("globalId")
      LEFT JOIN (${landedIds(chain, 'SELECT "id" FROM landed')}) AS present ON present."id" = landed."id"
      UNION ALL
      SELECT was."globalId", was."id", true, false FROM (SELECT ${names} FROM ${was} WHERE ${compared}) AS was ${joins(compared)}
      WHERE (${differs.length === 0 ? 'false' : differs.join(' OR ')}) AND was."globalId" NOT IN (SELECT "globalId" FROM landed)
    ) WHERE is_known OR NOT is_gone`);
  const [counted] = await duckdb.rows<Record<'differing' | 'added' | 'gone', number>>(
    `SELECT count(*)::DOUBLE AS differing, count(*) FILTER (NOT is_known)::DOUBLE AS added, count(*) FILTER (is_gone)::DOUBLE AS gone
     FROM ${differingRows} WHERE ${own}`,
  );
  const { differing, added, gone } = counted!;
  if (differing <= part.rows * mostOfBase) return { instance, differing, rows: part.rows + added - gone };
  // Nearly as much is to be done as for all rows.
  await duckdb.run(`DELETE FROM ${differingRows} WHERE ${own}`);
  return undefined;
}
