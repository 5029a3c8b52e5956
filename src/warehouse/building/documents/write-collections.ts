// Writes the documents of all collections: the files of application instances that did not change are shared with the previous version.
import pLimit from 'p-limit';
import { collections, type ServedCollection } from '../../../resources/registry.ts';
import { syncAllToDisk } from '../../../storage/durable.ts';
import { literal, type Statements } from '../../duckdb.ts';
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
import type { TablePart } from '../../version/table-parts.ts';
import { lineExpression } from '../document.ts';
import type { PartPlan } from '../parts/plan.ts';
import { createCompressor } from './compressor.ts';
import { piecesOfOthers, piecesOfPart } from './list-pieces.ts';
import { linkDocuments, writeDeltaDocuments } from './share.ts';
import { writeOrder } from './write-order.ts';
import { type CollectionsOptions, documentLines, type Writing, writeDocumentsFile } from './writing.ts';

const filesAtOnce = 8;

/** Write all collections; resolves to how they lie once every file is on disk. @param duckdb runs that many statements at once */
export async function writeCollections(duckdb: Statements, options: CollectionsOptions): Promise<Collections> {
  using compressor = createCompressor(duckdb, options.threads);
  const inTurn = pLimit({ concurrency: filesAtOnce, rejectOnClear: true });
  const writing: Writing = { duckdb, compressor, inTurn, files: [], options };
  const countsByType = Map.groupBy(options.counts, ({ type }) => type);
  const written = new Map<string, Promise<StoredCollection>>();
  for (const served of collections) {
    const name = collectionName(served);
    const work = async () => {
      const counts = countsByType.get(served.resource.type) ?? [];
      const layout = await writeCollection(writing, served, counts, written);
      options.done(name);
      return layout;
    };
    written.set(name, work());
  }
  const layouts = Promise.all([...written].map(async ([name, layout]) => [name, await layout] as const));
  layouts.catch(() => inTurn.clearQueue());
  // The first error is thrown when all of the work has ended, so that nothing still writes.
  await Promise.allSettled(written.values());
  const ended = await layouts;
  await syncAllToDisk(writing.files);
  return Object.fromEntries(ended);
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
  const { tables, plans } = writing.options;
  const tableParts = new Map(tables.parts.get(resource.type)?.map(part => [part.applicationInstanceId, part]));
  const plansOfType = plans.filter(plan => plan.type === resource.type);
  const small = ranges.filter(range => !tableParts.has(range.applicationInstanceId));
  const [parts] = await settled([
    Promise.all(
      ranges.flatMap(range => {
        const part = tableParts.get(range.applicationInstanceId);
        const plan = plansOfType.find(each => each.applicationInstanceId === range.applicationInstanceId);
        return part ? writePart(writing, served, range, part, plan!) : [];
      }),
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
  part: TablePart,
  plan: PartPlan,
): Promise<InstanceDocuments> {
  const { options } = writing;
  const name = collectionName(served);
  if (plan.action === 'same') return linkDocuments(options, name, range);
  if (plan.action === 'delta') return writeDeltaDocuments(writing, served, range, plan);
  const base = baseFileName(name, range.applicationInstanceId, options.version);
  const pieces = piecesOfPart(part, options.tables.folder).map(piece => documentLines(served, `(FROM ${piece})`));
  await writeDocumentsFile(writing, base, { pieces, isSorted: true });
  return { ...range, base, firstRow: 0 };
}

/** The small application instances, in one file. */
async function writeRemainder(
  writing: Writing,
  served: ServedCollection,
  ranges: readonly InstanceRange[],
): Promise<void> {
  const rows = sumOf(ranges);
  if (rows === 0) return;
  const pieces = piecesOfOthers(writing.options.tables, served.resource.type, rows);
  const lines = pieces.map(piece => documentLines(served, `(FROM ${piece})`));
  await writeDocumentsFile(writing, documentsFileName(collectionName(served)), {
    pieces: lines,
    isSorted: ranges.length === 1,
  });
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
    const query = `SELECT ${line} FROM (${sqlFile(`building/serve/${name}.sql`).text})`;
    await writeDocumentsFile(writing, documentsFileName(name), { pieces: [query], isSorted: false, hasOwners: true });
  }
  return { order: 'own', rows, instances };
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
