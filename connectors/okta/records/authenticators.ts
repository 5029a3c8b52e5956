// Authenticators, identity providers that sign in to the organisation, and what users have enrolled.
import { oidcAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { directoryId } from '../ids.ts';
import { samlKey } from './applications.ts';
import { at, present, textOf, timeOf } from './values.ts';

/** @param methods the answer of `GET /api/v1/authenticators/{id}/methods` */
export function authenticatorOf(
  authenticator: unknown,
  methods: readonly unknown[],
): SourceRecord | { readonly reason: string } {
  const [id, key] = [textOf(authenticator, 'id'), textOf(authenticator, 'key')];
  if (id === undefined) return { reason: 'has no id' };
  const active = methods.filter(method => textOf(method, 'status') === 'ACTIVE');
  return {
    id,
    ...present({
      name: textOf(authenticator, 'name') ?? key ?? id,
      description: key,
      isActive: textOf(authenticator, 'status') === 'ACTIVE',
      authenticationMethods: active.flatMap(method => {
        const type = textOf(method, 'type');
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
  const [id, type] = [textOf(provider, 'id'), textOf(provider, 'type')];
  if (id === undefined) return { reason: 'has no id' };
  const issuer = textOf(provider, 'protocol', 'issuer', 'url');
  const clientId = textOf(provider, 'protocol', 'credentials', 'client', 'client_id');
  return {
    id,
    ...present({
      name: textOf(provider, 'name') ?? id,
      description: type,
      isActive: textOf(provider, 'status') === 'ACTIVE',
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
  const [name, label] = [textOf(app, 'name') ?? '', textOf(app, 'label')];
  const [provider, type] = directories.get(name) ?? (name.startsWith('ldap') ? ['LDAP', 'LDAP'] : []);
  if (provider === undefined || label === undefined) return undefined;
  return {
    id: directoryId(provider, label),
    ...present({
      ...{ name: label, type },
      domains: provider === 'ACTIVE_DIRECTORY' && label.includes('.') ? [label.toLowerCase()] : undefined,
      isActive: textOf(app, 'status') === 'ACTIVE',
      syncDirection: 'Inbound',
      createdDate: timeOf(app, 'created'),
      lastModifiedDate: timeOf(app, 'lastUpdated'),
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
  const [id, type, status] = [textOf(factor, 'id'), textOf(factor, 'factorType'), textOf(factor, 'status')];
  if (status === 'NOT_SETUP') return undefined;
  if (id === undefined) return { reason: 'has no id' };
  const device = {
    deviceId: textOf(factor, 'device', 'id') ?? textOf(factor, 'profile', 'credentialId'),
    deviceType: textOf(factor, 'profile', 'deviceType') ?? textOf(factor, 'profile', 'platform'),
    deviceName: textOf(factor, 'profile', 'name') ?? textOf(factor, 'profile', 'authenticatorName'),
  };
  return {
    id,
    accountKey: userId,
    ...present({
      authenticationMethods: [
        present({ type, description: textOf(factor, 'vendorName') ?? textOf(at(factor), 'provider') }),
      ],
      enrollmentStatus: enrollmentStatuses.get(status ?? ''),
      enrolledAt: timeOf(factor, 'created'),
      deviceInfo: Object.values(device).some(value => value !== undefined) ? present(device) : undefined,
    }),
  };
}
