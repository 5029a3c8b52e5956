// Directory roles and Azure roles, who holds them, and access packages.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { distinctRecords, recordPage } from '../../../src/connector/record-pages.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { EntraClient } from '../client.ts';
import { type WholeList, wholeGraphList, withoutLicence } from '../paging.ts';
import { permissionSetOf } from '../records/authentication.ts';
import { azureMembershipOf, azureRoleId, azureRoleOf, azureRoleType } from '../records/azure.ts';
import { heldRoleId, roleOf, scopedObjectId, scopedRoleOf } from '../records/directory-roles.ts';
import { administration } from './administration.ts';
import { azureState } from './azure.ts';
import { scopeNames } from './scopes.ts';

export async function* rolePages(client: EntraClient): AsyncGenerator<Page> {
  const { definitionItems, definitions, assignments, gaps } = await administration(client);
  const names = await scopeNames(client);
  const page = recordPage(definitionItems, roleOf, {
    subject: 'GET /v1.0/roleManagement/directory/roleDefinitions',
  });
  const scoped = assignments.flatMap(assignment => {
    const object = scopedObjectId(assignment.scope);
    if (object === undefined) return [];
    const role = textAt(definitions.get(assignment.roleId), 'displayName') ?? assignment.roleId;
    return [scopedRoleOf(assignment, role, names.get(object) ?? object)];
  });
  yield { ...page, records: [...page.records, ...distinctRecords(scoped)], gaps };
  const azure = await azureState(client);
  yield recordPage(
    [...azure.definitions.values()],
    azureRoleOf,
    { subject: 'GET roleDefinitions of Azure', gaps: azure.gaps.map(({ gap }) => ({ ...gap, within: ofAzure })) },
    azureRoleId,
  );
}

const ofAzure = { field: 'applicationRoleType', is: [azureRoleType] };

const packages = (client: EntraClient, path: string, query?: object): Promise<WholeList> =>
  client.once(`packages ${path}`, () =>
    wholeGraphList(client, {
      path: `identityGovernance/entitlementManagement/${path}`,
      ...(query && { query: { ...query } }),
      permission: 'EntitlementManagement.Read.All',
    }),
  );

export async function* accessPackagePages(client: EntraClient): AsyncGenerator<Page> {
  const { items, gaps } = await packages(client, 'accessPackages');
  yield recordPage(items, permissionSetOf, {
    subject: 'GET /v1.0/identityGovernance/entitlementManagement/accessPackages',
    gaps: gaps.map(withoutLicence),
  });
}

/** Holders of directory roles and Azure roles, and who is assigned to access packages. */
export async function heldRoles(client: EntraClient): Promise<HeldRoles> {
  const { assignments, gaps } = await administration(client);
  const azure = await azureState(client);
  const delivered = await packages(client, 'assignments', { $expand: 'target,accessPackage' });
  const records = [
    ...assignments.map(assignment => membershipRecord(assignment.holder, ['Role', heldRoleId(assignment)])),
    ...azure.assignments.flatMap(assignment => azureMembershipOf(assignment) ?? []),
    ...delivered.items.flatMap(item => packageMembership(item) ?? []),
  ];
  const azureRoles = azure.gaps.length > 0 ? await everyAzureRole(client, azure.definitions.keys()) : [];
  const within = { field: 'managedViaObjectId', is: azureRoles };
  return {
    records: distinctRecords(records),
    gaps: [...gaps, ...azure.gaps.map(({ gap }) => ({ ...gap, within })), ...delivered.gaps.map(withoutLicence)],
  };
}

interface HeldRoles {
  readonly records: readonly SourceRecord[];
  readonly gaps: readonly Gap[];
}

/** Azure's roles that are shown now, and those that former runs landed. */
async function everyAzureRole(client: EntraClient, current: Iterable<string>): Promise<string[]> {
  const landed = (await client.context.landedBefore?.('Role', 'applicationRoleType')) ?? new Map<string, unknown>();
  return [...new Set([...current, ...[...landed].flatMap(([id, type]) => (type === azureRoleType ? [id] : []))])];
}

/** Only what is delivered gives access. */
function packageMembership(assignment: unknown): SourceRecord | undefined {
  const [target, accessPackage] = [textAt(assignment, 'target', 'objectId'), textAt(assignment, 'accessPackage', 'id')];
  if (target === undefined || accessPackage === undefined || textAt(assignment, 'state') !== 'delivered')
    return undefined;
  return membershipRecord(['Account', target], ['PermissionSet', accessPackage]);
}
