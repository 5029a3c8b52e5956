// Domains, containers, accounts, groups and resources.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { relationshipId } from '../../../src/connector/relationship-id.ts';
import { directoryObjectsOf, type SharphoundClient } from '../client.ts';
import { accountKinds, directoryKinds, type Kind } from '../kinds.ts';
import { localGroupsOf } from '../local-access.ts';
import { trustsOf } from '../records/access.ts';
import { directoryAccountOf, referredAccount } from '../records/accounts.ts';
import {
  directoryContainerOf,
  directoryResourceClasses,
  directoryResourceOf,
  domainProviderOf,
  inheritsFrom,
  policyLinksOf,
  referredResource,
} from '../records/containers.ts';
import { directoryGroupOf, localGroupOf, referredGroup, trustedGroup } from '../records/groups.ts';
import { methodGaps, missingFileGaps } from './gaps.ts';
import { objectPages } from './pages.ts';

const domainKinds: ReadonlySet<Kind> = new Set(['domains']);
const groupSources: ReadonlySet<Kind> = new Set(['groups', 'computers', 'domains']);

export async function* applicationPages(client: SharphoundClient): AsyncGenerator<Page> {
  const names: string[] = [];
  for await (const object of directoryObjectsOf(client, domainKinds)) {
    if ('rejection' in object) continue;
    const name = textAt(object.value, 'Properties', 'name');
    if (name !== undefined) names.push(name.toLowerCase());
  }
  // The root of a forest has the shortest name.
  const [root] = names.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  const record: SourceRecord = {
    ...{ id: 'active-directory', key: root ?? 'active-directory', name: root ?? 'Active Directory' },
    ...{ category: 'Directory', vendorName: 'Microsoft', supportedFederatedRelationships: [] },
  };
  yield { records: [record], place: () => 'domains' };
}

export const providerPages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    kinds: domainKinds,
    gaps: missingFileGaps(client, domainKinds),
    records: object => (object.isDescription ? [domainProviderOf(object)] : []),
  });

export const directoryPages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    kinds: directoryKinds,
    gaps: missingFileGaps(client, directoryKinds),
    records: object => (object.isDescription ? [directoryContainerOf(object, client.inventory)] : []),
  });

export const directoryAccountPages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    kinds: accountKinds,
    gaps: [
      ...missingFileGaps(client, accountKinds),
      ...methodGaps(client, 'properties', 'enabled, names and times of accounts', 'fields'),
    ],
    records: object => (object.isDescription ? [directoryAccountOf(object, client.inventory)] : []),
    others: referredRecords(client, (id, kind) =>
      kind === 'user' || kind === 'computer' ? referredAccount(id, kind) : undefined,
    ),
  });

export const directoryGroupPages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    kinds: groupSources,
    gaps: missingFileGaps(client, groupSources),
    repeats: true,
    *records(object) {
      const { kind, value, isDescription } = object;
      if (kind === 'groups' && isDescription) yield directoryGroupOf(object);
      if (kind === 'computers') {
        for (const group of localGroupsOf(value)) {
          if (!client.inventory.objects.has(group.id)) yield localGroupOf(group);
        }
      }
      if (kind !== 'domains') return;
      for (const { from, names } of trustsOf(object)) yield trustedGroup(from, names.get(from) ?? from);
    },
    others: referredRecords(client, (id, kind) =>
      kind === 'group' || kind === 'unknown' ? referredGroup(id, kind === 'group') : undefined,
    ),
  });

function* referredRecords(
  { inventory }: SharphoundClient,
  recordOf: (id: string, kind: string & ('user' | 'computer' | 'group' | 'unknown')) => SourceRecord | undefined,
): Generator<SourceRecord> {
  for (const [id, kind] of inventory.references) {
    const record = recordOf(id, kind);
    if (record) yield record;
  }
}

export async function* directoryClassPages(): AsyncGenerator<Page> {
  yield { records: directoryResourceClasses, place: () => 'kinds of objects' };
}

export const directoryResourcePages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    gaps: missingFileGaps(client),
    repeats: true,
    *records(object) {
      if (object.isDescription) yield directoryResourceOf(object, client.inventory);
      yield* policyLinksOf(object, client.inventory);
      if (object.kind !== 'domains') return;
      for (const { names } of trustsOf(object)) {
        for (const [domain, name] of names) {
          if (!client.inventory.objects.has(domain)) yield referredResource(domain, name);
        }
      }
    },
    others: referredRecords(client, id => referredResource(id)),
  });

export const inheritancePages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    gaps: missingFileGaps(client),
    repeats: true,
    *records(object) {
      const { id, isDescription } = object;
      const parentId = isDescription ? inheritsFrom(client.inventory, id) : undefined;
      if (parentId !== undefined) yield containment(parentId, id);
      for (const link of policyLinksOf(object, client.inventory)) yield containment(id, link.id);
    },
  });

const containment = (parentId: string, childId: string): SourceRecord => ({
  id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', childId]),
  ...{ parentId, childId },
});
