// The parts of a tenant over which roles are held: administrative units with their members, objects, and the scopes of Azure.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt } from '../../../src/connector/json-values.ts';
import { distinctRecords } from '../../../src/connector/record-pages.ts';
import { type RelationshipEnd, relationshipId } from '../../../src/connector/relationship-id.ts';
import type { EntraClient } from '../client.ts';
import { isEnterpriseApplication } from '../records/applications.ts';
import { azureScopeRecord } from '../records/azure.ts';
import { type RoleAssignment, scopedObjectId } from '../records/directory-roles.ts';
import { administration, administrativeUnits } from './administration.ts';
import { type AzureGap, azureState, withinAzure } from './azure.ts';
import { principalsWithApplications } from './directory.ts';

const classes: readonly SourceRecord[] = [
  { id: 'administrative-unit', name: 'AdministrativeUnit', displayName: 'Administrative unit' },
  { id: 'directory-object', name: 'DirectoryObject', displayName: 'Object of the directory' },
  { id: 'azure-root', name: 'Azure', displayName: 'Azure' },
  { id: 'management-group', name: 'ManagementGroup', displayName: 'Management group' },
  { id: 'subscription', name: 'Subscription', displayName: 'Subscription' },
  { id: 'resource-group', name: 'ResourceGroup', displayName: 'Resource group' },
  { id: 'azure-resource', name: 'Resource', displayName: 'Azure resource' },
];

export async function* resourceClassPages(): AsyncGenerator<Page> {
  yield { records: classes };
}

interface Scopes {
  readonly records: readonly SourceRecord[];
  /** Contained resource → the resource that contains it; a user may be in several administrative units. */
  readonly edges: readonly (readonly [child: string, parent: string])[];
  readonly gaps: readonly Gap[];
  readonly azureGaps: readonly AzureGap[];
}

const resource = (id: string, name: string | undefined, resourceClass: string): SourceRecord => ({
  id,
  ...{ name: name ?? id, displayName: name ?? id, resourceClass },
});

/** The resources of the directory and of Azure. */
const everyScope = (client: EntraClient): Promise<Scopes> =>
  client.once('scopes', async () => {
    const units = await administrativeUnits(client);
    const roles = await administration(client);
    const azure = await azureState(client);
    const records = new Map<string, SourceRecord>();
    const edges: (readonly [string, string])[] = [];
    for (const [unit, members] of units.members)
      for (const member of members) {
        const id = textAt(member, 'id');
        if (id === undefined) continue;
        records.set(id, resource(id, textAt(member, 'displayName'), 'directory-object'));
        edges.push([id, unit]);
      }
    for (const assignment of [...roles.assignments, ...roles.eligible]) {
      const [type, id] = await scopeEnd(client, assignment);
      if (type === 'ResourceInstance' && !records.has(id)) records.set(id, resource(id, undefined, 'directory-object'));
    }
    for (const unit of units.items) {
      const id = textAt(unit, 'id');
      if (id !== undefined) records.set(id, resource(id, textAt(unit, 'displayName'), 'administrative-unit'));
    }
    for (const scope of azure.scopes.values()) {
      records.set(scope.id, { ...azureScopeRecord(scope) });
      if (scope.parent !== undefined) edges.push([scope.id, scope.parent]);
    }
    const gaps = [...units.gaps, ...roles.gaps];
    return {
      records: [...records.values()].map(record => definedMembers(record) as SourceRecord),
      edges,
      gaps,
      azureGaps: azure.gaps,
    };
  });

/** Id → name, of administrative units and applications. */
export async function scopeNames(client: EntraClient): Promise<ReadonlyMap<string, string>> {
  const units = await administrativeUnits(client);
  const { pairs, applications } = await principalsWithApplications(client);
  const objects = [...applications, ...pairs.map(({ principal }) => principal), ...units.items];
  return new Map(
    objects.flatMap(object => {
      const [id, name] = [textAt(object, 'id'), textAt(object, 'displayName')];
      return id === undefined || name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** The object that a role is held over: the tenant, an application, or a resource. A registration stands for its service principal. */
export async function scopeEnd(client: EntraClient, { scope }: RoleAssignment): Promise<RelationshipEnd> {
  const object = scopedObjectId(scope);
  if (object === undefined) return ['IntegratedApplication', client.tenantId];
  const principals = await applicationPrincipals(client);
  const principal = principals.get(object);
  return principal === undefined ? ['ResourceInstance', object] : ['AssignedApplication', principal];
}

/** Object id of a service principal or registration → id of the application that lands. */
const applicationPrincipals = (client: EntraClient): Promise<ReadonlyMap<string, string>> =>
  client.once('principals of applications', async () => {
    const { pairs } = await principalsWithApplications(client);
    return new Map(
      pairs
        .filter(({ principal }) => isEnterpriseApplication(principal))
        .flatMap(({ principal, application }) => {
          const id = textAt(principal, 'id');
          if (id === undefined) return [];
          const registration = textAt(application, 'id');
          return [[id, id] as const, ...(registration === undefined ? [] : [[registration, id] as const])];
        }),
    );
  });

export async function* resourcePages(client: EntraClient): AsyncGenerator<Page> {
  const { records, gaps, azureGaps } = await everyScope(client);
  yield { records, gaps: [...gaps, ...azureGaps.map(gap => withinAzure(gap, 'id'))] };
}

export async function* containmentPages(client: EntraClient): AsyncGenerator<Page> {
  const { edges, gaps, azureGaps } = await everyScope(client);
  const records = edges.map(([childId, parentId]) => {
    const ends = [['ResourceInstance', parentId] as const, ['ResourceInstance', childId] as const] as const;
    return { id: relationshipId(...ends), parentId, childId };
  });
  yield {
    records: distinctRecords(records),
    gaps: [...gaps, ...azureGaps.map(gap => withinAzure(gap, 'childId'))],
  };
}
