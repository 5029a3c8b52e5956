// The command line of AWS judges the simulated account: it signs, pages and parses by itself.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arn, fillAccount, home } from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';

const program = '/usr/bin/aws';
const missing = fs.existsSync(program) ? undefined : 'install it with `apt-get install awscli`';

let server: AwsSimulator;
beforeAll(async () => {
  server = await startAws();
  fillAccount(server.state);
  server.pageSize = 2;
});
afterAll(() => server.close());

const run = promisify(execFile);

/** The JSON that a command prints. */
async function awsCommand(...words: string[]): Promise<Record<string, unknown>> {
  const env = {
    ...{
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_DEFAULT_REGION: 'us-east-1',
    },
    ...{ AWS_ACCESS_KEY_ID: awsKey.access_key_id, AWS_SECRET_ACCESS_KEY: awsKey.secret_access_key },
  };
  const { stdout } = await run(program, [...words, '--endpoint-url', server.url, '--output', 'json'], { env });
  return stdout === '' ? {} : JSON.parse(stdout);
}

const names = (list: unknown, member: string) => (list as Record<string, unknown>[]).map(item => item[member]);

describe.skipIf(missing)(
  `the command line of AWS${missing ? `; skipped: ${missing}` : ''}`,
  { timeout: 120_000 },
  () => {
    it('knows who asks', async () =>
      expect(await awsCommand('sts', 'get-caller-identity')).toMatchObject({ Account: home }));

    it('reads lists page by page', async () => {
      expect(names((await awsCommand('iam', 'list-users'))['Users'], 'UserName')).toEqual([
        ...server.state.users.keys(),
      ]);
      expect((await awsCommand('iam', 'list-account-aliases'))['AccountAliases']).toEqual(['acme-prod']);
      const keys = await awsCommand('iam', 'list-access-keys', '--user-name', 'ada');
      expect(names(keys['AccessKeyMetadata'], 'Status')).toEqual(['Active', 'Inactive']);
    });

    it('understands policies in the list of everything', async () => {
      const details = await awsCommand('iam', 'get-account-authorization-details');
      const roles = details['RoleDetailList'] as Record<string, unknown>[];
      expect(names(roles, 'RoleName')).toEqual([...server.state.roles.keys()]);
      expect(roles[0]!['AssumeRolePolicyDocument']).toEqual(server.state.roles.get('deploy')!.trust);
      expect(names(details['GroupDetailList'], 'Arn')).toEqual([arn('group', 'admins'), arn('group', 'readers')]);
    });

    it('reads the credential report and identity providers', async () => {
      const { Content } = await awsCommand('iam', 'get-credential-report');
      expect(Buffer.from(String(Content), 'base64').toString()).toContain('<root_account>');
      const provider = await awsCommand(
        'iam',
        'get-saml-provider',
        '--saml-provider-arn',
        arn('saml-provider', 'okta'),
      );
      expect(provider['SAMLMetadataDocument']).toBe(
        server.state.saml.get(arn('saml-provider', 'okta'))!['SAMLMetadataDocument'],
      );
    });

    it('reads the organisation and Identity Center', async () => {
      const accounts = await awsCommand('organizations', 'list-accounts');
      expect(names(accounts['Accounts'], 'Name')).toEqual(['Production', 'Partner', 'Management']);
      const controls = await awsCommand('organizations', 'list-policies', '--filter', 'SERVICE_CONTROL_POLICY');
      expect(names(controls['Policies'], 'Name')).toEqual(['FullAWSAccess', 'Stay']);
      expect(names((await awsCommand('sso-admin', 'list-instances'))['Instances'], 'IdentityStoreId')).toEqual(['d-1']);
      const users = await awsCommand('identitystore', 'list-users', '--identity-store-id', 'd-1');
      expect(names(users['Users'], 'UserName')).toEqual(['ada@example.org', 'gus@example.org']);
    });

    it('changes keys, and says why it cannot', async () => {
      const key = ['--user-name', 'ada', '--access-key-id', 'AKIAADA0000000000001', '--status', 'Inactive'];
      await awsCommand('iam', 'update-access-key', ...key);
      expect(server.state.users.get('ada')!.keys[0]!['Status']).toBe('Inactive');
      await expect(awsCommand('iam', 'get-user', '--user-name', 'nobody')).rejects.toThrow(
        /NoSuchEntity.*The user with name nobody cannot be found/,
      );
      await expect(
        awsCommand('identitystore', 'describe-user', '--identity-store-id', 'd-1', '--user-id', 'x'),
      ).rejects.toThrow(/ResourceNotFoundException/);
    });
  },
);
