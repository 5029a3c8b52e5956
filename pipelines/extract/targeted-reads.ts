// The reads of a targeted run. They land what the source says of the objects that the run was asked for, as a read of changes, so all
// other objects stay as they are.
import type { ObjectReader, Page, Read } from '../../src/connector/contract.ts';
import { objectsOfRun } from '../../src/state/signals/targeted-runs.ts';
import type { Extraction } from './reading.ts';

/** How many ids a connector gets at once. */
const idsAtOnce = 100;

/** @returns one read for each type of the objects; none when another run has read them meanwhile */
export async function targetedReads({ context, run, lease, source }: Extraction): Promise<Read<unknown>[]> {
  const objects = await objectsOfRun(context.database, lease, run);
  return [...Map.groupBy(objects, ({ type }) => type)].map(([type, ofType]) => {
    const readObjects = source.connector.readObjects?.[type];
    if (!readObjects) throw new Error(`the connector ${source.connector.type} cannot read single objects of ${type}`);
    return targetedRead(
      type,
      readObjects,
      ofType.map(({ id }) => id),
    );
  });
}

function targetedRead(lands: string, readObjects: ObjectReader<unknown>, ids: readonly string[]): Read<unknown> {
  return {
    lands,
    async *pages(client, _cursor, since): AsyncGenerator<Page> {
      // Nothing is landed that the objects could be laid over, or it is damaged.
      if (since === undefined) throw new Error('single objects can be read only after everything was read');
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const asked = ids.slice(start, start + idsAtOnce);
        const { records, place, gone, ...found } = await readObjects(client, asked);
        const isAsked = new Set(asked);
        const others = records.filter(({ id }) => !isAsked.has(id));
        if (others.length > 0)
          throw new Error(`the connector read ${others[0]!.id}, which it was not asked for: likely a connector bug`);
        yield {
          ...found,
          records,
          ...(place && { place }),
          removed: gone.filter(id => isAsked.has(id)),
          changesOnly: true,
        };
      }
    },
  };
}
