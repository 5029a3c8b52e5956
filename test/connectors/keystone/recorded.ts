// Answers that a real Keystone gave, and a server that gives them again: the lists of a cloud and its own list of what is effective.
import fs from 'node:fs';
import path from 'node:path';
import { keystone } from '../../../connectors/keystone/index.ts';
import type { Page } from '../../../src/connector/contract.ts';

const file = path.join(import.meta.dirname, 'answers.json');

/** Path with query → body. */
export type Answers = Readonly<Record<string, unknown>>;

export const recordedAnswers = (): Answers => JSON.parse(fs.readFileSync(file, 'utf8'));
export const keepAnswers = (answers: Answers): void => fs.writeFileSync(file, `${JSON.stringify(answers)}\n`);

/** Everything that the connector lands, by type. */
export async function readKeystone(settings: object): Promise<Map<string, Page[]>> {
  const context = {
    sourceId: 'cloud',
    applicationInstanceId: '',
    baseFolder: '/',
    signal: AbortSignal.timeout(200_000),
  };
  const client = await keystone.open(keystone.settings.parse(settings), { ...context, http: { retriesAtOnce: true } });
  try {
    const landed = new Map<string, Page[]>();
    for (const read of keystone.reads(client)) {
      const pages: Page[] = [];
      for await (const page of read.pages(client, undefined)) pages.push(page);
      landed.set(read.lands, pages);
    }
    return landed;
  } finally {
    await keystone.close!(client);
  }
}

/** User, place and role that follow from the records: who is in a role that has access somewhere, through groups and roles. */
export function effectiveOf(landed: ReadonlyMap<string, readonly Page[]>): string[] {
  const recordsOf = (type: string) => landed.get(type)!.flatMap(({ records }) => records);
  const above = Map.groupBy(recordsOf('EntityManagedViaObject'), ({ entityId }) => String(entityId));
  const giving = new Set(recordsOf('EntityAssignedAccessToObject').map(({ entityId }) => String(entityId)));
  const triples = recordsOf('Account')
    .filter(({ type }) => type === 'User')
    .flatMap(({ id }) => {
      const seen = new Set<string>();
      const waiting = [id];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        if (seen.has(at)) continue;
        seen.add(at);
        waiting.push(...(above.get(at) ?? []).map(({ managedViaObjectId }) => String(managedViaObjectId)));
      }
      return [...seen].filter(role => giving.has(role)).map(role => `${id} ${role}`);
    });
  return triples.sort();
}
