// Who has access to what: directory roles, app roles, delegated permissions, owners, federated credentials, Azure.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { distinctRecords, listCursor, listPlaceOf } from '../../../src/connector/record-pages.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import { batchedLists } from '../batch.ts';
import type { EntraClient } from '../client.ts';
import { mostInBatch, pageSizes } from '../limits.ts';
import { graphPages, resumedPages } from '../paging.ts';
import { isEnterpriseApplication } from '../records/applications.ts';
import {
  accountabilityOf,
  appRoleAssignmentOf,
  blueprintAccessOf,
  delegatedGrantOf,
  eligibilityOf,
  graphAppId,
  ownershipOf,
} from '../records/assignments.ts';
import { assignedRoleId, azureAssignmentOf, azureDenialsOf, isForEverybody } from '../records/azure.ts';
import { heldRoleId, rolePermissions, scopedObjectId } from '../records/directory-roles.ts';
import { federatedAccessOf, workloadOf } from '../records/federated-credentials.ts';
import { administration } from './administration.ts';
import { azureState, withinAzure } from './azure.ts';
import {
  everyPrincipal,
  federatedCredentials,
  isAgentIdentity,
  ownersIn,
  principalsWithApplications,
  sponsors,
} from './directory.ts';
import { scopeEnd } from './scopes.ts';

/** App roles come first, in as many pages as there are batches; then delegated permissions; then roles, owners, federated credentials and Azure. */
export async function* assignmentPages(client: EntraClient, cursor?: string): AsyncGenerator<Page> {
  const place = listPlaceOf(cursor) ?? { list: 'app roles' };
  if (place.list === 'app roles') yield* appRolePages(client, place.from);
  if (place.list !== 'roles') yield* delegatedPages(client, place.list === 'delegated' ? place.from : undefined);
  for (const read of [rolePage, ownershipPage, federationPage, azurePage]) {
    const { records, gaps } = await read(client);
    yield { records: distinctRecords(records), gaps };
  }
}

interface Found {
  readonly records: SourceRecord[];
  readonly gaps: readonly Gap[];
}

/** @param from the id of the first service principal that is left to ask for */
async function* appRolePages(client: EntraClient, from = ''): AsyncGenerator<Page> {
  const { items, gaps } = await everyPrincipal(client);
  const offering = items
    .filter(isEnterpriseApplication)
    .flatMap(principal => {
      const id = textAt(principal, 'id');
      return id === undefined || id < from ? [] : [{ id, principal }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  yield { records: [], gaps };
  for (let start = 0; start < offering.length; start += mostInBatch) {
    const asked = offering.slice(start, start + mostInBatch);
    const lists = await batchedLists(
      client,
      asked.map(({ id }) => ({
        path: `servicePrincipals/${encodeURIComponent(id)}/appRoleAssignedTo`,
        ...{ permission: 'Application.Read.All', absent: [404] },
      })),
    );
    const records = lists.flatMap((list, index) =>
      list.items.flatMap(item => appRoleAssignmentOf(item, asked[index]!.principal, client.tenantId) ?? []),
    );
    const within = (index: number) => {
      const { id, principal } = asked[index]!;
      return textAt(principal, 'appId') === graphAppId ? {} : { within: { field: 'assignedObjectId', is: [id] } };
    };
    const following = offering[start + mostInBatch];
    yield {
      records: distinctRecords(records),
      gaps: lists.flatMap((list, index) => list.gaps.map(gap => ({ ...gap, ...within(index) }))),
      cursor: listCursor(following ? { list: 'app roles', from: following.id } : { list: 'delegated' }),
    };
  }
}

async function* delegatedPages(client: EntraClient, from: string | undefined): AsyncGenerator<Page> {
  const list = {
    path: 'oauth2PermissionGrants',
    query: { $top: pageSizes.directory },
    permission: 'DelegatedPermissionGrant.Read.All',
  };
  for await (const page of resumedPages(start => graphPages(client, list, start), from)) {
    const following = page.next === undefined ? { list: 'roles' } : { list: 'delegated', from: page.next };
    const records = page.items.flatMap(item => delegatedGrantOf(item) ?? []);
    yield { records, gaps: page.gaps, place: () => page.subject, cursor: listCursor(following) };
  }
}

/** What roles permit over the tenant or a part of it, and roles that may be activated. */
async function rolePage(client: EntraClient): Promise<Found> {
  const { definitions, assignments, eligible, gaps, eligibleGaps } = await administration(client);
  const nameOf = (roleId: string) => textAt(definitions.get(roleId), 'displayName') ?? roleId;
  const tenant: RelationshipEnd = ['IntegratedApplication', client.tenantId];
  const records = [...definitions].map(([id, definition]) => {
    const details = { name: nameOf(id), permissions: rolePermissions(definition, true) };
    return assignmentRecord(['Role', id], tenant, details);
  });
  for (const assignment of assignments.filter(({ scope }) => scopedObjectId(scope) !== undefined)) {
    const details = {
      name: nameOf(assignment.roleId),
      permissions: rolePermissions(definitions.get(assignment.roleId), false),
    };
    records.push(assignmentRecord(['Role', heldRoleId(assignment)], await scopeEnd(client, assignment), details));
  }
  for (const assignment of eligible) {
    const isWhole = scopedObjectId(assignment.scope) === undefined;
    const permissions = rolePermissions(definitions.get(assignment.roleId), isWhole);
    const end = await scopeEnd(client, assignment);
    records.push(eligibilityOf(assignment, end, nameOf(assignment.roleId), permissions));
  }
  return { records, gaps: [...gaps, ...eligibleGaps] };
}

/** Where rights over a service principal land: managed identities and agents are no applications that anybody signs in to. */
const objectOf = (client: EntraClient, principal: unknown, id: string): RelationshipEnd =>
  isEnterpriseApplication(principal) ? ['AssignedApplication', id] : ['IntegratedApplication', client.tenantId];

async function ownershipPage(client: EntraClient): Promise<Found> {
  const { pairs, gaps } = await principalsWithApplications(client);
  const [ofPrincipals, ofApplications] = [
    await ownersIn(client, 'servicePrincipals'),
    await ownersIn(client, 'applications'),
  ];
  const ofAgents = await sponsors(client);
  const blueprints = new Map(pairs.map(({ principal }) => [textAt(principal, 'appId') ?? '', textAt(principal, 'id')]));
  const records = pairs.flatMap(({ principal, application }) => {
    const id = textAt(principal, 'id');
    if (id === undefined) return [];
    const object = objectOf(client, principal, id);
    const owners = [
      ...(ofPrincipals.of.get(id) ?? []),
      ...(ofApplications.of.get(textAt(application, 'id') ?? '') ?? []),
    ];
    const blueprint = blueprints.get(textAt(principal, 'agentIdentityBlueprintId') ?? 'none');
    const people = { owners: distinct(owners), sponsors: ofAgents.of.get(id) ?? [] };
    const accountable = accountabilityOf(id, object, people);
    return [
      ...owners.flatMap(owner => ownershipOf(owner, id, object) ?? []),
      ...(accountable ? [accountable] : []),
      ...(isAgentIdentity(principal) && blueprint !== undefined ? [blueprintAccessOf(blueprint, id, object)] : []),
    ];
  });
  return { records, gaps: [...gaps, ...ofPrincipals.gaps, ...ofApplications.gaps, ...ofAgents.gaps] };
}

const distinct = (objects: readonly unknown[]) => [
  ...new Map(objects.map(each => [textAt(each, 'id'), each])).values(),
];

/** Whose tokens sign applications and managed identities in. */
async function federationPage(client: EntraClient): Promise<Found> {
  const { pairs, gaps } = await principalsWithApplications(client);
  const credentials = await federatedCredentials(client);
  const { identities } = await azureState(client);
  const byId = new Map(pairs.map(({ principal }) => [textAt(principal, 'id') ?? '', principal]));
  const trusting = [
    ...pairs.map(({ principal, application }) => ({
      id: textAt(principal, 'id'),
      trusts: credentials.of.get(textAt(application, 'id') ?? '') ?? [],
    })),
    ...identities.map(({ principalId, trusts }) => ({ id: principalId, trusts })),
  ];
  const records: SourceRecord[] = [];
  const undecided: Gap[] = [];
  for (const { id, trusts } of trusting)
    for (const trust of id === undefined ? [] : trusts) {
      const record = federatedAccessOf(trust, id!, objectOf(client, byId.get(id!), id!), client.tenantId);
      if (record) records.push(record);
      else if (workloadOf(trust, client.tenantId) === undefined) undecided.push(undecidedTrust(id!, trust));
    }
  return { records, gaps: [...gaps, ...credentials.gaps, ...undecided] };
}

function undecidedTrust(id: string, trust: unknown): Gap {
  const who = `${textAt(trust, 'issuer') ?? 'an issuer'} ${textAt(trust, 'subject') ?? textAt(trust, 'claimsMatchingExpression', 'value') ?? ''}`;
  return {
    reason: 'unsupported',
    subject: `federated credential ${textAt(trust, 'name') ?? ''} of ${id}`,
    message: `who may sign in by it is not decided: ${who.trim().slice(0, 200)}`,
    missing: 'fields',
  };
}

async function azurePage(client: EntraClient): Promise<Found> {
  const { assignments, definitions, denials, gaps } = await azureState(client);
  const records = [
    ...assignments.flatMap(each => azureAssignmentOf(each, definitions.get(assignedRoleId(each) ?? '')) ?? []),
    ...denials.flatMap(azureDenialsOf),
  ];
  const general = denials.filter(isForEverybody).map(
    (denial): Gap => ({
      reason: 'unsupported',
      subject: `deny assignment ${textAt(denial, 'properties', 'denyAssignmentName') ?? textAt(denial, 'name') ?? ''}`,
      message: `denies everybody but some, which is not shown, over ${textAt(denial, 'properties', 'scope') ?? 'a scope'}`,
      missing: 'fields',
    }),
  );
  return { records, gaps: [...gaps.map(gap => withinAzure(gap, 'assignedObjectId')), ...general] };
}
