// Settings of an `aws` source.
import { z } from 'zod';
import { samlCertificate } from '../../src/connector/federation/saml-certificate.ts';
import { connectionSettings } from '../../src/connector/http/settings.ts';

const roleArn = z.string().regex(/^arn:[\w-]+:iam::\d{12}:role\/\S+$/, 'must be the ARN of a role');

const roleSettings = z.strictObject({
  role_arn: roleArn.describe('ARN of the role'),
  external_id: z.string().min(2).optional().describe('External id that the trust policy of the role asks for'),
  session_name: z
    .string()
    .regex(/^[\w+=,.@-]{2,64}$/, 'must have 2 to 64 letters, digits or _+=,.@-')
    .default('rolecall')
    .describe('Name of the session, which CloudTrail shows'),
  session_seconds: z.int().min(900).max(43_200).default(3600).describe('How long the credentials of a session last'),
});

export type RoleSettings = z.output<typeof roleSettings>;

const settings = z.strictObject({
  access_key_id: z
    .string()
    .min(16)
    .optional()
    .describe('Id of an access key of the user or role that reads the account. Required without `account_details`'),
  secret_access_key: z.string().min(1).optional().describe('Its secret').meta({ secret: true }),
  account_details: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Instead of an access key: a file, folder or archive with the output of `aws iam get-account-authorization-details` and, if you have it, the credential report',
    ),
  session_token: z
    .string()
    .min(1)
    .optional()
    .describe('Session token, where the access key is a temporary one')
    .meta({ secret: true }),
  assume_role: roleSettings
    .optional()
    .describe('Role to assume first, such as one in the account that is read; its session is renewed before it ends'),
  organization_role: roleSettings
    .optional()
    .describe(
      'Role in the management account, or in a delegated one, to read the organisation with. It is assumed with the access key itself. Default: the same credentials as for everything else',
    ),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as us-east-1')
    .default('us-east-1')
    .describe('Region of STS and Identity Center; it also tells the partition (commercial, China, GovCloud)'),
  endpoint_url: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query')
    .optional()
    .describe(
      'Address that takes the place of those of all services, such as that of a test system or of a private endpoint',
    ),
  organization: z
    .boolean()
    .default(true)
    .describe('Whether to read the organisation: its units, accounts and service control policies'),
  identity_center: z.boolean().default(true).describe('Whether to read Identity Center'),
  other_credentials: z
    .boolean()
    .default(true)
    .describe('Whether to read SSH keys and credentials of single services, which takes two requests for each user'),
  identity_provider_certificates: z
    .array(samlCertificate)
    .default([])
    .describe(
      'Certificates (PEM) with which an outside identity provider signs in to Identity Center. AWS does not show them, and they tell which users of the identity provider belong to those of Identity Center',
    ),
  connection: connectionSettings.prefault({}).describe('How to reach AWS'),
});

export const awsSettings = settings.superRefine(({ access_key_id, secret_access_key, account_details }, context) => {
  const hasKey = access_key_id !== undefined || secret_access_key !== undefined;
  if (account_details === undefined) {
    for (const [name, value] of Object.entries({ access_key_id, secret_access_key }))
      if (value === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
  } else if (hasKey) {
    const message = 'an account is read by an access key or from files, not both';
    context.addIssue({ code: 'custom', path: ['account_details'], message });
  }
});

export type AwsSettings = z.output<typeof awsSettings>;
