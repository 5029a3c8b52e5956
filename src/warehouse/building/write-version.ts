// Writes a version from the rows that were computed and those that are taken over: tables, checks, search, changes and documents.
import fs from 'node:fs';
import { mebibytes } from '../../mebibytes.ts';
import { isShortage } from '../disk-full.ts';
import { type DuckDB, identifier, literal, type Statements } from '../duckdb.ts';
import { isOutOfMemory } from '../duckdb-errors.ts';
import { enrichmentVersion } from '../sql-files.ts';
import type { IslandStates, NumberRange } from '../version/islands.ts';
import { type Collections, collectionsFolder, type InstanceCount, tablesFolder } from '../version/layout.ts';
import { currentCollections, type HistoryPoint } from '../version/manifest.ts';
import { readTables, type VersionTables } from '../version/table-parts.ts';
import type { BuildOptions, BuildOutcome } from './build-options.ts';
import { writeChanges } from './changes/changes.ts';
import { checkFindings, countChecks, type InstanceCheck } from './check.ts';
import { writeCollections } from './documents/write-collections.ts';
import type { CollectionsOptions, PreviousDocuments } from './documents/writing.ts';
import type { Computed } from './islands/compute.ts';
import { federationDigests } from './islands/inputs.ts';
import { recordStates } from './islands/record.ts';
import { type Choice, countObjects } from './judge.ts';
import { createAuxiliaryTables, foundGaps } from './ledger.ts';
import { typesWithFiles } from './model.ts';
import { defaultPartRows, type PartPlan } from './parts/plan.ts';
import { stageAuxiliary } from './parts/stage-auxiliary.ts';
import { recordParts } from './parts/write-auxiliary.ts';
import { defaultLookupRows, writeLookupFiles } from './parts/write-lookup-files.ts';
import { viewTables, writeParts, writeTables } from './parts/write-tables.ts';
import type { PreviousVersion } from './previous/version.ts';
import { type DifferingPart, findDifferingParts } from './rows/differing-rows.ts';
import { filledTypes, type TypeRows } from './rows/filled-rows.ts';
import { mergedTypes } from './rows/merged-rows.ts';
import { instancesWithSameTexts, writeSearch } from './search.ts';
import { filledAnew } from './working/filled-anew.ts';
import type { Reads } from './working/reads.ts';

/**
 * Where names without a schema are looked up: first among views over tables that have parts, then among the tables of the version's
 * file. It holds for one connection.
 */
export const searchPath = `SET search_path = 'memory.main,warehouse.main'`;

export interface VersionWriting {
  readonly options: BuildOptions;
  readonly choice: Choice;
  readonly generatedAt: Date;
  readonly previous: PreviousVersion | undefined;
  readonly computed: Computed;
  /** Digest of what concerns the rows of every application instance. */
  readonly common: string;
  /** What the version in service says of its instances; undefined when nothing of it is taken over. */
  readonly states: IslandStates | undefined;
  progress(step: string): void;
  /** Whether a function of the options threw this error, which ends the build. */
  isEnd(error: unknown): boolean;
}

type Outcome = Pick<BuildOutcome, 'findings' | 'found' | 'unchangedInstances'>;

/** The version is held back. */
export interface HeldBackVersion extends Outcome {
  readonly states?: undefined;
}

export interface Made extends Outcome {
  readonly states: IslandStates;
  readonly collections: Collections;
  readonly counts: readonly InstanceCount[];
  readonly added: readonly InstanceCount[];
  readonly history: readonly HistoryPoint[];
}

/** Write the files of a version, except the manifest and what DuckDB writes at its checkpoint. */
export async function writeVersion(duckdb: DuckDB, writing: VersionWriting): Promise<Made | HeldBackVersion> {
  const { options, choice, generatedAt, computed, states, progress } = writing;
  const { unchanged } = computed;
  const { sources, folder } = options;
  const federations = (await previousFederations(writing)) ?? (await federationDigests(duckdb));
  const { types, plans, accessNumbers } = await writeAllTables(duckdb, writing, federations);
  const tables = await readTables(duckdb.rows, 'warehouse', folder);
  await viewTables(duckdb, tables);
  progress('check');
  const counts = types.flatMap(({ resource, counts: own }) =>
    own.map(({ instance, count }) => ({ type: resource.type, applicationInstanceId: instance, count })),
  );
  const before = (states?.instances ?? []).flatMap(({ applicationInstanceId, checks: own }) =>
    own.map(check => ({ ...check, applicationInstanceId })),
  );
  const isUnchanged = ({ applicationInstanceId }: InstanceCheck) => unchanged.instances.has(applicationInstanceId);
  const checks = await countChecks(duckdb, {
    ...{ present: rowsToCheck(types), unchanged: unchanged.instances, working: computed.working },
    before: before.filter(check => !isUnchanged(check)),
  });
  const checked = checkFindings([...checks, ...before.filter(isUnchanged)]);
  const findings = [...checked, ...choice.findings, ...computed.findings];
  const found = await foundGaps(duckdb, sources, choice.reported);
  const outcome = { found, unchangedInstances: unchanged.instances };
  if (checked.some(({ severity }) => severity === 'stop')) return { ...outcome, findings };
  const made = { counts, tables, plans };
  const compare = (statements: Statements) => {
    progress('changes');
    return writeChanges(statements, { ...changesOptions(writing), ...made, unchanged: unchanged.instances });
  };
  // Nothing that follows reads the changes.
  const beside = await duckdb.another(searchPath);
  const comparing = beside && compare(beside);
  // It is awaited below. When something else fails before, that error counts.
  comparing?.catch(() => {});
  const searchNumbers = await writeSearchOf(duckdb, writing, { ...made, types });
  const changes = comparing ?? (await compare(duckdb));
  const inputs = { ...options, ...choice, generatedAt, states, common: writing.common, keepMs: options.risks.keepMs };
  const recorded = await recordStates(duckdb, {
    ...{ ...inputs, accessNumbers, searchNumbers, unchanged, checks, tables, federations },
  });
  const collections = await writeDocuments(duckdb, writing, made);
  const { history, findings: ofHistory } = await changes;
  return {
    ...outcome,
    findings: [...findings, ...ofHistory],
    ...{ states: recorded, collections, counts, history },
    added: await addedCounts(duckdb, writing, counts),
  };
}

type SearchedRows = Pick<CollectionsOptions, 'counts' | 'tables' | 'plans'> & Pick<WrittenTables, 'types'>;

/** Write the index of the search. @returns application instance → the numbers of its objects in it */
async function writeSearchOf(
  duckdb: DuckDB,
  { options, computed: { unchanged }, states, progress }: VersionWriting,
  { types, plans, tables, counts }: SearchedRows,
): Promise<ReadonlyMap<string, NumberRange>> {
  progress('search');
  const numbered = new Set(
    (states?.instances ?? []).flatMap(({ searchNumbers, ...of }) => (searchNumbers ? of.applicationInstanceId : [])),
  );
  const unsearched = {
    ...unchanged,
    instances: await instancesWithSameTexts(duckdb, tables, unchanged, numbered, {
      ...{ types, plans, countsBefore: options.current?.counts ?? [] },
    }),
  };
  return writeSearch(duckdb, {
    ...{ folder: options.folder, partRows: options.partRows ?? defaultPartRows, tables, counts, unchanged: unsearched },
    numbers: numbersOf(states, 'searchNumbers', unsearched.instances),
    lookupRows: options.lookupRows ?? defaultLookupRows,
  });
}

/**
 * Type → after FROM: its rows that are checked by themselves, for the types that have rows. Rows that are taken over were checked before, and
 * none of them has the id of a row that was computed.
 */
function rowsToCheck(types: readonly TypeRows[]): Map<string, string> {
  const present = types.filter(({ counts }) => counts.length > 0);
  return new Map(
    present.map(({ resource, carried }) => [
      resource.type,
      carried ? carried.computed : `main.${identifier(resource.type)}`,
    ]),
  );
}

/** The digests that the version in service has; undefined when the rows may name other authentication keys. */
async function previousFederations({ computed, states }: VersionWriting): Promise<Map<string, string> | undefined> {
  if (!states || !computed.working || (await computed.working.hasChanged(namedKeys))) return undefined;
  return new Map(
    states.instances.flatMap(({ applicationInstanceId: id, federation }) => (federation ? [[id, federation]] : [])),
  );
}

const namedKeys: Reads = new Map([['model.federation_keys', 'all']]);

/** Application instance → the numbers of its nodes, or of its searched objects, in the version in service. */
function numbersOf(
  states: IslandStates | undefined,
  of: 'accessNumbers' | 'searchNumbers',
  instances: ReadonlySet<string>,
): Map<string, NumberRange> {
  const own = (states?.instances ?? []).filter(state => instances.has(state.applicationInstanceId));
  return new Map(own.flatMap(state => (state[of] ? [[state.applicationInstanceId, state[of]]] : [])));
}

/** What the service added to what connectors landed. What belongs to unchanged instances is as much as before. */
async function addedCounts(
  duckdb: DuckDB,
  { computed, options }: VersionWriting,
  counts: readonly InstanceCount[],
): Promise<InstanceCount[]> {
  const { instances } = computed.unchanged;
  const types = ['RiskDefinition', 'RiskViolation'];
  const isUnchanged = ({ applicationInstanceId }: InstanceCount) => instances.has(applicationInstanceId);
  const staying = new Set(computed.staying.map(({ instance }) => instance));
  // All violations of these instances are the service's own.
  const isStaying = ({ type, applicationInstanceId }: InstanceCount) =>
    type === 'RiskViolation' && staying.has(applicationInstanceId);
  const found = await countObjects(duckdb, types, 'violations.added');
  const own = [...found.filter(count => !isStaying(count)), ...counts.filter(isStaying)];
  const before = options.current?.added ?? [];
  const key = ({ type, applicationInstanceId }: InstanceCount) => `${types.indexOf(type)} ${applicationInstanceId}`;
  return [...own.filter(count => !isUnchanged(count)), ...before.filter(isUnchanged)].sort((one, other) =>
    key(one) < key(other) ? -1 : 1,
  );
}

/**
 * Bytes of memory for writing tables. Their rows are sorted, and sorting takes all of the memory that it may: two million rows take a
 * sixth longer with the most of these than with three times as much. When it is not enough, the tables are written with all memory of
 * the build.
 */
const writingLimits = { ofRow: 640, least: 512 * 1024 ** 2, most: 1024 ** 3 };

function writingBytesOf(types: readonly TypeRows[]): number {
  const rows = types.flatMap(({ counts }) => counts).reduce((sum, { count }) => sum + count, 0);
  return Math.min(writingLimits.most, Math.max(writingLimits.least, rows * writingLimits.ofRow));
}

/** The limit of memory while tables are written. It begins with the first table whose rows are sorted. */
interface WritingLimit {
  set(): Promise<void>;
  /** @returns whether it was set; it is not set again */
  lift(): Promise<boolean>;
}

/** Each change of the limit also gives freed memory back to the system. That takes longer than writing the few rows that a change reaches. */
function writingLimit(duckdb: DuckDB, memoryBytes: number, writingBytes: number): WritingLimit {
  // The limit stays as it is when more memory is in use that cannot be given up.
  const limitTo = (bytes: number) => duckdb.run(`SET memory_limit = ${literal(mebibytes(bytes))}`).catch(() => {});
  let isSet = false;
  let isLifted = writingBytes >= memoryBytes;
  return {
    async set() {
      if (isSet || isLifted) return;
      isSet = true;
      await limitTo(writingBytes);
    },
    async lift() {
      const wasSet = isSet && !isLifted;
      isLifted = true;
      if (wasSet) await limitTo(memoryBytes);
      return wasSet;
    },
  };
}

interface WrittenTables {
  readonly types: readonly TypeRows[];
  readonly plans: readonly PartPlan[];
  readonly accessNumbers: ReadonlyMap<string, NumberRange>;
}

/** Write the tables of the version. When the previous version cannot be read, they are written without a comparison with it. */
async function writeAllTables(
  duckdb: DuckDB,
  writing: VersionWriting,
  federations: ReadonlyMap<string, string>,
): Promise<WrittenTables> {
  writing.progress('tables');
  const types = await typesToWrite(duckdb, writing, federations);
  const { memoryBytes, writingBytes = writingBytesOf(types), isFull } = writing.options;
  const previous = isFull ? undefined : await readable(writing.previous);
  const limit = writingLimit(duckdb, memoryBytes, writingBytes);
  const write = (compared: VersionTables | undefined) => writeTypesOrRemove(duckdb, writing, types, compared, limit);
  try {
    return await write(previous).catch(async error => {
      if (!isOutOfMemory(error) || !(await limit.lift())) throw error;
      writing.progress('tables');
      return write(previous);
    });
  } catch (error) {
    if (!previous || writing.isEnd(error) || isShortage(error) || types.some(({ carried }) => carried)) throw error;
    writing.options.restart(error as Error);
    return await write(undefined);
  } finally {
    await limit.lift();
  }
}

/** When the tables cannot be written, nothing of them stays. */
async function writeTypesOrRemove(
  duckdb: DuckDB,
  writing: VersionWriting,
  ...tables: [types: readonly TypeRows[], previous: VersionTables | undefined, limit: WritingLimit]
): Promise<WrittenTables> {
  try {
    return await writeTypes(duckdb, writing, ...tables);
  } catch (error) {
    await duckdb.run('ROLLBACK').catch(() => {});
    fs.rmSync(tablesFolder(writing.options.folder), { recursive: true, force: true });
    throw error;
  }
}

async function typesToWrite(
  duckdb: DuckDB,
  { computed, options, states, generatedAt }: VersionWriting,
  federations: ReadonlyMap<string, string>,
): Promise<TypeRows[]> {
  const { unchanged, chains, staying, working, changed } = computed;
  const landed = typesWithFiles(chains);
  let differing: DifferingPart[] = [];
  if (states && unchanged.previous) {
    const { sources } = options;
    differing = await findDifferingParts(duckdb, {
      previous: unchanged.previous,
      states,
      sources,
      chains,
      ...{ federations, staying },
      newerRuns: chain => working?.newerRuns(chain),
      filledAnew: (type, steps) => working && filledAnew(type, steps, working, changed),
    });
  }
  if (unchanged.instances.size + differing.length === 0) return filledTypes(duckdb, landed);
  const landedSince = (type: string) => working?.changedRows(type);
  return mergedTypes(duckdb, {
    unchanged,
    differing,
    before: options.current!.counts,
    chains,
    landedSince,
    generatedAt,
  });
}

/** The tables of the version in service; undefined when there is none, or when it is damaged: a new version is made all the same. */
async function readable(previous: PreviousVersion | undefined): Promise<VersionTables | undefined> {
  return previous?.tables().catch(error => {
    if (isShortage(error)) throw error;
    return undefined;
  });
}

async function writeTypes(
  duckdb: DuckDB,
  { options, choice, computed, states, progress }: VersionWriting,
  types: readonly TypeRows[],
  previous: VersionTables | undefined,
  limit: WritingLimit,
): Promise<WrittenTables> {
  const { unchanged } = computed;
  const writing = { folder: options.folder, partRows: options.partRows ?? defaultPartRows };
  const { parts, plans } = await writeParts(duckdb, types, { ...writing, previous, beforeSorting: limit.set });
  const { numbers: accessNumbers, same } = await stageAuxiliary(duckdb, {
    ...{ unchanged: unchanged.instances, working: computed.working },
    numbers: numbersOf(states, 'accessNumbers', new Set(options.sources.keys())),
  });
  // One transaction for all tables, because each commit waits for the disk.
  await duckdb.run('BEGIN');
  await writeTables(duckdb, types, parts, previous, progress);
  const auxiliary = await createAuxiliaryTables(duckdb, {
    ...{ sources: options.sources, chains: choice.reported, heldBack: choice.heldBack },
    ...{ writing: { ...writing, unchanged }, same },
  });
  await recordParts(duckdb, auxiliary);
  await duckdb.run('COMMIT');
  await duckdb.run('DETACH staged');
  const lookups = { folder: options.folder, lookupRows: options.lookupRows ?? defaultLookupRows };
  await recordParts(
    duckdb,
    await writeLookupFiles(duckdb, 'access', auxiliary, { ...lookups, previous: unchanged.previous }),
  );
  return { types, plans, accessNumbers };
}

/** Write the documents that the API sends. */
async function writeDocuments(
  duckdb: DuckDB,
  { options, progress }: VersionWriting,
  made: Pick<CollectionsOptions, 'counts' | 'tables' | 'plans'>,
): Promise<Collections> {
  const { version, threads } = options;
  const sideBySide = await duckdb.sideBySide(threads, searchPath);
  const folder = collectionsFolder(options.folder);
  return writeCollections(sideBySide, {
    ...{ ...made, folder, version, threads, previous: previousDocuments(options) },
    done: progress,
  });
}

/** The documents that plans refer to. A version of a previous release has none that can be shared. */
function previousDocuments({ previous, current, isFull }: BuildOptions): PreviousDocuments | undefined {
  if (previous === undefined || !current || isFull) return undefined;
  return { folder: collectionsFolder(previous), collections: currentCollections(current) };
}

function changesOptions({ options, previous, generatedAt }: VersionWriting) {
  const { version, current, keepChangesMs, partRows = defaultPartRows, isFull = false } = options;
  return {
    ...{ version, generatedAt, enrichmentVersion: enrichmentVersion(), keepMs: keepChangesMs, partRows, isFull },
    previous: current && previous ? { version: previous, manifest: current } : undefined,
  };
}
