// SPIFFE trust domains, as sources of every kind land them: an authenticator for each, and edges for federation. What issues the identities
// of a trust domain has its key (../authentication-keys.ts). Whoever trusts it names that key, so the same trust domain in two sources is joined.
import { spiffeTrustDomainKey } from '../authentication-keys.ts';
import type { SourceRecord } from '../contract.ts';
import type { RelationshipEnd } from '../relationship-id.ts';
import { fromElsewhere, membershipRecord } from '../relationship-records.ts';

/** @returns the name in lower case; undefined when it is none (SPIFFE-ID, section 2.1) */
export function trustDomainName(text: string | undefined): string | undefined {
  const name = text
    ?.trim()
    .replace(/^spiffe:\/\//i, '')
    .toLowerCase();
  return name !== undefined && /^[a-z0-9._-]{1,255}$/.test(name) ? name : undefined;
}

/** @returns the name of the trust domain that a SPIFFE ID is in; undefined when a template leaves it open */
export const trustDomainOfId = (spiffeId: string | undefined): string | undefined =>
  trustDomainName(/^spiffe:\/\/([^/]+)/i.exec(spiffeId?.trim() ?? '')?.[1]);

const trustDomainEnd = (name: string): RelationshipEnd => ['Authenticator', `spiffe://${name}`];

interface TrustDomain {
  readonly name: string;
  readonly description: string;
  /** False: nobody gets an identity in it, and none is accepted. */
  readonly isActive: boolean;
}

/** A trust domain whose identities the source issues. */
export const issuedTrustDomain = (domain: TrustDomain): SourceRecord => ({
  ...trustedTrustDomain(domain),
  authenticationKeys: [spiffeTrustDomainKey(domain.name)],
});

/** A trust domain whose identities the source accepts, and something else issues. */
export const trustedTrustDomain = ({ name, description, isActive }: TrustDomain): SourceRecord => ({
  ...{ id: trustDomainEnd(name)[1], name, description, isActive },
  authenticationMethods: [{ type: 'federation', description: 'SPIFFE' }],
});

/** The trust domain is the one of this name in the source that issues its identities. There is no such edge while nothing is known to issue them. */
export const issuedElsewhere = (name: string): SourceRecord =>
  fromElsewhere(membershipRecord(trustDomainEnd(name), trustDomainEnd(name), 'issuer'), spiffeTrustDomainKey(name));

/** Workloads of the trust domain `own` may accept identities of `trusted`. */
export const trustBetween = (trusted: string, own: string): SourceRecord =>
  membershipRecord(trustDomainEnd(trusted), trustDomainEnd(own));
