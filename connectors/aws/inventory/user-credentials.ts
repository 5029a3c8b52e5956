// Access keys, certificates, SSH keys, credentials of single services and second factors of users. AWS lists them user by user; the
// credential report tells for whom it is worth asking.

import type { Gap } from '../../../src/connector/contract.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { AwsClient } from '../client.ts';
import { type List, oneOf, wholeAwsList } from '../paging.ts';
import { authorization } from './authorization.ts';
import { credentialReport, type ReportRow } from './credential-report.ts';

export type CredentialKind = 'AccessKey' | 'Certificate' | 'SshKey' | 'ServiceCredential';

export interface Credential {
  readonly kind: CredentialKind;
  /** ARN of the user. */
  readonly user: string;
  readonly item: unknown;
  /** Of an access key: the answer of GetAccessKeyLastUsed. */
  readonly lastUsed?: unknown;
}

export interface UserCredentials {
  readonly credentials: readonly Credential[];
  readonly gaps: readonly Gap[];
}

export function userCredentials(client: AwsClient): Promise<UserCredentials> {
  return client.once('user credentials', async () => {
    const { users, gaps: incomplete } = await authorization(client);
    const { rows } = await credentialReport(client);
    const credentials: Credential[] = [];
    const gaps: Gap[] = [...incomplete];
    await together(users, async user => {
      const [arn, name] = [textAt(user, 'Arn'), textAt(user, 'UserName')];
      if (arn === undefined || name === undefined) return;
      for (const { kind, list } of listsFor(client, name, rows?.get(arn))) {
        const { items, gaps: failed } = await wholeAwsList(client, list);
        gaps.push(...failed);
        for (const item of items) {
          const lastUsed = kind === 'AccessKey' ? await lastUseOf(client, item, gaps) : undefined;
          credentials.push({ kind, user: arn, item, ...(lastUsed !== undefined && { lastUsed }) });
        }
      }
    });
    return { credentials, gaps: distinctGaps(gaps) };
  });
}

/** The lists that may have something. A user that was deleted after it was listed has no credentials. */
function listsFor(client: AwsClient, name: string, row: ReportRow | undefined): { kind: CredentialKind; list: List }[] {
  const list = (action: string, member: string): List => ({
    ...{ service: 'iam', action, member },
    ...{ parameters: { UserName: name }, absent: [404] },
  });
  const may = (column: string) =>
    row === undefined ||
    [1, 2].some(
      number => row.has(`${column}_${number}_last_rotated`) || row.get(`${column}_${number}_active`) === 'true',
    );
  return [
    ...(may('access_key') ? [{ kind: 'AccessKey' as const, list: list('ListAccessKeys', 'AccessKeyMetadata') }] : []),
    ...(may('cert') ? [{ kind: 'Certificate' as const, list: list('ListSigningCertificates', 'Certificates') }] : []),
    ...(client.settings.other_credentials
      ? [
          { kind: 'SshKey' as const, list: list('ListSSHPublicKeys', 'SSHPublicKeys') },
          {
            kind: 'ServiceCredential' as const,
            list: list('ListServiceSpecificCredentials', 'ServiceSpecificCredentials'),
          },
        ]
      : []),
  ];
}

async function lastUseOf(client: AwsClient, key: unknown, gaps: Gap[]): Promise<unknown> {
  const id = textAt(key, 'AccessKeyId');
  if (id === undefined) return undefined;
  const { result, gaps: failed } = await oneOf(client, 'iam', 'GetAccessKeyLastUsed', { AccessKeyId: id }, undefined);
  gaps.push(...failed);
  return result;
}

/** MFA devices by the ARN of their user. */
export function mfaDevices(client: AwsClient): Promise<{ of: ReadonlyMap<string, unknown[]>; gaps: Gap[] }> {
  return client.once('MFA devices', async () => {
    const { users, gaps: incomplete } = await authorization(client);
    const { rows } = await credentialReport(client);
    const of = new Map<string, unknown[]>();
    const gaps: Gap[] = [...incomplete];
    await together(users, async user => {
      const [arn, name] = [textAt(user, 'Arn'), textAt(user, 'UserName')];
      if (arn === undefined || name === undefined || rows?.get(arn)?.get('mfa_active') === 'false') return;
      const list = { service: 'iam', action: 'ListMFADevices', member: 'MFADevices' } as const;
      const { items, gaps: failed } = await wholeAwsList(client, {
        ...{ ...list, parameters: { UserName: name }, absent: [404] },
      });
      of.set(arn, items);
      gaps.push(...failed);
    });
    return { of, gaps: distinctGaps(gaps) };
  });
}
