// Writes the documents of all collections: the files of application instances that did not change are shared with the former version.
import pLimit from 'p-limit';
import { collections, type ServedCollection } from '../../../resources/registry.ts';
import { syncAllToDisk } from '../../../storage/durable.ts';
import { identifier, literal, type Statements } from '../../duckdb.ts';
import { sqlFile } from '../../sql-files.ts';
import {
  baseFileName,
  type Collections,
  collectionName,
  documentsFileName,
  type InstanceCount,
  type InstanceDocuments,
  type InstanceRange,
  type StoredCollection,
} from '../../version/layout.ts';
import { lineExpression } from '../document.ts';
import { defaultPartRows, instancesWithParts, type PartPlan } from '../parts/plan.ts';
import { createCompressor } from './compressor.ts';
import { linkDocuments, writeDelta } from './share.ts';
import { writeOrder } from './write-order.ts';
import { type CollectionsOptions, documentLines, type Writing, writeFile } from './writing.ts';

/** Rows of a statement: several of them are compressed in parallel. */
const rowsAtOnce = 50_000;
const filesAtOnce = 8;

/** Write all collections; resolves to how they lie once every file is on disk. @param duckdb runs that many statements at once */
export async function writeCollections(duckdb: Statements, options: CollectionsOptions): Promise<Collections> {
  await using compressor = createCompressor(duckdb, options.spillFolder, options.threads);
  const writing: Writing = { duckdb, compressor, inTurn: pLimit(filesAtOnce), files: [], options };
  const countsByType = Map.groupBy(options.counts, ({ type }) => type);
  const written = new Map<string, Promise<StoredCollection>>();
  for (const served of collections) {
    const name = collectionName(served);
    const work = writeCollection(writing, served, countsByType.get(served.resource.type) ?? [], written);
    written.set(name, work);
    work.then(() => options.done(name)).catch(() => {});
  }
  // An error is thrown only when all of the work has ended, so that nothing still writes.
  await Promise.allSettled(written.values());
  const layouts = await Promise.all([...written].map(async ([name, layout]) => [name, await layout] as const));
  await syncAllToDisk(writing.files);
  return Object.fromEntries(layouts);
}

/** @param written the collections before it */
async function writeCollection(
  writing: Writing,
  served: ServedCollection,
  counts: readonly InstanceCount[],
  written: ReadonlyMap<string, Promise<StoredCollection>>,
): Promise<StoredCollection> {
  const { resource, collection } = served;
  if (collection.order === 'instance') return writeByInstance(writing, served, counts);
  const [first] = resource.collections;
  if (first === collection) return writeInOrder(writing, served, counts);
  // The first collection of a resource has all of its objects.
  const of = collectionName({ resource, collection: first! });
  return writeOrder(writing, collectionName(served), of, await written.get(of)!);
}

async function writeByInstance(
  writing: Writing,
  served: ServedCollection,
  counts: readonly InstanceCount[],
): Promise<StoredCollection> {
  const { resource } = served;
  const name = collectionName(served);
  const ranges = rangesOf(counts);
  const large = new Set(instancesWithParts(counts, defaultPartRows).map(part => part.applicationInstanceId));
  const plans = new Map(
    writing.options.plans?.filter(plan => plan.type === resource.type).map(plan => [plan.applicationInstanceId, plan]),
  );
  const small = ranges.filter(range => !large.has(range.applicationInstanceId));
  const [parts] = await settled([
    Promise.all(
      ranges
        .filter(range => large.has(range.applicationInstanceId))
        .map(range => writePart(writing, served, range, plans.get(range.applicationInstanceId))),
    ),
    writeRemainder(writing, served, small),
  ]);
  const partOf = new Map(parts.map(part => [part.applicationInstanceId, part]));
  let firstRow = 0;
  const instances = ranges.map(range => {
    const part = partOf.get(range.applicationInstanceId);
    if (part) return part;
    const inRemainder = { ...range, base: documentsFileName(name), firstRow };
    firstRow += range.count;
    return inRemainder;
  });
  return { order: 'instance', rows: sumOf(ranges), instances };
}

async function writePart(
  writing: Writing,
  served: ServedCollection,
  range: InstanceRange,
  plan: PartPlan | undefined,
): Promise<InstanceDocuments> {
  const { options } = writing;
  const name = collectionName(served);
  if (plan?.action === 'kept') return linkDocuments(options, name, range);
  if (plan?.action === 'delta') return writeDelta(writing, served, range, plan);
  const base = baseFileName(name, range.applicationInstanceId, options.version);
  const pieces = plan?.rowsRelation
    ? [documentLines(served, `(FROM ${plan.rowsRelation} ORDER BY "globalId")`)]
    : linesOfRange(served, range.start, range.start + range.count);
  await writeFile(writing, base, { pieces, isSorted: true });
  return { ...range, base, firstRow: 0 };
}

/** The small application instances, in one file. */
async function writeRemainder(
  writing: Writing,
  served: ServedCollection,
  ranges: readonly InstanceRange[],
): Promise<void> {
  if (sumOf(ranges) === 0) return;
  const runs: { start: number; end: number }[] = [];
  for (const { start, count } of ranges) {
    const last = runs.at(-1);
    if (last?.end === start) last.end += count;
    else runs.push({ start, end: start + count });
  }
  const pieces = runs.flatMap(({ start, end }) => linesOfRange(served, start, end));
  await writeFile(writing, documentsFileName(collectionName(served)), { pieces, isSorted: ranges.length === 1 });
}

async function writeInOrder(
  writing: Writing,
  served: ServedCollection,
  counts: readonly InstanceCount[],
): Promise<StoredCollection> {
  const name = collectionName(served);
  const rows = counts.reduce((sum, { count }) => sum + count, 0);
  const instances = counts.map(({ applicationInstanceId }) => ({ applicationInstanceId }));
  if (rows > 0) {
    const whens = counts.map(
      ({ applicationInstanceId }, index) => `WHEN ${literal(applicationInstanceId)}::UUID THEN ${index}`,
    );
    const owner = `printf('%08x', CASE "objectMetadata"."ApplicationInstanceId" ${whens.join(' ')} END)`;
    const line = lineExpression(served.resource, `"globalId"::VARCHAR || ${owner}`);
    const query = `SELECT ${line} FROM (${sqlFile(`build/serve/${name}.sql`).text})`;
    await writeFile(writing, documentsFileName(name), { pieces: [query], isSorted: false, hasOwners: true });
  }
  return { order: 'own', rows, instances };
}

/** Queries of the lines of some rows of a table. Only the rows of a stored table can be selected without reading those before them. */
function linesOfRange(served: ServedCollection, start: number, end: number): string[] {
  const table = identifier(served.resource.type);
  const count = Math.ceil((end - start) / rowsAtOnce);
  return Array.from({ length: count }, (_, piece) => {
    const from = start + piece * rowsAtOnce;
    const cut = `rowid >= ${from} AND rowid < ${Math.min(end, from + rowsAtOnce)}`;
    return documentLines(served, `(FROM ${table} WHERE ${cut})`);
  });
}

/** The ranges of a list that is sorted by application instance. */
function rangesOf(counts: readonly InstanceCount[]): InstanceRange[] {
  let start = 0;
  return counts.map(({ applicationInstanceId, count }) => {
    const range = { applicationInstanceId, start, count };
    start += count;
    return range;
  });
}

function sumOf(ranges: readonly InstanceRange[]): number {
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** All results, or the first error. Either comes only when all of the work has ended. */
async function settled<Results extends unknown[]>(
  work: { [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  await Promise.allSettled(work);
  return (await Promise.all(work)) as Results;
}
