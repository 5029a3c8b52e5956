// Members, outside collaborators, and what is known of them from elsewhere. Read once for all reads that need it.

import type { Gap } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { gapOf } from '../../../src/connector/http/http-error.ts';
import { textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { type Connection, graphqlData, wholeConnection } from '../graphql.ts';
import { databaseId } from '../ids.ts';
import { type GithubListing, mayBeEnterprise, type RestList, wholeGithubList } from '../paging.ts';
import { identitiesQuery, identityProviderQuery, membersQuery, verifiedEmailsQuery } from '../queries.ts';
import type { PersonFacts } from '../records/accounts.ts';
import { samlKey, secondFactorOf } from '../records/application.ts';
import type { Logins } from '../records/machines.ts';

const membersRemedy =
  'grant the organisation permission Members: read, or the scopes read:org and read:user to a classic token';

export const membersConnection: Connection = {
  ...{ name: 'members', query: membersQuery, path: ['organization', 'membersWithRole'], remedy: membersRemedy },
};

/** Edges of `membersWithRole`. */
export function everyMember(client: GithubClient): Promise<GithubListing> {
  return client.once('members', async () => {
    const { items, gaps } = await wholeConnection(client, membersConnection);
    return { items: items.map(({ value }) => value), gaps };
  });
}

/** Number of a member → addresses in domains that the organisation has verified. */
async function verifiedEmails(client: GithubClient): Promise<{ emails: Map<string, string[]>; gaps: Gap[] }> {
  const name = 'verified addresses of members';
  const { items, gaps } = await wholeConnection(client, { ...membersConnection, name, query: verifiedEmailsQuery });
  const pairs = items.flatMap(({ value }) => {
    const id = databaseId(value);
    return id === undefined ? [] : [[id, textsAt(value, 'organizationVerifiedDomainEmails')] as const];
  });
  return { emails: new Map(pairs), gaps: gaps.slice(0, 1).map(gap => asFieldGap(gap, 'email')) };
}

export const everyOutsider = (client: GithubClient): Promise<GithubListing> =>
  client.once('outside collaborators', () =>
    wholeGithubList(client, { url: `${client.path}/outside_collaborators`, remedy: membersRemedy }),
  );

export interface IdentityProvider {
  /** `samlIdentityProvider`; undefined: none, or not visible. */
  readonly provider: unknown;
  /** Number of a person → NameID. */
  readonly nameIds: ReadonlyMap<string, string>;
  readonly gaps: readonly Gap[];
}

/** The SAML identity provider of the organisation, and who people are there. */
export function identityProvider(client: GithubClient): Promise<IdentityProvider> {
  return client.once('identity provider', async () => {
    const remedy = 'the token must be that of an owner, with admin:org, or of an app with Members: read';
    let provider: unknown;
    try {
      const data = await graphqlData(client, 'samlIdentityProvider', identityProviderQuery);
      provider = valueAt(data, 'organization', 'samlIdentityProvider');
    } catch (error) {
      const gap = gapOf(error, 'fields');
      return { provider: undefined, nameIds: new Map(), gaps: [{ ...gap, message: `${gap.message}; ${remedy}` }] };
    }
    if (provider === undefined) return { provider, nameIds: new Map(), gaps: [] };
    const path = ['organization', 'samlIdentityProvider', 'externalIdentities'];
    const { items, gaps } = await wholeConnection(client, {
      ...{ name: 'externalIdentities', query: identitiesQuery, path, remedy },
    });
    const pairs = items.flatMap(({ value }) => {
      const [id, nameId] = [databaseId(valueAt(value, 'user')), textAt(value, 'samlIdentity', 'nameId')];
      return id === undefined || nameId === undefined ? [] : [[id, nameId] as const];
    });
    return { provider, nameIds: new Map(pairs), gaps: gaps.map(gap => asFieldGap(gap, 'federationId')) };
  });
}

/** Classic tokens and SSH keys that people have authorised for the organisation, where it has single sign-on. */
export function credentialAuthorizations(client: GithubClient): Promise<GithubListing> {
  return client.once('credential authorizations', async () => {
    if (!mayBeEnterprise(client)) return { items: [], gaps: [] };
    const { provider } = await identityProvider(client);
    return wholeGithubList(client, {
      url: `${client.path}/credential-authorizations`,
      remedy: 'grant the organisation permission Administration: read, or the scope read:org to the token of an owner',
      // Only an organisation with single sign-on has them. That of its enterprise is not visible here.
      absent: provider === undefined ? [404] : [],
    });
  });
}

/** People with and without a second factor; undefined: GitHub does not show it. */
export interface SecondFactors {
  readonly enrolled: readonly string[];
  readonly gaps: readonly Gap[];
}

export async function secondFactors(client: GithubClient): Promise<SecondFactors> {
  const [members, outsiders] = [await everyMember(client), await everyOutsider(client)];
  const edges = members.items.filter(edge => databaseId(valueAt(edge, 'node')) !== undefined);
  const isShown = edges.every(edge => typeof valueAt(edge, 'hasTwoFactorEnabled') === 'boolean');
  const ofMembers = isShown
    ? { without: new Set(idsOf(edges.filter(edge => valueAt(edge, 'hasTwoFactorEnabled') === false))), gaps: [] }
    : await withoutSecondFactor(client, 'members');
  const ofOutsiders = outsiders.items.length > 0 && (await withoutSecondFactor(client, 'outside_collaborators'));
  const enrolled = [
    ...idsOf(edges).filter(id => ofMembers.gaps.length === 0 && !ofMembers.without.has(id)),
    ...outsiders.items.flatMap(user => {
      const id = textAt(user, 'id');
      const isEnrolled = ofOutsiders && ofOutsiders.gaps.length === 0 && !ofOutsiders.without.has(id ?? '');
      return isEnrolled && id !== undefined ? [id] : [];
    }),
  ];
  const gaps = [...members.gaps, ...outsiders.gaps, ...ofMembers.gaps, ...(ofOutsiders ? ofOutsiders.gaps : [])];
  return { enrolled, gaps };
}

const idsOf = (edges: readonly unknown[]) => edges.flatMap(edge => databaseId(valueAt(edge, 'node')) ?? []);

export const withoutSecondFactorList = (client: GithubClient, list: 'members' | 'outside_collaborators'): RestList => ({
  ...{ url: `${client.path}/${list}`, query: { filter: '2fa_disabled' } },
  remedy: 'only the token of an owner shows who has a second factor',
});

async function withoutSecondFactor(client: GithubClient, list: 'members' | 'outside_collaborators') {
  const { items, gaps } = await wholeGithubList(client, withoutSecondFactorList(client, list));
  return { without: new Set(items.flatMap(user => textAt(user, 'id') ?? [])), gaps };
}

export async function loginsOf(client: GithubClient): Promise<Logins> {
  const [members, outsiders] = [await everyMember(client), await everyOutsider(client)];
  const pairs = [
    ...members.items.map(edge => [textAt(edge, 'node', 'login'), databaseId(valueAt(edge, 'node'))]),
    ...outsiders.items.map(user => [textAt(user, 'login'), textAt(user, 'id')]),
  ];
  return new Map(
    pairs.flatMap(([login, id]) => (login === undefined || id === undefined ? [] : [[login.toLowerCase(), id]])),
  );
}

export async function personFacts(client: GithubClient): Promise<{ facts: PersonFacts; gaps: Gap[] }> {
  const { provider, nameIds, gaps } = await identityProvider(client);
  const credentials = await credentialAuthorizations(client);
  const verified = await verifiedEmails(client);
  const held = Map.groupBy(credentials.items, item => textAt(item, 'login')?.toLowerCase() ?? '');
  return {
    facts: {
      ...{ mfa: secondFactorOf(client.org), nameIds, samlKey: samlKey(provider) },
      verifiedEmails: verified.emails,
      credentials: new Map(
        [...held].map(([login, all]) => [login, all.flatMap(item => textAt(item, 'credential_id') ?? [])]),
      ),
    },
    gaps: [...gaps, ...verified.gaps, ...credentials.gaps.map(gap => asFieldGap(gap, 'hashIdentifiers'))],
  };
}
