// AWS accounts: IAM, Organizations and Identity Center, by their APIs (docs.aws.amazon.com/IAM/latest/APIReference).
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { awsActions, declaredAwsActions } from './actions/index.ts';
import { type AwsClient, closeAws, openAws } from './client.ts';
import { awsPages, type List } from './paging.ts';
import { awsReads } from './reads.ts';
import { awsSettings } from './settings.ts';

export const aws = defineConnector<typeof awsSettings, AwsClient>({
  type: 'aws',
  title: 'AWS',
  description:
    'The users, groups, roles, keys, identity providers and policies of an AWS account, its organisation and its Identity Center.',
  settings: awsSettings,
  declares: [
    {
      types: awsReads.map(({ lands }) => lands),
      incremental: false,
      rights:
        'the policy in the README: `iam:GetAccountAuthorizationDetails`, lists of credentials and providers, reads of Organizations, Identity Center and its identity store',
    },
  ],
  open: openAws,
  close: closeAws,
  check: checkAws,
  reads: () => awsReads,
  declaresActions: declaredAwsActions,
  actions: awsActions,
  changesAtOnce: 4,
});

/** Lists that a full read needs, to find out which permissions are missing. */
function probes({ organization, identity_center }: AwsClient['settings']): List[] {
  return [
    { service: 'iam', action: 'GetAccountAuthorizationDetails', anyOf: ['UserDetailList', 'RoleDetailList'] },
    { service: 'iam', action: 'ListAccountAliases', member: 'AccountAliases' },
    { service: 'iam', action: 'GenerateCredentialReport', anyOf: ['State'] },
    { service: 'iam', action: 'ListSAMLProviders', member: 'SAMLProviderList' },
    { service: 'iam', action: 'ListOpenIDConnectProviders', member: 'OpenIDConnectProviderList' },
    ...(organization
      ? [{ service: 'organizations', action: 'ListRoots', member: 'Roots', absent: [404] } as const]
      : []),
    ...(identity_center ? [{ service: 'sso', action: 'ListInstances', member: 'Instances' } as const] : []),
  ];
}

async function checkAws(client: AwsClient): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const list of probes(client.settings)) {
    for await (const { gaps } of awsPages(client, list)) {
      const severity = list.action === 'GetAccountAuthorizationDetails' ? 'error' : 'warning';
      problems.push(...gaps.map(({ subject, message }) => ({ severity, place: subject, message }) as const));
      break;
    }
  }
  return problems;
}
