// Compares what a source serves after reads that brought only changes with what a full read brings.
import { expect } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import type { Item } from '../../support/service/service.ts';
import { type LdapService, startLdapService } from './reading.ts';

const collections: Readonly<Record<string, string>> = {
  Account: '/v1/accounts',
  UserGroup: '/v1/user-groups',
  Role: '/v1/roles',
  ObjectDirectory: '/v1/object-directories',
  EntityManagedViaObject: '/v1/entity-managed-via-object',
  ResourceInstance: '/v1/resource-instances',
  EntityAssignedAccessToObject: '/v1/entity-assigned-access-to-object',
};

export interface IncrementalService extends LdapService {
  /** Read what has changed, and expect that what is served then is what a full read brings. */
  syncAndCompare(): Promise<void>;
  /** Of the newest run, by type. */
  newestReads(): Promise<Record<string, { rows: number; unchanged?: number; status: string }>>;
}

export async function startIncrementalService(settings: Record<string, unknown>): Promise<IncrementalService> {
  const test = await startLdapService(settings);
  return {
    ...test,
    async syncAndCompare() {
      const { runs } = await test.sync();
      expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
      for (const [type, records] of await readInFull(settings)) {
        const path = collections[type];
        if (path === undefined) continue;
        const served = await test.served(path);
        expect(new Set(served.keys()), type).toEqual(new Set(records.keys()));
        for (const [id, record] of records) expect(served.get(id), type).toMatchObject(asServed(record));
      }
    },
    async newestReads() {
      const { items } = (await test.get('/v1/sync-runs?pageSize=1')).body;
      const { reads } = (await test.get(`/v1/sync-runs/${items[0].id}`)).body;
      return Object.fromEntries(
        reads.map(({ type, rows, unchanged, status }: Item) => [type, { rows, unchanged, status }]),
      );
    },
  };
}

/** Type → local id → record. */
export async function readInFull(settings: Record<string, unknown>): Promise<Map<string, Map<string, SourceRecord>>> {
  const client = await ldap.open(ldap.settings.parse(settings), {
    sourceId: 'directory',
    applicationInstanceId: '00000000-0000-4000-8000-000000000000',
    baseFolder: '/',
    signal: new AbortController().signal,
  });
  const types = new Map<string, Map<string, SourceRecord>>();
  try {
    for (const { lands, pages } of ldap.reads(client)) {
      const records = new Map<string, SourceRecord>();
      types.set(lands, records);
      for await (const page of pages(client, undefined))
        for (const record of page.records) records.set(record.id, record);
    }
  } finally {
    await ldap.close!(client);
  }
  return types;
}

/** Timestamps are served without trailing zeros; values that are not e-mail addresses are left out. */
function asServed({ email, alternateEmails, ...record }: SourceRecord): Record<string, unknown> {
  const text = JSON.stringify(record, (key, value) =>
    /Date$/.test(key) ? String(value).replace(/\.?0+Z$/, 'Z') : key === 'profileMetadata' ? undefined : value,
  );
  return { ...JSON.parse(text), ...(String(email).includes('@') && { email }) };
}
