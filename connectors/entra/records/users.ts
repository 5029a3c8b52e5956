// Users as accounts (learn.microsoft.com/graph/api/resources/user).
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { onPremisesDirectory } from '../ids.ts';

/** The properties of users that are read, and whose changes delta queries report. */
export const userProperties = [
  ...['id', 'userPrincipalName', 'displayName', 'givenName', 'surname', 'mail', 'otherMails', 'accountEnabled'],
  ...['userType', 'employeeType', 'employeeId', 'jobTitle', 'companyName', 'department', 'country', 'usageLocation'],
  ...['createdDateTime', 'lastPasswordChangeDateTime', 'employeeOrgData', 'creationType', 'externalUserState'],
  ...['onPremisesSyncEnabled', 'onPremisesDomainName', 'onPremisesImmutableId', 'onPremisesSecurityIdentifier'],
  ...['onPremisesSamAccountName'],
].join();

/** What is known of users from elsewhere. */
export interface UserFacts {
  /** Ids of accounts that hold a privileged role over the whole tenant; undefined: may not be read. */
  readonly administrators: ReadonlySet<string> | undefined;
  /** Whether the tenant is synced with a directory, so that this lands. */
  readonly isSynced: boolean;
}

/** @returns the reason when it is no user */
export function userAccountOf(user: unknown, facts: UserFacts): MappedItem {
  const [id, name] = [textAt(user, 'id'), textAt(user, 'userPrincipalName')];
  const enabled = flagOfValue(valueAt(user, 'accountEnabled'));
  if (id === undefined) return { reason: 'has no id' };
  if (name === undefined) return { reason: 'has no userPrincipalName' };
  const synced = flagOfValue(valueAt(user, 'onPremisesSyncEnabled')) === true && facts.isSynced;
  const fullName = [textAt(user, 'givenName'), textAt(user, 'surname')].filter(Boolean).join(' ');
  return {
    id,
    ...definedMembers({
      alias: name,
      name: fullName || textAt(user, 'displayName') || name,
      displayName: textAt(user, 'displayName'),
      email: emailOf(user),
      alternateEmails: textsAt(user, 'otherMails').filter(isAddress),
      type: 'User',
      subType: subTypeOf(user),
      userType: textAt(user, 'userType'),
      enabled,
      isAdmin: facts.administrators?.has(id),
      authenticationFunctions: ['Identity', 'ApplicationAccount'],
      title: textAt(user, 'jobTitle'),
      companyName: textAt(user, 'companyName'),
      department: textAt(user, 'department'),
      costCenter: textAt(user, 'employeeOrgData', 'costCenter'),
      employeeNumber: textAt(user, 'employeeId'),
      countryCode: countryOf(textAt(user, 'usageLocation')) ?? countryOf(textAt(user, 'country')),
      managerEmails: managerEmailsOf(user),
      createdDate: timeAt(user, 'createdDateTime'),
      lastPasswordChangedDate: timeAt(user, 'lastPasswordChangeDateTime'),
      lastActivityDate: lastSignInOf(user),
      directoryProviderId: synced ? onPremisesDirectory : undefined,
      profileMetadata: metadataItems('entra', {
        employeeType: textAt(user, 'employeeType'),
        creationType: textAt(user, 'creationType'),
        invitation: textAt(user, 'externalUserState'),
        division: textAt(user, 'employeeOrgData', 'division'),
        onPremisesDomainName: textAt(user, 'onPremisesDomainName'),
        onPremisesSamAccountName: textAt(user, 'onPremisesSamAccountName'),
        onPremisesSecurityIdentifier: textAt(user, 'onPremisesSecurityIdentifier'),
        onPremisesImmutableId: textAt(user, 'onPremisesImmutableId'),
      }),
    }),
  };
}

export const isAddress = (text: string) => /^[^@\s#]+@[^@\s#]+\.[^@\s#]+$/.test(text);

/** User principal names look like addresses. That of a guest (`ada_example.org#EXT#@…`) is none. */
function emailOf(user: unknown): string | undefined {
  return [textAt(user, 'mail'), textAt(user, 'userPrincipalName')].find(text => text !== undefined && isAddress(text));
}

/** Tenants fill `employeeType` freely. */
function subTypeOf(user: unknown): string {
  if (isAgent(user)) return 'Agent';
  if (textAt(user, 'userType') === 'Guest') return 'Guest';
  const type = textAt(user, 'employeeType') ?? '';
  if (/^(employee|intern|full.?time|part.?time|permanent)/i.test(type)) return 'Employee';
  if (/^(contract|temp|consultant|contingent)/i.test(type)) return 'Contractor';
  return /^(partner|external|vendor|supplier)/i.test(type) ? 'External' : 'Unknown';
}

/** A user account of an agent, and an agent identity or its blueprint (learn.microsoft.com/entra/agent-id). */
export const isAgent = (object: unknown) =>
  /^#?microsoft\.graph\.agent/.test(textAt(object, '@odata.type') ?? '') ||
  textAt(object, 'servicePrincipalType') === 'ServiceIdentity';

const countryOf = (text: string | undefined) => (/^[A-Za-z]{2}$/.test(text ?? '') ? text!.toUpperCase() : undefined);

function managerEmailsOf(user: unknown): string[] | undefined {
  const mail = textAt(user, 'manager', 'mail');
  return mail !== undefined && isAddress(mail) ? [mail] : undefined;
}

/** The last sign-in of a person or of a client for the person; a refused attempt counts only where Graph tells no other. */
function lastSignInOf(user: unknown): string | undefined {
  const times = ['lastSuccessfulSignInDateTime', 'lastNonInteractiveSignInDateTime', 'lastSignInDateTime'].flatMap(
    name => timeAt(user, 'signInActivity', name) ?? [],
  );
  return times.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
}
