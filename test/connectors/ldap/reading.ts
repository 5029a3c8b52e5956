// A deployment with one `ldap` source, for the tests of this folder.

import { ldap } from '../../../connectors/ldap/index.ts';
import type { Gap } from '../../../src/connector/contract.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';

export interface LdapService extends TestService {
  /** What is served of a type, by local id. */
  served(path: string): Promise<Map<string, Item>>;
  /** Memberships as `member id > group or role id`. */
  memberships(): Promise<Set<string>>;
  read(
    type: string,
  ): Promise<{ status: string; gaps: readonly Gap[]; rows: number; rejected: number; error: string | null }>;
}

export async function startLdapService(settings: Record<string, unknown>): Promise<LdapService> {
  const test = await startService({
    connectors: [ldap],
    settings: {
      sources: [{ id: 'directory', connector: 'ldap', settings }],
      // Tests delete large parts of small directories.
      hold_back: { gone_percent: 100, rejected_percent: 100 },
    },
  });
  return {
    ...test,
    async served(path) {
      return new Map((await test.everyItem(`${path}?pageSize=200`)).map(item => [item.id, item]));
    },
    async memberships() {
      const items = await test.everyItem('/v1/entity-managed-via-object?pageSize=200');
      return new Set(items.map(({ entityId, managedViaObjectId }) => `${entityId} > ${managedViaObjectId}`));
    },
    async read(type) {
      const [source] = await test.operator.sources({});
      return source!.reads.find(read => read.type === type) as never;
    },
  };
}

export const metadataOf = (item: Item): Record<string, unknown> =>
  Object.fromEntries(item.profileMetadata.map(({ name, value }: { name: string; value: unknown }) => [name, value]));
