// Decides from the claims of a provider who the person is here: tenant, role, and the application instances that the person sees.
import { z } from 'zod';
import type { OpenIdSettings } from '../../config/sign-in-settings.ts';
import type { Person } from '../../state/sessions/browser-sessions.ts';
import { type Role, roles } from '../../state/sessions/roles.ts';
import type { ServedTenants } from '../served-tenants.ts';
import type { Claims } from './provider.ts';

/** Why a person may not sign in, for the person and for the audit log. */
export interface SignInRefusal {
  readonly tenant: string | null;
  readonly principal: string;
  readonly name: string;
  /** What is wrong, and what would be right. */
  readonly problem: string;
  readonly remedy: string;
  /** Names of all claims that describe the person. */
  readonly claims: readonly string[];
  /** The claim that decides, and the values that the provider sent. */
  readonly decisive: { readonly claim: string; readonly values: readonly string[] };
}

export type SignInDecision = { readonly person: Person } | { readonly refusal: SignInRefusal };

/** Claims about the token instead of the person (RFC 7519, OpenID Connect Core 1.0, section 2). */
const technical = new Set([
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'jti',
  'nonce',
  'azp',
  'at_hash',
  'c_hash',
  'sid',
  'acr',
  'amr',
  'auth_time',
]);
const longestName = 200;

export function decide(claims: Claims, settings: OpenIdSettings, tenants: ServedTenants): SignInDecision {
  const principal = `${settings.issuer}#${plain(String(claims['sub']))}`;
  const name = nameOf(claims);
  const names = Object.keys(claims).filter(claim => !technical.has(claim));
  const tenant = tenantOf(claims, settings, tenants);
  const refuse = (claim: string, problem: string, remedy: string): SignInDecision => {
    const decisive = { claim, values: valuesOf(claims, claim) };
    return { refusal: { tenant: tenant ?? null, principal, name, problem, remedy, claims: names, decisive } };
  };
  if (tenant === undefined) {
    const claim = settings.tenant_claim!;
    return refuse(claim, `The claim \`${claim}\` names no organisation of this service.`, 'It has to name one.');
  }
  const role = roleOf(claims, settings);
  if (!role) {
    const { claim } = settings.roles;
    return refuse(claim, `No value of the claim \`${claim}\` gives you a role.`, remedyOf(settings));
  }
  const instances = instancesOf(claims, settings, tenants, tenant);
  if (instances === 'none') {
    const { claim } = settings.limits!;
    const remedy = 'It has to name a source of this service, or a group that the configuration maps to one.';
    return refuse(claim, `No value of the claim \`${claim}\` gives you a source to see.`, remedy);
  }
  return { person: { tenant, principal, name, role, email: emailOf(claims), applicationInstanceIds: instances } };
}

function tenantOf(claims: Claims, { tenant_claim: claim }: OpenIdSettings, tenants: ServedTenants): string | undefined {
  // The configuration requires the claim when there are several tenants.
  const [named] = claim === undefined ? tenants.keys() : valuesOf(claims, claim);
  return named !== undefined && tenants.has(named) ? named : undefined;
}

/** The role that may do the most. */
function roleOf(claims: Claims, { roles: settings }: OpenIdSettings): Role | undefined {
  const came = new Set(valuesOf(claims, settings.claim));
  return roles.findLast(role => settings[role].some(value => came.has(value)));
}

function remedyOf({ roles: settings }: OpenIdSettings): string {
  const each = roles.flatMap(role =>
    settings[role].length > 0 ? [`${settings[role].map(quoted).join(' or ')} for ${role}`] : [],
  );
  return `It has to be ${each.join(', ')}.`;
}

const quoted = (text: string) => `\`${text}\``;

/** The application instances of the sources that the claim names; undefined: all of the tenant. */
function instancesOf(
  claims: Claims,
  { limits }: OpenIdSettings,
  tenants: ServedTenants,
  tenant: string,
): readonly string[] | undefined | 'none' {
  if (!limits) return undefined;
  const { claim, values } = limits;
  const named = valuesOf(claims, claim).flatMap(value => (values ? (ownValue(values, value) ?? []) : [value]));
  if (named.includes('*')) return undefined;
  const { sources } = tenants.get(tenant)!;
  const instances = named.flatMap(source => sources.get(source)?.config.application_instance_id ?? []);
  return instances.length === 0 ? 'none' : [...new Set(instances)];
}

/** The values of a claim: itself, or the members of a list. A dot leads into an object, unless a claim has the whole name. */
function valuesOf(claims: Claims, claim: string): string[] {
  const found = ownValue(claims, claim) ?? claim.split('.').reduce<unknown>(ownValue, claims);
  return [found].flat().filter(value => typeof value === 'string');
}

function ownValue<Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined;
function ownValue(holder: unknown, name: string): unknown;
function ownValue(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}

function nameOf(claims: Claims): string {
  const named = ['name', 'preferred_username', 'email', 'sub'].map(claim => claims[claim]);
  const name = named.find(value => typeof value === 'string' && value.trim() !== '') as string;
  return plain(name).slice(0, longestName).toWellFormed();
}

/** The address, where the provider has verified it (OpenID Connect Core 1.0, section 5.1): people may type any other one themselves. */
function emailOf({ email, email_verified: isVerified }: Claims): string | undefined {
  const isAddress = typeof email === 'string' && z.email().safeParse(email).success;
  return isAddress && isVerified === true ? email.toLowerCase() : undefined;
}

/** The text without control characters, which state and terminals cannot take. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
