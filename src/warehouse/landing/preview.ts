// The first records of a source as they would be landed, without landing anything.
import type { Connector, ConnectorContext } from '../../connector/contract.ts';
import { resourceOf } from '../../resources/registry.ts';
import { createIntake } from './intake.ts';

export interface TypePreview {
  readonly type: string;
  readonly rows: readonly unknown[];
  readonly rejected: readonly { place: string; reasons: readonly string[] }[];
  readonly gaps: readonly { subject: string; message: string }[];
}

/** Rejections that are shown for each type. */
const shownRejections = 5;

/** Read the first page of each type. @param rows how many records of it to show */
export async function preview(
  connector: Connector,
  client: unknown,
  rows: number,
  { signal }: Pick<ConnectorContext, 'signal'>,
): Promise<TypePreview[]> {
  const previews: TypePreview[] = [];
  for (const read of connector.reads(client)) {
    const resource = resourceOf(read.lands);
    if (!resource) throw new Error(`the connector reads ${read.lands}, which is no object or relationship type`);
    const intake = createIntake(resource);
    for await (const page of read.pages(client, undefined)) {
      signal.throwIfAborted();
      const taken = page.records.map((record, index) => ({
        result: intake.accept(record),
        place: page.place?.(index) ?? record.id,
      }));
      previews.push({
        type: read.lands,
        rows: taken.flatMap(({ result }) => ('json' in result ? [JSON.parse(result.json)] : [])).slice(0, rows),
        rejected: [
          ...(page.rejected ?? []),
          ...taken.flatMap(({ result, place }) => ('reasons' in result ? [{ place, reasons: result.reasons }] : [])),
        ].slice(0, shownRejections),
        gaps: [...(page.gaps ?? []), ...intake.takeWarnings()],
      });
      break;
    }
  }
  return previews;
}
