// One organisation in eight systems at once: Okta and Entra ID, Google Workspace, GitHub, AWS, Slack, Kubernetes and Google Cloud. Ada has an account in each. GitHub
// signs in by Okta, an AWS role trusts the workflows of a repository, and another one whoever signs in through Okta.
import { addRole, administrator, arn, fillAccount, trusting } from './aws/account.ts';
import { awsKey, startAws } from './aws/aws.ts';
import { clientId, clientSecret, startEntra, tenantId } from './entra/entra.ts';
import { fillTenant } from './entra/tenant.ts';
import { fillCloud, gcpSettingsFor } from './gcp/cloud.ts';
import { startGcp } from './gcp/gcp.ts';
import { githubToken, startGithub } from './github/github.ts';
import { certificate, fillOrganisation as fillGithub } from './github/organisation.ts';
import { startGoogle } from './google/google.ts';
import { fillCustomer, settingsFor } from './google/organisation.ts';
import { fillCluster } from './kubernetes/cluster.ts';
import { kubernetesToken, startKubernetes } from './kubernetes/kubernetes.ts';
import { oktaToken, startOkta } from './okta/okta.ts';
import { fillOrganisation as fillOkta } from './okta/organisation.ts';
import { slackToken, startSlack } from './slack/slack.ts';
import { fillWorkspace } from './slack/workspace.ts';

/** The certificate with which Okta signs, as SAML metadata and Okta's API have it. */
const signing = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');

export interface EverydaySystems {
  /** Sources, as the configuration names them. */
  readonly sources: readonly { readonly id: string; readonly connector: string; readonly settings: object }[];
  close(): Promise<void>;
}

export async function startEverydaySystems(): Promise<EverydaySystems> {
  const [okta, entra, google, github, aws, slack, cluster, cloud] = await Promise.all([
    ...([startOkta(), startEntra(), startGoogle()] as const),
    ...([startGithub(), startAws(), startSlack(), startKubernetes(), startGcp()] as const),
  ]);
  fillOkta(okta.state);
  okta.state.appKeys.set('0oagh', [{ kid: 'key-1', x5c: [signing] }]);
  okta.state.apps.set('0oaaws', {
    ...structuredClone(okta.state.apps.get('0oagh')!),
    ...{ id: '0oaaws', name: 'amazon_aws', label: 'AWS' },
    settings: { signOn: { audience: 'urn:amazon:webservices' } },
  });
  okta.state.appKeys.set('0oaaws', [{ kid: 'key-1', x5c: [signing] }]);
  const assigned = okta.state.appUsers.get('0oagh')!.get('00uada')!;
  okta.state.appUsers.set('0oaaws', new Map([['00uada', structuredClone(assigned)]]));
  fillTenant(entra.state);
  fillCustomer(google.state);
  fillGithub(github.state);
  github.state.users.get('ada')!['verified_emails'] = ['ada@example.org'];
  github.state.identities[0]!['saml_identity'] = { name_id: 'ada@example.org' };
  fillAws(aws.state);
  fillWorkspace(slack.state);
  fillCluster(cluster.state);
  fillCloud(cloud.state);
  const source = (id: string, connector: string, settings: object) => ({ id, connector, settings });
  return {
    sources: [
      source('okta', 'okta', { url: okta.url, api_token: oktaToken }),
      source('entra', 'entra', {
        ...{ tenant_id: tenantId, client_id: clientId, client_secret: clientSecret },
        ...{ graph_url: entra.url, login_url: entra.url, azure_url: entra.azure.url },
      }),
      source('google', 'google-workspace', settingsFor(google.url)),
      source('github', 'github', { url: github.url, organization: 'acme', token: githubToken }),
      source('aws', 'aws', { ...awsKey, endpoint_url: aws.url }),
      source('slack', 'slack', { url: `${slack.url}/api/`, token: slackToken }),
      source('cluster', 'kubernetes', { url: cluster.url, token: kubernetesToken }),
      source('cloud', 'gcp', gcpSettingsFor(cloud.url)),
    ],
    async close() {
      await Promise.all([okta, entra, google, github, aws, slack, cluster, cloud].map(server => server.close()));
    },
  };
}

function fillAws(state: Parameters<typeof fillAccount>[0]): void {
  fillAccount(state);
  const issuer = 'token.actions.githubusercontent.com';
  const workflow = {
    StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com' },
    StringLike: { [`${issuer}:sub`]: 'repo:acme/shop:ref:refs/heads/main' },
  };
  const workflows = { Federated: arn('oidc-provider', issuer) };
  addRole(state, 'deploy-shop', trusting(workflows, workflow, 'sts:AssumeRoleWithWebIdentity'));
  state.roles.get('deploy-shop')!.attached.add(administrator);
  const provider = arn('saml-provider', 'okta');
  const metadata = `<md:EntityDescriptor entityID="http://www.okta.com/exk2"><md:IDPSSODescriptor><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${signing}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor></md:IDPSSODescriptor></md:EntityDescriptor>`;
  Object.assign(state.saml.get(provider)!, { SAMLMetadataDocument: metadata });
  const audience = { StringEquals: { 'SAML:aud': 'https://signin.aws.amazon.com/saml' } };
  addRole(state, 'signed-in', trusting({ Federated: provider }, audience, 'sts:AssumeRoleWithSAML'));
}
