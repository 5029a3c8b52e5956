// Conditional access policies and named locations as requirements of signing in
// (learn.microsoft.com/graph/api/resources/conditionalaccesspolicy).
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';

/** What decides about sign-ins to the applications of the tenant. */
export interface SignInPolicies {
  readonly policies: readonly unknown[];
  /** Id → named location. */
  readonly locations: ReadonlyMap<string, unknown>;
  /** Security defaults ask for a second factor when Microsoft finds it necessary. */
  readonly hasSecurityDefaults: boolean;
}

/** Only these are in force: others are off, or report what they would do. */
const isEnforced = (policy: unknown) => textAt(policy, 'state') === 'enabled';

/** @param appId undefined: every application of the tenant */
function isAbout(policy: unknown, appId: string | undefined): boolean {
  const applications = valueAt(policy, 'conditions', 'applications');
  if (valueAt(applications, 'applicationFilter') !== undefined) return false;
  const included = textsAt(applications, 'includeApplications');
  const excluded = textsAt(applications, 'excludeApplications');
  if (appId === undefined) return included.includes('All') && excluded.length === 0;
  return (included.includes('All') || included.includes(appId)) && !excluded.includes(appId);
}

function isForAllUsers(policy: unknown): boolean {
  const users = valueAt(policy, 'conditions', 'users');
  const isExempt =
    ['excludeUsers', 'excludeGroups', 'excludeRoles'].some(name => listAt(users, name).length > 0) ||
    valueAt(users, 'excludeGuestsOrExternalUsers') !== undefined;
  return textsAt(users, 'includeUsers').includes('All') && !isExempt;
}

/** Conditions that make a policy hold for some sign-ins only. @param except one that does not count */
function hasConditions(policy: unknown, except?: string): boolean {
  const all = valueAt(policy, 'conditions');
  const clients = listAt(all, 'clientAppTypes');
  const limits = [
    ...['userRiskLevels', 'signInRiskLevels', 'insiderRiskLevels', 'servicePrincipalRiskLevels'],
    ...['platforms', 'locations', 'devices', 'authenticationFlows'],
  ].filter(name => name !== except);
  const isLimited = limits.some(name => {
    const value = valueAt(all, name);
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });
  return isLimited || (clients.length > 0 && !clients.includes('all'));
}

const controlsOf = (policy: unknown) => textsAt(policy, 'grantControls', 'builtInControls');

const blocks = (policy: unknown) => controlsOf(policy).includes('block');

/** With OR, another control may take the place of the second factor. */
function asksForFactor(policy: unknown): 'always' | 'sometimes' | undefined {
  const controls = controlsOf(policy);
  const strength = valueAt(policy, 'grantControls', 'authenticationStrength') !== undefined;
  if (!controls.includes('mfa') && !strength) return undefined;
  const otherControls = controls.filter(control => control !== 'mfa').length;
  return otherControls === 0 || textAt(policy, 'grantControls', 'operator') === 'AND' ? 'always' : 'sometimes';
}

/**
 * `Required` when a policy asks everybody for a second factor on every way of signing in, `Optional` when it depends on who signs in or
 * how, `Disabled` when nothing asks for one.
 */
function secondFactorOf(policies: readonly unknown[], hasSecurityDefaults: boolean): string {
  const asking = policies.filter(policy => asksForFactor(policy) !== undefined);
  const isRequired = asking.some(
    policy => asksForFactor(policy) === 'always' && isForAllUsers(policy) && !hasConditions(policy),
  );
  if (isRequired) return 'Required';
  return asking.length > 0 || hasSecurityDefaults ? 'Optional' : 'Disabled';
}

/** @param appId undefined: what holds for every application */
export function accessRequirements(
  appId: string | undefined,
  { policies, locations, hasSecurityDefaults }: SignInPolicies,
) {
  const about = policies.filter(policy => isEnforced(policy) && isAbout(policy, appId));
  const requirement = secondFactorOf(about, hasSecurityDefaults);
  const allowed = allowedLocations(about, locations);
  return {
    policies: about.flatMap(policy => textAt(policy, 'displayName') ?? []),
    requirements: {
      isMFAAuthority: true,
      isSSOBasedMFARequired: requirement === 'Required',
      secondaryFactorRequirements: requirement,
      authenticationMethodSelectionPolicy: {
        authorizedLocations: {
          policy: { allowAll: allowed.length === 0, ...(allowed.length > 0 && { authorizedLocations: allowed }) },
        },
      },
    },
  };
}

/** Policies that block everybody from some locations: what they exclude is allowed, what they include is not. */
function allowedLocations(policies: readonly unknown[], locations: SignInPolicies['locations']): object[] {
  const blocking = policies.filter(
    policy => blocks(policy) && isForAllUsers(policy) && !hasConditions(policy, 'locations'),
  );
  return blocking.flatMap(policy => {
    const where = valueAt(policy, 'conditions', 'locations');
    const named = (member: string) => textsAt(where, member).filter(id => id !== 'All');
    const all = textsAt(where, 'includeLocations').includes('All');
    return all
      ? named('excludeLocations').flatMap(id => locationsNamed(id, locations, false))
      : named('includeLocations').flatMap(id => locationsNamed(id, locations, true));
  });
}

/** `AllTrusted` stands for every named location that is marked as trusted. */
function locationsNamed(id: string, locations: SignInPolicies['locations'], isExcluded: boolean): object[] {
  if (id !== 'AllTrusted') return [locationOf(locations.get(id) ?? { displayName: id }, isExcluded)];
  const trusted = [...locations.values()].filter(each => flagOfValue(valueAt(each, 'isTrusted')) === true);
  return trusted.map(each => locationOf(each, isExcluded));
}

function locationOf(location: unknown, isExcluded: boolean): object {
  const ranges = listAt(location, 'ipRanges').flatMap(range => textAt(range, 'cidrAddress') ?? []);
  const countries = textsAt(location, 'countriesAndRegions');
  return {
    type: countries.length > 0 ? 'Geographic' : 'Network',
    typeSpecificData: definedMembers({
      name: textAt(location, 'displayName'),
      ...(ranges.length > 0 && { [isExcluded ? 'ipAddressExclusions' : 'ipAddressInclusions']: ranges }),
      supplementaryInformation: {
        additionalLocationMetadata: metadataItems('entra', {
          isTrusted: flagOfValue(valueAt(location, 'isTrusted')),
          excluded: isExcluded || undefined,
          countries: countries.length > 0 ? countries : undefined,
        }),
      },
    }),
  };
}
