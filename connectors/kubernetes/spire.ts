// SPIRE, where its controller manager runs in the cluster: the trust domains that its custom resources name
// (github.com/spiffe/spire-controller-manager, docs). They have the name of the own trust domain only where somebody wrote it out.
import type { Gap, SourceRecord } from '../../src/connector/contract.ts';
import {
  issuedElsewhere,
  issuedTrustDomain,
  trustBetween,
  trustDomainName,
  trustDomainOfId,
  trustedTrustDomain,
} from '../../src/connector/federation/trust-domains.ts';
import { distinctGaps } from '../../src/connector/gaps.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt, textsAt } from '../../src/connector/json-values.ts';
import type { KubernetesClient } from './client.ts';
import { type ListName, listed, spireApi } from './lists.ts';

export const spireLists = [
  'clusterFederatedTrustDomains',
  'clusterSpiffeIds',
  'clusterStaticEntries',
] as const satisfies readonly ListName[];

/**
 * Whether the cluster has the resources of SPIRE. Without the right to list them, the API server refuses the lists whether they exist or not,
 * so this asks for the group of the API, which whoever signed in may see (ClusterRole `system:discovery`).
 */
export async function hasSpire({ http, once }: KubernetesClient): Promise<boolean> {
  return once('has SPIRE', async () => {
    try {
      return (await http.send({ url: spireApi, accepts: [404] })).status !== 404;
    } catch (error) {
      // Who may not ask for the group may be allowed to list; the lists say so.
      if (error instanceof HttpError) return true;
      throw error;
    }
  });
}

interface Trust {
  readonly trusted: string;
  /** The class of the resource: a cluster may have several controllers, each with a trust domain of its own. */
  readonly controller: string;
  readonly description?: string;
}

interface Spire {
  /** Trust domains that SPIRE issues identities of → the classes of their controllers. */
  readonly own: ReadonlyMap<string, ReadonlySet<string>>;
  readonly trusts: readonly Trust[];
  readonly gaps: readonly Gap[];
}

const spireOf = (client: KubernetesClient): Promise<Spire> => client.once('SPIRE', () => readSpire(client));

async function readSpire(client: KubernetesClient): Promise<Spire> {
  if (!(await hasSpire(client))) return { own: new Map(), trusts: [], gaps: [] };
  const [domains, ids, entries] = await Promise.all(spireLists.map(name => listed(client, name)));
  const own = new Map<string, Set<string>>();
  const trusts: Trust[] = [];
  for (const item of [...ids!.items, ...entries!.items]) {
    const controller = textAt(item, 'spec', 'className') ?? '';
    const name = trustDomainOfId(textAt(item, 'spec', 'spiffeID') ?? textAt(item, 'spec', 'spiffeIDTemplate'));
    if (name !== undefined) own.set(name, (own.get(name) ?? new Set()).add(controller));
    for (const other of textsAt(item, 'spec', 'federatesWith')) {
      const trusted = trustDomainName(other);
      if (trusted !== undefined) trusts.push({ trusted, controller });
    }
  }
  for (const item of domains!.items) {
    const trusted = trustDomainName(textAt(item, 'spec', 'trustDomain'));
    const endpoint = textAt(item, 'spec', 'bundleEndpointURL');
    const controller = textAt(item, 'spec', 'className') ?? '';
    if (trusted !== undefined)
      trusts.push({ trusted, controller, ...(endpoint && { description: `its keys come from ${endpoint}` }) });
  }
  return { own, trusts, gaps: distinctGaps([...domains!.gaps, ...ids!.gaps, ...entries!.gaps]) };
}

export async function trustDomainsOf(client: KubernetesClient): Promise<{ records: SourceRecord[]; gaps: Gap[] }> {
  const { own, trusts, gaps } = await spireOf(client);
  const descriptions = new Map<string, string>();
  for (const { trusted, description = '' } of trusts)
    descriptions.set(trusted, description || (descriptions.get(trusted) ?? ''));
  const issued = [...own.keys()].map(name =>
    issuedTrustDomain({ name, description: 'SPIFFE trust domain of SPIRE in the cluster', isActive: true }),
  );
  const trusted = [...descriptions].flatMap(([name, description]) => {
    if (own.has(name)) return [];
    const text = `SPIFFE trust domain that SPIRE in the cluster trusts${description && `; ${description}`}`;
    return [trustedTrustDomain({ name, description: text, isActive: true })];
  });
  return { records: [...issued, ...trusted], gaps: [...gaps] };
}

/** Which trust domain trusts which. The same resource may say so several times. */
export async function trustEdges(client: KubernetesClient): Promise<{ records: SourceRecord[]; gaps: Gap[] }> {
  const { own, trusts, gaps } = await spireOf(client);
  const elsewhere = new Set(trusts.flatMap(({ trusted }) => (own.has(trusted) ? [] : [trusted])));
  const between = trusts.flatMap(({ trusted, controller }) =>
    [...own].flatMap(([name, controllers]) =>
      name !== trusted && controllers.has(controller) ? [trustBetween(trusted, name)] : [],
    ),
  );
  const isKnown = trusts.every(({ controller }) => [...own.values()].some(controllers => controllers.has(controller)));
  return {
    records: [...[...elsewhere].map(issuedElsewhere), ...between],
    gaps: [...gaps, ...(isKnown ? [] : [ownNameUnknown])],
  };
}

const ownNameUnknown: Gap = {
  ...{ reason: 'unsupported', subject: spireApi, missing: 'fields' },
  message:
    'which trust domain of the cluster trusts the others is not known, because no resource of SPIRE writes out its name',
};
