// Providers of workload identities and trust domains, and which workloads of other sources are which identities here.
import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { distinctRecords } from '../../../src/connector/record-pages.ts';
import { assignmentRecord, fromElsewhere, membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { GcpClient } from '../client.ts';
import { workloadPoolsOf } from '../inventory/workload-pools.ts';
import { type WorkloadLink, type WorkloadLinks, workloadLinksOf } from '../inventory/workloads.ts';
import { providerOf, trustDomainsOfPools, trustOfPools } from '../records/workload-pools.ts';

export async function* authenticatorPages(client: GcpClient): AsyncGenerator<Page> {
  const { pools, gaps, rejected } = await workloadPoolsOf(client);
  const providers = pools.flatMap(pool => pool.providers.map(provider => providerOf(provider, pool)));
  const records = [...providers, ...trustDomainsOfPools(pools)];
  yield { records: distinctRecords(records), place: () => 'workloadIdentityPools', gaps, rejected };
}

/** The workloads as members of the accounts and groups that they are here, and trust domains as members of those that trust them. */
export async function workloadMemberships(client: GcpClient): Promise<Page> {
  const [{ pools, gaps }, links] = await Promise.all([workloadPoolsOf(client), workloadLinksOf(client)]);
  const members = links.links.map(({ end, key, member }) => fromElsewhere(membershipRecord(end, member, key), key));
  const records: SourceRecord[] = distinctRecords([...members, ...trustOfPools(pools)]);
  // Without a pool, its trust domain and its members are not known.
  const trust = gaps.map(gap => ({ ...gap, within: { field: 'managedViaObjectId', startsWith: ['spiffe://'] } }));
  const joined = unknownLinks(links, 'managedViaObjectId');
  return { records, place: () => 'workloadIdentityPools', gaps: [...trust, ...joined] };
}

/** A workload can act as the account that it is here, as long as its token fulfils the conditions of the provider. */
export async function workloadAssignments(client: GcpClient): Promise<Page> {
  const links = await workloadLinksOf(client);
  return {
    records: distinctRecords(links.links.flatMap(link => (link.member[0] === 'Account' ? [actingAs(link)] : []))),
    ...{ place: () => 'workloadIdentityPools', gaps: unknownLinks(links, 'assignedObjectId') },
  };
}

function actingAs({ end, key, member, issuer, provider, audiences, condition }: WorkloadLink): SourceRecord {
  const context = metadataItems('oidc', {
    ...{ issuer, audiences: audiences.length > 0 ? audiences : undefined, attributeCondition: condition },
  });
  const details = {
    ...{ name: 'federated identity', description: `by tokens of ${issuer}` },
    accessControlMetadata: metadataItems('gcp', { provider }),
    permissions: { isExecute: true, fineGrainedSpecifiers: [`impersonate:${member[1]}`] },
    conditions: { context },
  };
  return fromElsewhere(assignmentRecord(end, member, details, `federated ${provider ?? issuer}`), key);
}

const unknownLinks = ({ gaps, members }: WorkloadLinks, field: string): Gap[] =>
  members.length === 0 ? [] : gaps.map(gap => ({ ...gap, within: { field, is: [...members] } }));
