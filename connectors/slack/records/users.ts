// Members, guests, people of other workspaces, and bots as accounts (docs.slack.dev/reference/objects/user-object).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { roleOf } from './roles.ts';

/** What is known of accounts from elsewhere. */
export interface AccountFacts {
  readonly teamId: string;
  /** Where the identity provider is known: the key of its certificate. */
  readonly authenticationKey: string | undefined;
  /** Id of an app → the newest entry of the log of integrations that says who installed it. */
  readonly installations: ReadonlyMap<string, Installation>;
}

export interface Installation {
  readonly userId: string | undefined;
  readonly scopes: readonly string[];
  readonly date: string | undefined;
}

const isTrue = (user: unknown, name: string) => flagOfValue(valueAt(user, name)) === true;

/** Slackbot is a bot without the flag. */
export const isBot = (user: unknown) => isTrue(user, 'is_bot') || textAt(user, 'id') === 'USLACKBOT';

/** Whether the account belongs to another workspace or organisation, which shares channels with this one. */
const isForeign = (user: unknown, teamId: string) => {
  const team = textAt(user, 'team_id');
  const organisation = textAt(user, 'enterprise_user', 'enterprise_id');
  return isTrue(user, 'is_stranger') || (organisation === undefined && team !== undefined && team !== teamId);
};

/** @returns the reason when it is no user */
export function accountOf(user: unknown, facts: AccountFacts): SourceRecord | { readonly reason: string } {
  const [id, alias] = [textAt(user, 'id'), textAt(user, 'name')];
  if (id === undefined) return { reason: 'has no id' };
  if (alias === undefined) return { reason: 'has no name' };
  const deleted = flagOfValue(valueAt(user, 'deleted'));
  if (deleted === undefined) return { reason: `deleted is ${JSON.stringify(valueAt(user, 'deleted'))}` };
  const profile = (name: string) => textAt(user, 'profile', name);
  return {
    id,
    ...definedMembers({
      alias,
      name: profile('real_name') ?? textAt(user, 'real_name') ?? alias,
      displayName: profile('display_name'),
      email: profile('email'),
      enabled: !deleted,
      title: profile('title'),
      profilePictureUri: profile('image_192'),
      lastModifiedDate: timeOfSeconds(valueAt(user, 'updated')),
      ...(isBot(user) ? botFields(user, facts) : memberFields(user, facts)),
      profileMetadata: metadataItems('slack', {
        isConfirmed: flagOfValue(valueAt(user, 'is_email_confirmed')),
        timeZone: textAt(user, 'tz'),
        teamId: textAt(user, 'team_id'),
        appId: profile('api_app_id'),
      }),
    }),
  };
}

function memberFields(user: unknown, { teamId, authenticationKey }: AccountFacts) {
  const role = roleOf(user);
  const isGuest = role === 'guest' || role === 'single-channel-guest';
  const hasSecondFactor = flagOfValue(valueAt(user, 'has_2fa'));
  const email = textAt(user, 'profile', 'email');
  const subType = isForeign(user, teamId) ? 'External' : isGuest ? 'Guest' : undefined;
  return {
    type: 'User',
    subType,
    // A person of another workspace has no role in this one.
    userType: subType === 'External' ? 'external' : role,
    isAdmin: subType === 'External' ? false : ['primary-owner', 'owner', 'admin'].includes(role),
    hasAPIAccess: undefined,
    authenticationFunctions: ['ApplicationAccount'],
    authenticationMethods: hasSecondFactor
      ? [{ type: 'second factor', description: 'two-factor authentication' }]
      : undefined,
    expirationDate: timeOfSeconds(valueAt(user, 'profile', 'guest_expiration_ts')),
    createdBy: textAt(user, 'profile', 'guest_invited_by'),
    federationId:
      authenticationKey === undefined || email === undefined || subType === 'External'
        ? undefined
        : { type: 'SAML', value: email, authenticationKey },
  };
}

function botFields(user: unknown, { installations }: AccountFacts) {
  const installed = installations.get(textAt(user, 'profile', 'api_app_id') ?? '');
  return {
    type: 'Machine',
    subType: 'Bot',
    userType: 'bot',
    isAdmin: false,
    hasAPIAccess: true,
    authenticationFunctions: [],
    mfaRequirements: 'Disabled',
    ssoRequirements: 'Disabled',
    createdBy: installed?.userId,
    createdDate: installed?.date,
  };
}

/** A time in seconds since 1970; 0 stands for none. */
export function timeOfSeconds(value: unknown): string | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0)) return undefined;
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/**
 * The newest installation of each app. An app that was removed since has none.
 * @param logs entries of `team.integrationLogs`, the newest first
 */
export function installationsOf(logs: readonly unknown[]): Map<string, Installation> {
  const installations = new Map<string, Installation>();
  const removed = new Set<string>();
  for (const log of logs) {
    const appId = textAt(log, 'app_id');
    if (appId === undefined || installations.has(appId) || removed.has(appId)) continue;
    const change = textAt(log, 'change_type');
    if (change === 'removed') removed.add(appId);
    if (change !== 'added' && change !== 'updated') continue;
    installations.set(appId, {
      userId: textAt(log, 'user_id'),
      scopes: (textAt(log, 'scope') ?? '').split(',').filter(Boolean),
      date: timeOfSeconds(valueAt(log, 'date')),
    });
  }
  return installations;
}
