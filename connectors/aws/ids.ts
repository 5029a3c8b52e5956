// Local ids of what AWS has no object for, and the keys that join accounts with each other.
import { firstPartyAuthenticationKey } from '../../src/connector/authentication-keys.ts';

/** Joins what one account says about another: each account has its key. */
export const accountKey = (account: string): string => firstPartyAuthenticationKey('aws', account);

/** Links an access key, certificate or other credential to its user. */
export const credentialIdentifier = (id: string): string => `aws-credential:${id}`;

/** Account of an AWS service that assumes roles. */
export const serviceId = (name: string): string => `service:${name}`;

/** Group of everybody who signs in through an identity provider. */
export const providerGroupId = (provider: string): string => `provider:${provider}`;

/** Group of everybody with a token of an OpenID Connect provider, for roles that ask for no subject. */
export const anySubjectGroupId = (provider: string): string => `any-subject:${provider}`;

/** Group of everybody who signs in through Identity Center with a permission set, by its name. */
export const permissionSetGroupId = (name: string): string => `permission-set:${name}`;

/** A permission set in one account: what an account assignment gives. */
export const permissionSetRoleId = (permissionSet: string, account: string): string => `${permissionSet}@${account}`;

export function permissionSetOf(roleId: string): { permissionSet: string; account: string } | undefined {
  const [, permissionSet, account] = /^(arn:[\w-]+:sso:::permissionSet\/.+)@(\d{12})$/.exec(roleId) ?? [];
  return permissionSet === undefined || account === undefined ? undefined : { permissionSet, account };
}

/** Group of the users and roles whose policies let them assume any role, of whatever account, that trusts their account. */
export const assumersId = 'assumes-any-role';

/** Group of whoever has an AWS account. */
export const everybodyId = 'everybody';

/** A user or role of another account that roles trust. */
export const externalPrincipalId = (arn: string): string => `external:${arn}`;

/** Whoever another account lets assume a role that trusts the account as a whole. */
export const externalAccountId = (account: string, role: string): string => `external:${account} in ${role}`;

export const accountOfArn = (arn: string): string | undefined => /^arn:[\w-]+:[\w-]+:[^:]*:(\d{12}):/.exec(arn)?.[1];
