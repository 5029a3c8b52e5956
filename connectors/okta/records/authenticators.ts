// Authenticators, identity providers that sign in to the organisation, and what users have enrolled.
import { oidcAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { directoryId } from '../ids.ts';
import { samlKey } from './applications.ts';

/** @param methods the answer of `GET /api/v1/authenticators/{id}/methods` */
export function authenticatorOf(
  authenticator: unknown,
  methods: readonly unknown[],
): SourceRecord | { readonly reason: string } {
  const [id, key] = [textAt(authenticator, 'id'), textAt(authenticator, 'key')];
  if (id === undefined) return { reason: 'has no id' };
  const active = methods.filter(method => textAt(method, 'status') === 'ACTIVE');
  return {
    id,
    ...definedMembers({
      name: textAt(authenticator, 'name') ?? key ?? id,
      description: key,
      isActive: textAt(authenticator, 'status') === 'ACTIVE',
      authenticationMethods: active.flatMap(method => {
        const type = textAt(method, 'type');
        return type === undefined ? [] : [{ type, ...(key !== undefined && { description: key }) }];
      }),
    }),
  };
}

/** An identity provider whose users sign in to the organisation. @param certificates of the keys that sign its assertions */
export function identityProviderOf(
  provider: unknown,
  certificates: readonly string[],
): SourceRecord | { readonly reason: string } {
  const [id, type] = [textAt(provider, 'id'), textAt(provider, 'type')];
  if (id === undefined) return { reason: 'has no id' };
  const issuer = textAt(provider, 'protocol', 'issuer', 'url');
  const clientId = textAt(provider, 'protocol', 'credentials', 'client', 'client_id');
  return {
    id,
    ...definedMembers({
      name: textAt(provider, 'name') ?? id,
      description: type,
      isActive: textAt(provider, 'status') === 'ACTIVE',
      authenticationKeys: [
        ...(issuer !== undefined && clientId !== undefined ? [oidcAuthenticationKey(issuer, clientId)] : []),
        ...certificates.flatMap(certificate => samlKey(certificate) ?? []),
      ],
      authenticationMethods: type === undefined ? undefined : [{ type: 'federation', description: type }],
    }),
  };
}

/** Applications that stand for a directory: Okta takes accounts and passwords from it. */
const directories = new Map([
  ['active_directory', ['ACTIVE_DIRECTORY', 'ActiveDirectory']],
  ['ldap_sun_one', ['LDAP', 'LDAP']],
  ['ldap_interface', ['LDAP', 'LDAP']],
]);

/** @returns undefined for an application that is no directory */
export function directoryProviderOf(app: unknown): SourceRecord | undefined {
  const [name, label] = [textAt(app, 'name') ?? '', textAt(app, 'label')];
  const [provider, type] = directories.get(name) ?? (name.startsWith('ldap') ? ['LDAP', 'LDAP'] : []);
  if (provider === undefined || label === undefined) return undefined;
  return {
    id: directoryId(provider, label),
    ...definedMembers({
      ...{ name: label, type },
      domains: provider === 'ACTIVE_DIRECTORY' && label.includes('.') ? [label.toLowerCase()] : undefined,
      isActive: textAt(app, 'status') === 'ACTIVE',
      syncDirection: 'Inbound',
      createdDate: timeAt(app, 'created'),
      lastModifiedDate: timeAt(app, 'lastUpdated'),
    }),
  };
}

const enrollmentStatuses = new Map([
  ['ACTIVE', 'Active'],
  ['INACTIVE', 'Inactive'],
  ['DISABLED', 'Inactive'],
  ['EXPIRED', 'Revoked'],
  ['PENDING_ACTIVATION', 'Pending'],
  ['ENROLLED', 'Active'],
]);

/** @returns undefined for a factor that the user could enroll and has not */
export function enrollmentOf(userId: string, factor: unknown): SourceRecord | { readonly reason: string } | undefined {
  const [id, type, status] = [textAt(factor, 'id'), textAt(factor, 'factorType'), textAt(factor, 'status')];
  if (status === 'NOT_SETUP') return undefined;
  if (id === undefined) return { reason: 'has no id' };
  const device = {
    deviceId: textAt(factor, 'device', 'id') ?? textAt(factor, 'profile', 'credentialId'),
    deviceType: textAt(factor, 'profile', 'deviceType') ?? textAt(factor, 'profile', 'platform'),
    deviceName: textAt(factor, 'profile', 'name') ?? textAt(factor, 'profile', 'authenticatorName'),
  };
  return {
    id,
    accountKey: userId,
    ...definedMembers({
      authenticationMethods: [
        definedMembers({ type, description: textAt(factor, 'vendorName') ?? textAt(valueAt(factor), 'provider') }),
      ],
      enrollmentStatus: enrollmentStatuses.get(status ?? ''),
      enrolledAt: timeAt(factor, 'created'),
      deviceInfo: Object.values(device).some(value => value !== undefined) ? definedMembers(device) : undefined,
    }),
  };
}
