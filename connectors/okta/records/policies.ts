// Policies and their rules as requirements of signing in
// (developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy).

import { definedMembers, listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { locationsOf, type Zones } from './zones.ts';

/** A policy with its rules, the strongest first. */
export interface Policy {
  readonly policy: unknown;
  readonly rules: readonly unknown[];
}

type Requirement = 'Required' | 'Optional' | 'Disabled' | 'Unknown';

const isActive = (item: unknown) => textAt(item, 'status') === 'ACTIVE';

/** What a rule asks for: `2FA` or `requireFactor`; a rule that refuses asks for nothing that helps. */
function factorOf(rule: unknown): Requirement | undefined {
  const signOn = valueAt(rule, 'actions', 'appSignOn') ?? valueAt(rule, 'actions', 'signon');
  if (textAt(signOn, 'access') === 'DENY') return undefined;
  const mode = textAt(signOn, 'verificationMethod', 'factorMode');
  if (mode !== undefined) return mode === '2FA' ? 'Required' : 'Disabled';
  const required = valueAt(signOn, 'requireFactor');
  return typeof required === 'boolean' ? (required ? 'Required' : 'Disabled') : 'Unknown';
}

/**
 * Whether signing in asks for a second factor: `Required` when every rule that lets somebody in asks for one, `Disabled` when none
 * does, `Optional` when it depends on the rule, `Unknown` when a rule does not say.
 */
function secondFactorOf(rules: readonly unknown[]): Requirement {
  const asked = new Set(rules.filter(isActive).flatMap(rule => factorOf(rule) ?? []));
  if (asked.size === 0 || asked.has('Unknown')) return 'Unknown';
  return asked.size === 1 ? [...asked][0]! : 'Optional';
}

/** What the access policy of an application requires. */
export function requirementsOf({ rules }: Policy, zones: Zones) {
  const locations = rules.filter(isActive).flatMap(rule => {
    if (factorOf(rule) === undefined) return [];
    return [locationsOf(valueAt(rule, 'conditions', 'network'), zones)];
  });
  const limited = locations.flatMap(each => each?.policy.authorizedLocations ?? []);
  const isEverywhere = locations.length === 0 || locations.some(each => each === undefined);
  const requirement = secondFactorOf(rules);
  return {
    isMFAAuthority: false,
    ...(requirement !== 'Unknown' && { isSSOBasedMFARequired: requirement === 'Required' }),
    secondaryFactorRequirements: requirement,
    authenticationMethodSelectionPolicy: {
      authorizedLocations: {
        policy: { allowAll: isEverywhere, ...(!isEverywhere && { authorizedLocations: limited }) },
      },
    },
  };
}

/** What the organisation itself requires: its strongest password policy, and its sign-on policies. */
export function organisationRequirements(signOn: readonly Policy[], passwords: readonly Policy[]) {
  const [password] = passwords.filter(({ policy }) => isActive(policy));
  return {
    isMFAAuthority: true,
    secondaryFactorRequirements: secondFactorOf(
      signOn.filter(({ policy }) => isActive(policy)).flatMap(({ rules }) => rules),
    ),
    ...(password && { passwordPolicy: passwordPolicyOf(password.policy) }),
  };
}

function passwordPolicyOf(policy: unknown) {
  const settings = valueAt(policy, 'settings', 'password');
  const number = (...path: string[]) => {
    const value = valueAt(settings, ...path);
    return typeof value === 'number' ? value : undefined;
  };
  const characters = [
    ['minLowerCase', 'AlphaLowercase'],
    ['minUpperCase', 'AlphaUppercase'],
    ['minNumber', 'Numeric'],
    ['minSymbol', 'Symbol'],
  ].flatMap(([member, name]) => ((number('complexity', member!) ?? 0) > 0 ? [name!] : []));
  const history = number('age', 'historyCount');
  return definedMembers({
    // 0 days: passwords do not expire.
    expirationLengthInDays: number('age', 'maxAgeDays') || undefined,
    length: number('complexity', 'minLength'),
    reuseDisallowed: history === undefined ? undefined : history > 0,
    characters,
    policyMetadata: metadataItems('okta', {
      policy: textAt(policy, 'name'),
      maxAttempts: number('lockout', 'maxAttempts'),
      groups: listAt(policy, 'conditions', 'people', 'groups', 'include').length || undefined,
    }),
  });
}
