// How the organisation and its applications let people in: policies, zones, authenticators, identity providers, enrollments.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import { together } from '../../../src/connector/together.ts';
import { isUnchanged, nothingChanged, positionOf } from '../changes.ts';
import type { OktaClient } from '../client.ts';
import { wholeOktaList } from '../paging.ts';
import { assignedApplicationOf, organisationOf } from '../records/applications.ts';
import { authenticatorOf, directoryProviderOf, identityProviderOf } from '../records/authenticators.ts';
import { organisationRequirements, type Policy, requirementsOf } from '../records/policies.ts';
import { everyApp } from './apps.ts';

export async function* organisationPages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  const next = positionOf(client);
  if (await isUnchanged(client, since, 'policies')) {
    yield nothingChanged(client);
    return;
  }
  const [signOn, passwords] = [await policiesOf(client, 'OKTA_SIGN_ON'), await policiesOf(client, 'PASSWORD')];
  const gaps = [...signOn.gaps, ...passwords.gaps].map(gap => asFieldGap(gap, 'authenticationRequirements'));
  const requirements = gaps.length > 0 ? undefined : organisationRequirements(signOn.policies, passwords.policies);
  yield { records: [organisationOf(client.host, client.org, requirements)], place: () => client.url, gaps, next };
}

export async function* directoryPages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  if (await isUnchanged(client, since, 'apps')) {
    yield nothingChanged(client);
    return;
  }
  const { items, gaps } = await everyApp(client);
  yield { ...recordPage(items, directoryProviderOf, { subject: 'GET /api/v1/apps', gaps }), next: positionOf(client) };
}

export async function* applicationPages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  const next = positionOf(client);
  if (await isUnchanged(client, since, 'apps', 'policies')) {
    yield nothingChanged(client);
    return;
  }
  const { items, gaps } = await everyApp(client);
  const access = await policiesOf(client, 'ACCESS_POLICY');
  const zones = await wholeOktaList(client, { url: 'api/v1/zones', scope: 'okta.networkZones.read' });
  const byId = new Map(access.policies.map(policy => [textAt(policy.policy, 'id') ?? '', policy]));
  const zonesById = new Map(zones.items.map(zone => [textAt(zone, 'id') ?? '', zone]));
  const certificates = await certificatesOf(client, items);
  const unknown = [...access.gaps, ...zones.gaps, ...certificates.gaps].map(gap =>
    asFieldGap(gap, 'authenticationRequirements'),
  );
  const map = (app: unknown): MappedItem => {
    const policy = byId.get(textAt(app, '_links', 'accessPolicy', 'href')?.split('/').at(-1) ?? '');
    const signIn = { issuer: issuerOf(client, app), certificates: certificates.of.get(textAt(app, 'id') ?? '') ?? [] };
    return assignedApplicationOf(app, signIn, policy && requirementsOf(policy, zonesById));
  };
  yield { ...recordPage(items, map, { subject: 'GET /api/v1/apps', gaps: [...gaps, ...unknown] }), next };
}

/** Applications use the address of the organisation as issuer, unless an authorization server of its own is named. */
const issuerOf = (client: OktaClient, app: unknown) => textAt(app, 'settings', 'oauthClient', 'issuer') ?? client.url;

/** Application id → certificates that sign its SAML assertions. */
async function certificatesOf(
  client: OktaClient,
  apps: readonly unknown[],
): Promise<{ of: Map<string, string[]>; gaps: Gap[] }> {
  const of = new Map<string, string[]>();
  const gaps: Gap[] = [];
  await together(
    apps.filter(app => /^SAML/.test(textAt(app, 'signOnMode') ?? '')),
    async app => {
      const id = textAt(app, 'id');
      if (id === undefined) return;
      const url = `api/v1/apps/${encodeURIComponent(id)}/credentials/keys`;
      const keys = await wholeOktaList(client, { url, scope: 'okta.apps.read', absent: [404] });
      const inUse = textAt(app, 'credentials', 'signing', 'kid');
      const signing = keys.items.filter(key => inUse === undefined || textAt(key, 'kid') === inUse);
      of.set(
        id,
        signing.flatMap(key => textsAt(key, 'x5c').slice(0, 1)),
      );
      gaps.push(...keys.gaps);
    },
  );
  return { of, gaps };
}

function policiesOf(client: OktaClient, type: string): Promise<{ policies: Policy[]; gaps: Gap[] }> {
  return client.once(`policies ${type}`, async () => {
    const scope = 'okta.policies.read';
    // Organisations with Classic Engine have no access policies and answer 400.
    const list = await wholeOktaList(client, {
      url: 'api/v1/policies',
      query: { type },
      scope,
      absent: type === 'ACCESS_POLICY' ? [400] : [],
    });
    const gaps = [...list.gaps];
    const policies = await Promise.all(
      list.items.map(async policy => {
        const url = `api/v1/policies/${encodeURIComponent(textAt(policy, 'id') ?? '')}/rules`;
        const rules = await wholeOktaList(client, { url, scope, absent: [404] });
        gaps.push(...rules.gaps);
        return { policy, rules: rules.items };
      }),
    );
    return { policies: policies.toSorted((one, other) => priorityOf(one.policy) - priorityOf(other.policy)), gaps };
  });
}

const priorityOf = (policy: unknown) => Number(valueAt(policy, 'priority') ?? 0);

export async function* authenticatorPages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  const next = positionOf(client);
  if (await isUnchanged(client, since, 'authenticators')) {
    yield nothingChanged(client);
    return;
  }
  // Organisations with Classic Engine have none.
  const authenticators = await wholeOktaList(client, {
    url: 'api/v1/authenticators',
    scope: 'okta.authenticators.read',
    absent: [404],
  });
  const methods = new Map<unknown, readonly unknown[]>();
  const gaps: Gap[] = [];
  await together(authenticators.items, async item => {
    const url = `api/v1/authenticators/${encodeURIComponent(textAt(item, 'id') ?? '')}/methods`;
    const list = await wholeOktaList(client, { url, scope: 'okta.authenticators.read', absent: [404] });
    methods.set(item, list.items);
    gaps.push(...list.gaps.map(gap => asFieldGap(gap, 'authenticationMethods')));
  });
  const map = (item: unknown): MappedItem => authenticatorOf(item, methods.get(item) ?? []);
  yield {
    ...recordPage(authenticators.items, map, {
      subject: 'GET /api/v1/authenticators',
      gaps: [...authenticators.gaps, ...gaps],
    }),
    next,
  };
  const idps = await wholeOktaList(client, { url: 'api/v1/idps', query: { limit: 200 }, scope: 'okta.idps.read' });
  const keys = await providerCertificates(client, idps.items);
  const provider = (item: unknown): MappedItem =>
    identityProviderOf(item, keys.of.get(textAt(item, 'protocol', 'credentials', 'trust', 'kid') ?? '') ?? []);
  yield {
    ...recordPage(idps.items, provider, { subject: 'GET /api/v1/idps', gaps: [...idps.gaps, ...keys.gaps] }),
    next,
  };
}

/** Key id → certificate of an identity provider that signs SAML assertions. */
async function providerCertificates(
  client: OktaClient,
  idps: readonly unknown[],
): Promise<{ of: Map<string, string[]>; gaps: Gap[] }> {
  const isSaml = idps.some(idp => textAt(idp, 'type') === 'SAML2');
  if (!isSaml) return { of: new Map(), gaps: [] };
  const { items, gaps } = await wholeOktaList(client, { url: 'api/v1/idps/credentials/keys', scope: 'okta.idps.read' });
  const of = new Map(items.map(key => [textAt(key, 'kid') ?? '', textsAt(key, 'x5c').slice(0, 1)]));
  return { of, gaps: gaps.map(gap => asFieldGap(gap, 'authenticationKeys')) };
}
