// Compares what a source serves after incremental reads with what another source, which reads the same directory in full, serves.
import { expect } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';

const collections = [
  '/v1/accounts',
  '/v1/user-groups',
  '/v1/roles',
  '/v1/object-directories',
  '/v1/entity-managed-via-object',
  '/v1/resource-instances',
  '/v1/entity-assigned-access-to-object',
];

export interface IncrementalService extends TestService {
  /** Read what has changed in one source and everything in the other, and expect that both serve the same. */
  syncAndCompare(): Promise<void>;
  /** Of the newest run: how many records each type brought, and how many it did not read again. */
  newestReads(): Promise<Record<string, { rows: number; unchanged: number | undefined; status: string }>>;
}

export async function startIncrementalService(settings: Record<string, unknown>): Promise<IncrementalService> {
  const test = await startService({
    connectors: [ldap],
    settings: {
      sources: ['changes', 'full'].map(id => ({ id, connector: 'ldap', settings })),
      hold_back: { gone_percent: 100, rejected_percent: 100 },
    },
  });
  const instance = (id: string) =>
    test.config.tenants[0]!.sources.find(source => source.id === id)!.application_instance_id;
  const served = async (id: string, path: string) => {
    const items = await test.everyItem(`${path}?pageSize=200&applicationInstanceId=${instance(id)}`);
    return items.map(comparable).toSorted((a, b) => a.id.localeCompare(b.id));
  };
  return {
    ...test,
    async syncAndCompare() {
      const { runs } = await test.operator.sync({ sources: ['changes'], acceptLoss: false, full: false }, () => {});
      expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
      await test.operator.sync({ sources: ['full'], acceptLoss: false, full: true }, () => {});
      for (const path of collections) expect(await served('changes', path), path).toEqual(await served('full', path));
    },
    async newestReads() {
      const { items } = (await test.get(`/v1/sync-runs?applicationInstanceId=${instance('changes')}`)).body;
      const { reads } = (await test.get(`/v1/sync-runs/${items[0].id}`)).body;
      return Object.fromEntries(
        reads.map(({ type, rows, unchanged, status }: Item) => [type, { rows, unchanged, status }]),
      );
    },
  };
}

/** Without what differs between two sources: ids of the tenant, times of reading, addresses made of the instance. */
function comparable(item: Item): Item {
  const text = JSON.stringify(item, (key, value) =>
    /^global|^(?:serviceObjectMetadata|objectMetadata|enriched\w+)$/.test(key) || String(value).endsWith('.invalid')
      ? undefined
      : value,
  );
  return JSON.parse(text);
}
