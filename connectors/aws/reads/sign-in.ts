// The account itself, its identity providers, and second factors of its users.

import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { credentialReport, reportFlag } from '../inventory/credential-report.ts';
import { identityCenter } from '../inventory/identity-center.ts';
import { organization } from '../inventory/organization.ts';
import { identityProviders } from '../inventory/providers.ts';
import { mfaDevices } from '../inventory/user-credentials.ts';
import { oneOf, wholeAwsList } from '../paging.ts';
import { applicationOf, identityProviderOf } from '../records/application.ts';
import { pagesOfRecords } from './pages.ts';

/** The name that the account has for signing in. */
export function accountAlias(client: AwsClient) {
  return client.once('account alias', async () => {
    const list = { service: 'iam', action: 'ListAccountAliases', member: 'AccountAliases' } as const;
    const { items, gaps } = await wholeAwsList(client, list);
    const alias = typeof items[0] === 'string' ? items[0] : undefined;
    return { alias, gaps: gaps.map(gap => asFieldGap(gap, 'name')) };
  });
}

export async function* applicationPages(client: AwsClient): AsyncGenerator<Page> {
  const { alias, gaps } = await accountAlias(client);
  const { providers, gaps: providerGaps } = await identityProviders(client);
  const password = await oneOf(client, 'iam', 'GetAccountPasswordPolicy', {}, null);
  const passwordPolicy =
    password.gaps.length > 0
      ? undefined
      : password.result === null
        ? null
        : (valueAt(password.result, 'PasswordPolicy') ?? undefined);
  const record = applicationOf({
    ...{ account: client.account, alias, providers, passwordPolicy },
    certificates: client.settings.identity_provider_certificates,
    organization: (await organization(client)).id,
  });
  const fields = 'authenticationRequirements';
  yield* pagesOfRecords(
    [record],
    [...gaps, ...[...providerGaps, ...password.gaps].map(gap => asFieldGap(gap, fields))],
  );
}

export async function* authenticatorPages(client: AwsClient): AsyncGenerator<Page> {
  const { providers, gaps } = await identityProviders(client);
  yield* pagesOfRecords(providers.map(identityProviderOf), gaps);
}

export async function* enrollmentPages(client: AwsClient): AsyncGenerator<Page> {
  const { of, gaps } = await mfaDevices(client);
  const records = [...of].flatMap(([user, devices]) => devices.flatMap(device => enrollmentOf(user, device) ?? []));
  const root = `arn:${client.partition}:iam::${client.account}:root`;
  const report = await credentialReport(client);
  if (reportFlag(report.rows?.get(root), 'mfa_active') === true) records.push(rootEnrollment(root));
  const rootGaps = report.rows === undefined ? report.gaps.map(gap => ({ ...gap, missing: 'objects' as const })) : [];
  const { users, userGaps } = await identityCenter(client);
  const hidden = users.length > 0 || userGaps.length > 0 ? [hiddenEnrollments] : [];
  yield* pagesOfRecords(records, [...gaps, ...rootGaps, ...hidden]);
}

/** None of them has ever landed, so none has to be kept: `within` is empty. */
const hiddenEnrollments: Gap = {
  ...{ reason: 'unsupported', subject: 'identitystore', missing: 'objects' },
  message: 'AWS does not show second factors of users of Identity Center',
  within: { field: 'accountKey', is: [] },
};

/** `arn:…:mfa/NAME` are applications with one-time passwords, `arn:…:u2f/…` passkeys and security keys, others hardware tokens. */
function enrollmentOf(user: string, device: unknown): SourceRecord | undefined {
  const serial = textAt(device, 'SerialNumber');
  if (serial === undefined) return undefined;
  const kind = /:iam::\d{12}:(mfa|u2f)\//.exec(serial)?.[1];
  const type = kind === 'u2f' ? 'webauthn' : 'totp';
  const deviceType = kind === 'u2f' ? 'SecurityKey' : kind === 'mfa' ? 'VirtualDevice' : 'HardwareToken';
  const enrolledAt = timeAt(device, 'EnableDate');
  return {
    ...{ id: serial, accountKey: user, enrollmentStatus: 'Active', authenticationMethods: [{ type }] },
    ...(enrolledAt !== undefined && { enrolledAt }),
    deviceInfo: { deviceId: serial, deviceType },
  };
}

/** AWS shows only that the root user has a second factor. */
const rootEnrollment = (root: string): SourceRecord => ({
  ...{ id: `${root}/mfa`, accountKey: root, enrollmentStatus: 'Active' },
  authenticationMethods: [{ type: 'mfa' }],
});
