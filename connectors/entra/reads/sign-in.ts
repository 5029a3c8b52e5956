// How the tenant lets people in: policies, authentication methods, registrations, enterprise applications.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import { batchedLists } from '../batch.ts';
import type { EntraClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { graphPages, resumedPages, wholeGraphList, withoutLicence } from '../paging.ts';
import {
  assignedApplicationOf,
  directoryProviderOf,
  isEnterpriseApplication,
  samlKey,
  signsInBySaml,
  tenantOf,
} from '../records/applications.ts';
import { authenticatorOf, enrollmentsOf } from '../records/authentication.ts';
import { accessRequirements, type SignInPolicies } from '../records/conditional-access.ts';
import { everyPrincipal } from './directory.ts';

const permission = 'Policy.Read.All';

/** Without a licence there is no conditional access, and security defaults decide. */
const signInPolicies = (client: EntraClient): Promise<{ policies: SignInPolicies; gaps: Gap[] }> =>
  client.once('sign-in policies', async () => {
    const [access, locations, defaults] = await batchedLists(client, [
      { path: 'identity/conditionalAccess/policies', permission },
      { path: 'identity/conditionalAccess/namedLocations', permission },
      { path: 'policies/identitySecurityDefaultsEnforcementPolicy', permission, single: true },
    ]);
    const gaps = [...access!.gaps, ...locations!.gaps].map(withoutLicence);
    const policies = {
      policies: access!.items,
      locations: new Map(locations!.items.map(each => [textAt(each, 'id') ?? '', each])),
      hasSecurityDefaults: flagOfValue(valueAt(defaults!.items[0], 'isEnabled')) === true,
    };
    return { policies, gaps: [...gaps, ...defaults!.gaps].map(gap => asFieldGap(gap, 'authenticationRequirements')) };
  });

const isKnown = (gaps: readonly Gap[]) => gaps.every(({ reason }) => reason === 'unsupported');

export async function* tenantPages(client: EntraClient): AsyncGenerator<Page> {
  const { policies, gaps } = await signInPolicies(client);
  const federated = await federatedDomains(client);
  const requirements = {
    ...(isKnown(gaps) && accessRequirements(undefined, policies).requirements),
    ...(federated.keys.length > 0 && { authenticationKeys: federated.keys }),
  };
  const organization: Gap[] = client.organization === undefined ? [noOrganization] : [];
  yield {
    records: [
      tenantOf(client.tenantId, client.organization, Object.keys(requirements).length > 0 ? requirements : undefined),
    ],
    gaps: [...gaps, ...federated.gaps, ...organization],
  };
}

const noOrganization: Gap = {
  reason: 'forbidden',
  subject: 'GET /v1.0/organization',
  message:
    'name and domains of the tenant, and whether it is synced; grant the application permission Organization.Read.All',
  missing: 'fields',
};

/** Keys of the identity providers that users of federated domains sign in at. */
async function federatedDomains(client: EntraClient): Promise<{ keys: string[]; gaps: Gap[] }> {
  const rights = { permission: 'Domain.Read.All' };
  const domains = await wholeGraphList(client, { path: 'domains', ...rights });
  const federated = domains.items.filter(domain => textAt(domain, 'authenticationType') === 'Federated');
  const lists = await batchedLists(
    client,
    federated.map(domain => ({
      path: `domains/${encodeURIComponent(textAt(domain, 'id') ?? '')}/federationConfiguration`,
      ...{ ...rights, absent: [404] },
    })),
  );
  const certificates = lists.flatMap(({ items }) => items.flatMap(item => textAt(item, 'signingCertificate') ?? []));
  const gaps = [...domains.gaps, ...lists.flatMap(list => list.gaps)];
  return {
    keys: [...new Set(certificates.flatMap(certificate => samlKey(certificate) ?? []))],
    gaps: gaps.map(gap => asFieldGap(gap, 'authenticationKeys of the tenant')),
  };
}

export async function* directoryProviderPages(client: EntraClient): AsyncGenerator<Page> {
  const provider = directoryProviderOf(client.organization);
  const gaps: Gap[] = client.organization === undefined ? [{ ...noOrganization, missing: 'objects' }] : [];
  yield { records: provider === undefined ? [] : [provider], gaps };
}

export async function* applicationPages(client: EntraClient): AsyncGenerator<Page> {
  const { items, gaps } = await everyPrincipal(client);
  const applications = items.filter(isEnterpriseApplication);
  const access = await signInPolicies(client);
  const keys = await signingKeys(client, applications);
  const facts = { tenantId: client.tenantId, loginUrl: client.settings.login_url.replace(/\/$/, '') };
  const map = (application: unknown): MappedItem => {
    const requirements = isKnown(access.gaps)
      ? accessRequirements(textAt(application, 'appId'), access.policies)
      : undefined;
    return assignedApplicationOf(
      application,
      { ...facts, keys: keys.of.get(textAt(application, 'id') ?? '') ?? [] },
      requirements,
    );
  };
  const page = { subject: 'GET /v1.0/servicePrincipals', gaps: [...gaps, ...access.gaps, ...keys.gaps] };
  yield recordPage(applications, map, page);
}

/** Lists of service principals leave the certificates out, so those of applications with SAML are asked for one by one. */
async function signingKeys(client: EntraClient, applications: readonly unknown[]) {
  const ids = applications.filter(signsInBySaml).flatMap(each => textAt(each, 'id') ?? []);
  const lists = await batchedLists(
    client,
    ids.map(id => ({
      path: `servicePrincipals/${encodeURIComponent(id)}`,
      query: { $select: 'id,keyCredentials' },
      ...{ permission: 'Application.Read.All', single: true, absent: [404] },
    })),
  );
  return {
    of: new Map(ids.map((id, index) => [id, listAt(lists[index]!.items[0], 'keyCredentials')])),
    gaps: lists.flatMap(list => list.gaps.map(gap => asFieldGap(gap, 'authenticationKeys'))),
  };
}

export async function* authenticatorPages(client: EntraClient): AsyncGenerator<Page> {
  const { items, gaps } = await wholeGraphList(client, {
    path: 'policies/authenticationMethodsPolicy',
    permission: 'Policy.Read.AuthenticationMethod',
    single: true,
  });
  const configurations = items.flatMap(policy => listAt(policy, 'authenticationMethodConfigurations'));
  yield recordPage(configurations, authenticatorOf, {
    subject: 'GET /v1.0/policies/authenticationMethodsPolicy',
    gaps,
  });
}

export async function* enrollmentPages(client: EntraClient, cursor?: string): AsyncGenerator<Page> {
  const list = {
    path: 'reports/authenticationMethods/userRegistrationDetails',
    query: { $top: pageSizes.directory },
    permission: 'AuditLog.Read.All',
  };
  for await (const page of resumedPages(from => graphPages(client, list, from), cursor)) {
    const gaps = page.gaps.map(withoutLicence);
    yield {
      records: page.items.flatMap(enrollmentsOf),
      gaps,
      place: () => page.subject,
      ...(page.next && { cursor: page.next }),
    };
  }
}
