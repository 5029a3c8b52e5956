// Workloads of other sources that are members of policies by a pool of workload identities: service accounts of clusters of Kubernetes, and
// repositories of GitHub. Their own connectors land them. A member that cannot be reduced to them is not joined, and stays the account or group
// that it is here.
import { firstPartyAuthenticationKey, workloadIssuerKey } from '../../../src/connector/authentication-keys.ts';
import type { Gap } from '../../../src/connector/contract.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { listAt, textAt, textsAt } from '../../../src/connector/json-values.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { together } from '../../../src/connector/together.ts';
import type { GcpClient } from '../client.ts';
import { clusterList, wholeGcpList } from '../lists.ts';
import { endOfMember, type PoolMember, poolMemberOf, projectOfClusterPool } from '../records/members.ts';
import { audiencesOf, issuerOfProvider } from '../records/workload-pools.ts';
import { hierarchyOf } from './hierarchy.ts';
import { policiesOf } from './policies.ts';
import { type WorkloadPool, type WorkloadProvider, workloadPoolsOf } from './workload-pools.ts';

/** An identity, or a group of them, in the source that has the key. */
interface Workload {
  readonly end: RelationshipEnd;
  readonly key: string;
}

export interface WorkloadLink extends Workload {
  /** The account or group that the policy names. */
  readonly member: RelationshipEnd;
  /** Who issues the tokens that stand for the member. */
  readonly issuer: string;
  /** Name of the provider that accepts them; undefined: the cluster's own pool. */
  readonly provider: string | undefined;
  /** Audiences that tokens must name; none where Google itself exchanges them. */
  readonly audiences: readonly string[];
  /** Expression that tokens must fulfil. */
  readonly condition: string | undefined;
}

export interface WorkloadLinks {
  readonly links: readonly WorkloadLink[];
  /** Local ids of the members of pools: links to them may be missing where there are gaps. */
  readonly members: readonly string[];
  /** Local ids of those whose pool is disabled or deleted. */
  readonly disabled: ReadonlySet<string>;
  readonly gaps: readonly Gap[];
}

export const workloadLinksOf = (client: GcpClient): Promise<WorkloadLinks> =>
  client.once('workload links', async () => {
    const [{ bindings }, { pools, gaps }, { projectsByNumber }] = await Promise.all([
      ...[policiesOf(client), workloadPoolsOf(client), hierarchyOf(client)],
    ] as const);
    const named = new Map<string, { end: RelationshipEnd; identity: PoolMember }>();
    for (const member of new Set(bindings.flatMap(({ members }) => members))) {
      const [end, identity] = [endOfMember(member), poolMemberOf(member)];
      if (end === undefined || identity === undefined) continue;
      const project = projectsByNumber.get(identity.project) ?? identity.project;
      named.set(end.join(), { end, identity: { ...identity, project } });
    }
    const clusters = await clustersOf(
      client,
      [...named.values()].map(({ identity }) => identity),
      new Set(projectsByNumber.values()),
    );
    const disabled = new Set<string>();
    const links = [...named.values()].flatMap(({ end: member, identity }) => {
      const pool = pools.find(each => each.project === identity.project && each.id === identity.pool);
      if (pool?.isActive === false) {
        disabled.add(member[1]);
        return [];
      }
      const found = clusters.issuers.has(identity.pool)
        ? workloadsOfClusters(identity, clusters.issuers.get(identity.pool)!)
        : workloadsOfPool(identity, pool);
      return found.map(link => ({ ...link, member }));
    });
    const members = [...named.values()].map(({ end }) => end[1]);
    return { links, members, disabled, gaps: distinctGaps([...gaps, ...clusters.gaps]) };
  });

type LinkOfWorkload = Omit<WorkloadLink, 'member'>;

function workloadsOfPool(identity: PoolMember, pool: WorkloadPool | undefined): LinkOfWorkload[] {
  return (pool?.providers ?? []).flatMap(provider => {
    const issuer = issuerOfProvider(provider);
    if (issuer === undefined || !provider.isActive) return [];
    const workload = workloadOf(identity, provider, issuer);
    const condition = textAt(provider.item, 'attributeCondition');
    return workload === undefined
      ? []
      : [{ ...workload, issuer, provider: provider.name, audiences: audiencesOf(provider), condition }];
  });
}

const githubIssuer = 'https://token.actions.githubusercontent.com';

/** Only a claim that is taken over as it is can be compared with the names of another source; other expressions may change it. */
function workloadOf({ by, value }: PoolMember, { item }: WorkloadProvider, issuer: string): Workload | undefined {
  const expression = textAt(item, 'attributeMapping', by === 'subject' ? 'google.subject' : by)?.trim();
  if (issuer.replace(/\/+$/, '') === githubIssuer) return githubWorkload(expression, value);
  const isServiceAccount = /^system:serviceaccount:[a-z0-9-]+:[a-z0-9.-]+$/.test(value);
  return expression === 'assertion.sub' && isServiceAccount
    ? { end: ['Account', value], key: workloadIssuerKey(issuer) }
    : undefined;
}

function githubWorkload(expression: string | undefined, value: string): Workload | undefined {
  const text = value.toLowerCase();
  const [, whole] = expression === 'assertion.repository_owner' ? (/^([\w.-]+)$/.exec(text) ?? []) : [];
  if (whole !== undefined)
    return { end: ['UserGroup', `repo:${whole}/*`], key: firstPartyAuthenticationKey('github-actions', whole) };
  const patterns = new Map([
    ['assertion.sub', /^repo:([\w.-]+)\/([\w.-]+):/],
    ['assertion.repository', /^([\w.-]+)\/([\w.-]+)$/],
  ]);
  const [, owner, repository] = patterns.get(expression ?? '')?.exec(text) ?? [];
  if (owner === undefined) return undefined;
  const key = firstPartyAuthenticationKey('github-actions', owner);
  return { end: ['Account', `repo:${owner}/${repository}`], key };
}

/**
 * Clusters of a project share its pool `PROJECT.svc.id.goog`: a service account of the same name in each of them is the same identity
 * (cloud.google.com/kubernetes-engine/docs/concepts/workload-identity, identity sameness).
 */
function workloadsOfClusters({ by, value }: PoolMember, issuers: readonly string[]): LinkOfWorkload[] {
  const end = endInClusters(by, value);
  const unconditional = { provider: undefined, audiences: [], condition: undefined };
  return issuers
    .filter(issuer => by !== 'kubernetes.cluster' || issuer === value)
    .flatMap(issuer => (end === undefined ? [] : [{ end, key: workloadIssuerKey(issuer), issuer, ...unconditional }]));
}

function endInClusters(by: string, value: string): RelationshipEnd | undefined {
  if (by === 'kubernetes.cluster') return ['UserGroup', 'system:serviceaccounts'];
  if (by === 'namespace' && /^[a-z0-9-]+$/.test(value)) return ['UserGroup', `system:serviceaccounts:${value}`];
  const [, namespace, name] = (by === 'subject' && /^ns\/([a-z0-9-]+)\/sa\/([a-z0-9.-]+)$/.exec(value)) || [];
  return namespace === undefined ? undefined : ['Account', `system:serviceaccount:${namespace}:${name}`];
}

/** The issuers of the clusters in each pool of clusters that a policy names, where the project was read and the pool is its own. */
async function clustersOf(
  client: GcpClient,
  identities: readonly PoolMember[],
  projects: ReadonlySet<string>,
): Promise<{ issuers: ReadonlyMap<string, readonly string[]>; gaps: Gap[] }> {
  const issuers = new Map<string, string[]>();
  const gaps: Gap[] = [];
  const named = identities.flatMap(({ project, pool }) => {
    const owner = projectOfClusterPool(pool);
    return owner !== undefined && project === `projects/${owner}` && projects.has(project) ? [owner] : [];
  });
  await together([...new Set(named)], async project => {
    const pool = `${project}.svc.id.goog`;
    const { items, gaps: unread } = await wholeGcpList(client, clusterList(project));
    gaps.push(...unread, ...items.flatMap(answer => missingZones(project, textsAt(answer, 'missingZones'))));
    const inPool = items
      .flatMap(answer => listAt(answer, 'clusters'))
      .filter(cluster => textAt(cluster, 'workloadIdentityConfig', 'workloadPool') === pool);
    issuers.set(
      pool,
      inPool.flatMap(cluster => issuerOfCluster(project, cluster) ?? []),
    );
  });
  return { issuers, gaps };
}

function issuerOfCluster(project: string, cluster: unknown): string | undefined {
  const [location = '', name = ''] = [textAt(cluster, 'location'), textAt(cluster, 'name')];
  return [location, name].every(part => /^[a-z0-9-]+$/.test(part))
    ? `https://container.googleapis.com/v1/projects/${project}/locations/${location}/clusters/${name}`
    : undefined;
}

function missingZones(project: string, zones: readonly string[]): Gap[] {
  if (zones.length === 0) return [];
  const message = `the list of clusters lacks those in ${zones.join(', ')}, which did not answer`;
  return [{ reason: 'failed', subject: `clusters of ${project}`, message, missing: 'objects' }];
}
