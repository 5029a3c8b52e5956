// Pools of workload identities and their providers as authenticators.
import { oidcAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import {
  issuedElsewhere,
  issuedTrustDomain,
  trustBetween,
  trustDomainName,
  trustedTrustDomain,
} from '../../../src/connector/federation/trust-domains.ts';
import { definedMembers, isJsonObject, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { lastPart } from '../ids.ts';
import type { WorkloadPool, WorkloadProvider } from '../inventory/workload-pools.ts';

/** Tokens must name one of them (`allowedAudiences`); a provider without any takes its own name. */
export function audiencesOf({ name, item }: WorkloadProvider): string[] {
  const allowed = textsAt(item, 'oidc', 'allowedAudiences').filter(audience => audience.trim() !== '');
  return allowed.length > 0 ? allowed : [`https://iam.googleapis.com/${name}`, `//iam.googleapis.com/${name}`];
}

export const issuerOfProvider = ({ item }: WorkloadProvider): string | undefined => textAt(item, 'oidc', 'issuerUri');

export function providerOf(provider: WorkloadProvider, pool: WorkloadPool): SourceRecord {
  const { name, item, isActive } = provider;
  const [issuer, condition] = [issuerOfProvider(provider), textAt(item, 'attributeCondition')];
  const what = whatItAccepts(provider);
  return {
    id: name,
    ...definedMembers({
      ...{ name: textAt(item, 'displayName') ?? lastPart(name), isActive },
      description: `${what}, for the pool ${pool.id} of ${pool.project}${condition === undefined ? '' : `, if ${condition}`}`,
      authenticationKeys:
        issuer === undefined
          ? undefined
          : [...new Set(audiencesOf(provider).map(audience => oidcAuthenticationKey(issuer, audience)))],
      authenticationMethods: [{ type: 'federation', description: what }],
    }),
  };
}

function whatItAccepts(provider: WorkloadProvider): string {
  const { item } = provider;
  const issuer = issuerOfProvider(provider);
  if (issuer !== undefined) return `OpenID Connect tokens of ${issuer}`;
  const account = textAt(item, 'aws', 'accountId');
  if (account !== undefined) return `credentials of the AWS account ${account}`;
  if (isJsonObject(valueAt(item, 'saml'))) return 'SAML assertions';
  return isJsonObject(valueAt(item, 'x509')) ? 'X.509 certificates' : 'credentials of an unknown kind';
}

/** The SPIFFE trust domain of a pool. A pool that Google manages has the name of its trust domain, such as `PROJECT.svc.id.goog`. */
function trustDomainOfPool({ id, name, item }: WorkloadPool): string | undefined {
  const mode = textAt(item, 'mode');
  if (mode === 'TRUST_DOMAIN') return trustDomainName(`${id}.global.${name.split('/')[1]}.workload.id.goog`);
  return mode === 'SYSTEM_TRUST_DOMAIN' && id.includes('.') ? trustDomainName(id) : undefined;
}

/** The trust domain of a pool, and those whose certificates its workloads accept (`inlineTrustConfig`): a map by their names. */
function trustOf(pool: WorkloadPool): { own: string; trusted: string[] } | undefined {
  const own = trustDomainOfPool(pool);
  if (own === undefined) return undefined;
  const bundles = valueAt(pool.item, 'inlineTrustConfig', 'additionalTrustBundles');
  const names = isJsonObject(bundles) ? Object.keys(bundles) : [];
  return { own, trusted: names.flatMap(name => trustDomainName(name) ?? []).filter(name => name !== own) };
}

/** Each trust domain once: those that pools of the source are, and those that these trust. */
export function trustDomainsOfPools(pools: readonly WorkloadPool[]): SourceRecord[] {
  const trusts = pools.flatMap(pool => ({ pool, ...(trustOf(pool) ?? { own: undefined, trusted: [] }) }));
  const issued = new Map(
    trusts.flatMap(({ pool, own: name }) => {
      if (name === undefined) return [];
      const description = `SPIFFE trust domain of the pool ${pool.id} of ${pool.project}`;
      return [[name, issuedTrustDomain({ name, description, isActive: pool.isActive })] as const];
    }),
  );
  const trusted = new Map<string, SourceRecord>();
  for (const { pool, trusted: names } of trusts)
    for (const name of names) {
      if (issued.has(name)) continue;
      const description = 'SPIFFE trust domain that pools of workload identities trust';
      const isActive = pool.isActive || trusted.get(name)?.['isActive'] === true;
      trusted.set(name, trustedTrustDomain({ name, description, isActive }));
    }
  return [...issued.values(), ...trusted.values()];
}

/** Edges from trust domains to those that trust them. A disabled pool trusts nobody. */
export function trustOfPools(pools: readonly WorkloadPool[]): SourceRecord[] {
  const trusts = pools.flatMap(pool => (pool.isActive ? (trustOf(pool) ?? []) : []));
  const isOwn = new Set(pools.flatMap(pool => trustDomainOfPool(pool) ?? []));
  return trusts.flatMap(({ own, trusted }) =>
    trusted.flatMap(name => [...(isOwn.has(name) ? [] : [issuedElsewhere(name)]), trustBetween(name, own)]),
  );
}
