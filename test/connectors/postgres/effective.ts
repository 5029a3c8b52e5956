// What follows from the objects that the API serves of a PostgreSQL server: who has which privilege, by PostgreSQL's own rules.
import type { Item, TestService } from '../../support/service/service.ts';

export interface Served {
  readonly accounts: readonly Item[];
  readonly roles: readonly Item[];
  readonly memberships: readonly Item[];
  readonly assignments: readonly Item[];
  /** Everything that was served, as JSON. */
  readonly text: string;
  resource(id: string): Item;
  isRole(id: string): boolean;
  fact(item: Item, name: string): unknown;
  /** What one assignment that is in force permits. */
  specifiersOn(entity: string, object: string): readonly string[];
  /** The entity, PUBLIC, and the roles that it is in over any number of memberships; with an option, only over those that have it. */
  holders(entity: string, option?: string): ReadonlySet<string>;
  may(entity: string, object: string, privilege: string): boolean;
  /** Every table and view that a user made, with the accounts that reach it and the count that its record has. */
  readonly reached: readonly Reached[];
}

interface Reached {
  readonly id: string;
  readonly count: unknown;
  readonly accounts: readonly string[];
}

const firstOfUsers = 16_384;

async function reachedRelations(test: TestService, resources: readonly Item[], accounts: readonly Item[]) {
  const idOf = new Map(accounts.map(({ globalId, id }) => [globalId, id as string]));
  const reached: Reached[] = [];
  for (const { id, globalId, analyticsAccountsWithAccessCount: count } of resources) {
    if (!id.startsWith('relation:') || Number(id.split('.')[1]) < firstOfUsers) continue;
    const items = await test.everyItem(`/v1/resource-instances/${globalId}/accounts?pageSize=200`);
    reached.push({ id, count, accounts: items.map(({ accountId }) => idOf.get(accountId)!).toSorted() });
  }
  return reached;
}

function inheritsFromOwnership({ reasonSpecificData }: Item): boolean {
  return reasonSpecificData.accessControlMetadata.find((fact: Item) => fact.name === 'inherits').value;
}

export async function createServed(test: TestService): Promise<Served> {
  const list = (path: string) => test.everyItem(`/v1/${path}?pageSize=200`);
  const accounts = await list('accounts');
  const roles = await list('roles');
  const memberships = await list('entity-managed-via-object');
  const assignments = await list('entity-assigned-access-to-object');
  const resources = await list('resource-instances');
  const resource = (id: string) => resources.find(candidate => candidate.id === id);
  const byObject = new Map<string, readonly string[]>();
  for (const { id, entityId, assignedObjectId, entitlementSpecification } of assignments) {
    const { enabled, permissions } = entitlementSpecification.reasonSpecificData;
    const key = `${entityId} ${assignedObjectId}`;
    if (!enabled || (id.endsWith(' as database owner') && !inheritsFromOwnership(entitlementSpecification))) continue;
    byObject.set(key, [...(byObject.get(key) ?? []), ...permissions.fineGrainedSpecifiers]);
  }
  const above = Map.groupBy(memberships, ({ entityId }) => entityId as string);
  const roleIds = new Set(roles.map(({ id }) => id as string));
  const specifiersOn = (entity: string, object: string) => byObject.get(`${entity} ${object}`) ?? [];

  const known = new Map<string, ReadonlySet<string>>();
  function holders(entity: string, option?: string): ReadonlySet<string> {
    const key = `${option} ${entity}`;
    const former = known.get(key);
    if (former) return former;
    const found = new Set([entity, 'public']);
    for (const inside of found) {
      for (const { managedViaObjectId: outside } of above.get(inside) ?? []) {
        if (option === undefined || specifiersOn(inside, outside).includes(option)) found.add(outside);
      }
    }
    known.set(key, found);
    return found;
  }

  /** A superuser has every privilege. Two predefined roles have some on every table and schema. */
  function mayByRole(entity: string, object: string, privilege: string): boolean {
    const onServer = specifiersOn(entity, 'server');
    const kind = object.split(':')[0];
    if (kind === 'schema') return privilege === 'USAGE' && onServer.includes('USAGE ON ALL SCHEMAS');
    if (kind !== 'relation') return false;
    if (privilege === 'SELECT') return onServer.includes('SELECT ON ALL TABLES');
    // Nobody but superusers may change the system's own tables.
    if (resource(resource(object).parentId).name === 'pg_catalog') return false;
    return (
      ['INSERT', 'UPDATE', 'DELETE'].includes(privilege) && onServer.includes('INSERT, UPDATE, DELETE ON ALL TABLES')
    );
  }

  const possible: Record<string, readonly string[]> = {
    database: ['CONNECT', 'CREATE', 'TEMPORARY'],
    schema: ['USAGE', 'CREATE'],
  };
  return {
    accounts,
    reached: await reachedRelations(test, resources, accounts),
    roles,
    memberships,
    assignments,
    text: JSON.stringify([accounts, roles, memberships, assignments, resources]),
    resource,
    isRole: id => roleIds.has(id),
    fact: (item, name) => item.profileMetadata.find((fact: Item) => fact.name === name)?.value,
    specifiersOn,
    holders,
    may(entity, object, privilege) {
      const kinds = possible[object.split(':')[0]!];
      if (specifiersOn(entity, 'server').includes('SUPERUSER')) return !kinds || kinds.includes(privilege);
      return [...holders(entity, 'INHERIT')].some(
        id => specifiersOn(id, object).includes(privilege) || mayByRole(id, object, privilege),
      );
    },
  };
}
