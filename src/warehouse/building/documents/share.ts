// Shares files of documents with the previous version, and writes what changed since they were written.
import path from 'node:path';
import type { ServedCollection } from '../../../resources/registry.ts';
import { openDocuments } from '../../version/documents/documents-file.ts';
import { mergeIds } from '../../version/documents/merge.ts';
import { collectionName, deltaFileName, type InstanceDocuments, type InstanceRange } from '../../version/layout.ts';
import type { PartPlan } from '../parts/plan.ts';
import { takeOverFile } from '../take-over.ts';
import { sortIds } from './sort-ids.ts';
import { type CollectionsOptions, documentLines, type Writing, writeDocumentsFile } from './writing.ts';

/** Share all files of an application instance. */
export function linkDocuments(
  options: CollectionsOptions,
  collection: string,
  range: InstanceRange,
): InstanceDocuments {
  const { base, delta } = previousDocuments(options, collection, range);
  for (const file of delta === undefined ? [base] : [base, delta]) takeOver(options, file);
  return { ...range, base, firstRow: 0, ...(delta !== undefined && { delta }) };
}

/** Share the base, and write a delta with the rows of the plan. */
export async function writeDeltaDocuments(
  writing: Writing,
  served: ServedCollection,
  range: InstanceRange,
  { rowsRelation, goneRelation }: PartPlan,
): Promise<InstanceDocuments> {
  const { options, compressor } = writing;
  const name = collectionName(served);
  const { base } = previousDocuments(options, name, range);
  takeOver(options, base);
  const delta = deltaFileName(name, range.applicationInstanceId);
  const gone = goneRelation
    ? await compressor.compress(`SELECT "globalId"::VARCHAR FROM ${goneRelation}`, { hasNumbers: false })
    : undefined;
  await writeDocumentsFile(writing, delta, {
    pieces: [documentLines(served, `(FROM ${rowsRelation} ORDER BY "globalId")`)],
    isSorted: true,
    async merge(ids) {
      const shared = await openDocuments(path.join(options.folder, base), base);
      try {
        return mergeIds(shared.index.ids, ids, gone ? sortIds(Buffer.from(gone.ids)).ids : Buffer.alloc(0));
      } finally {
        shared.close();
      }
    },
  });
  return { ...range, base, firstRow: 0, delta };
}

function previousDocuments(
  { previous }: CollectionsOptions,
  collection: string,
  range: InstanceRange,
): InstanceDocuments {
  const layout = previous?.collections[collection];
  const found =
    layout?.order === 'instance' &&
    layout.instances.find(({ applicationInstanceId }) => applicationInstanceId === range.applicationInstanceId);
  if (!found)
    throw new Error(`${collection}: the previous version has no documents of ${range.applicationInstanceId} to share`);
  return found;
}

function takeOver({ folder, previous }: CollectionsOptions, name: string): void {
  takeOverFile(path.join(previous!.folder, name), path.join(folder, name));
}
