// A deployment with one source that can report what has changed.
import { expect } from 'vitest';
import type { ChangingSource } from './changing-source.ts';
import { startService, type TestService } from './service.ts';

export interface ChangingService extends TestService {
  /** Ids and names of the accounts that are served. */
  served(): Promise<Map<string, string>>;
  /** Expect that what is served is what the source has. */
  expectSame(): Promise<void>;
  /** The read of accounts of the newest run. */
  lastRead(): Promise<{ status: string; rows: number; kept: number; unchanged?: number }>;
}

type Options = Parameters<typeof startService>[0];

/** Unless the options say otherwise, no loss of objects holds the source back, and each page becomes a file. */
export async function startChanging(source: ChangingSource, options: Options = {}): Promise<ChangingService> {
  const test = await startService({
    sources: { app: { Account: source.pages } },
    settings: { hold_back: { gone_percent: 100, rejected_percent: 100 } },
    batchBytes: 1,
    ...options,
  });
  const served = async () => {
    const items = await test.everyItem('/v1/accounts');
    return new Map(items.map(item => [item.id, item.name]));
  };
  return {
    ...test,
    served,
    async expectSame() {
      expect(sorted(await served())).toEqual(sorted(source.now));
    },
    async lastRead() {
      const { items } = (await test.get('/v1/sync-runs?pageSize=1')).body;
      const { reads } = (await test.get(`/v1/sync-runs/${items[0].id}`)).body;
      return reads.find(({ type }: { type: string }) => type === 'Account');
    },
  };
}

export const sorted = (map: ReadonlyMap<string, string>) => [...map].toSorted();

/** The whole numbers from the first on, and below the second. */
export const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);
